//! Where the rows of a block end: asked only when a run ends inside one, so it is made again, row by row.

use brimful_sink::{Around, Cut, RecordEnds};

use super::Worker;
use crate::Plan;

/// The row ends of the block that holds `rows` rows from `first` on.
pub(crate) struct RowEnds<'p> {
    pub(crate) plan: &'p Plan,
    pub(crate) first: u64,
    pub(crate) rows: u64,
}

impl RecordEnds for RowEnds<'_> {
    fn around(&self, offset: usize) -> Around {
        let mut worker = Worker::new(self.plan);
        let mut last = Cut::default();
        while last.bytes < offset && last.records < self.rows {
            worker.encode(self.first + last.records, 1);
            let next = Cut { bytes: last.bytes + worker.block().len(), records: last.records + 1 };
            if next.bytes > offset {
                return Around { last, next };
            }
            last = next;
        }
        Around { last, next: last }
    }
}
