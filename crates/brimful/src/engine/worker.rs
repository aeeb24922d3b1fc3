//! One worker: rows in, a block out.

use brimful_core::{Buffer, Rows, Vector};
use brimful_format::Encoder;

use crate::Plan;

/// What one thread needs to make blocks; its memory is used again for each of them.
pub(crate) struct Worker<'p> {
    plan: &'p Plan,
    vectors: Vec<Vector>,
    encoder: Encoder<'p>,
    block: Buffer,
}

impl<'p> Worker<'p> {
    pub(crate) fn new(plan: &'p Plan) -> Self {
        Self {
            plan,
            vectors: plan.table.vectors(),
            encoder: Encoder::new(&plan.text),
            block: Buffer::default(),
        }
    }

    /// Makes the block of `rows` rows from `first` on, batch by batch.
    pub(crate) fn encode(&mut self, first: u64, rows: u64) {
        self.block.clear();
        let mut done = 0;
        while done < rows {
            let batch = (rows - done).min(self.plan.batch_rows as u64) as usize;
            self.encode_batch(first + done, batch);
            done += batch as u64;
        }
    }

    fn encode_batch(&mut self, first: u64, rows: usize) {
        self.plan.table.values(Rows::range(first, rows), &mut self.vectors);
        self.encoder.encode(self.plan.first, first, &self.vectors, rows, &mut self.block);
    }

    /// The block that was made last.
    pub(crate) fn block(&self) -> &[u8] {
        &self.block
    }
}
