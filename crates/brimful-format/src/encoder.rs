//! The encoder: batches of vectors in, blocks of bytes out.

use brimful_core::{Buffer, Data, Fault, Segment, Vector};

use crate::cell::{Around, add_cell};
use crate::fill::Filled;
use crate::format::{Column, Format, Group, Layout};
use crate::piece::Piece;

/// How the rows of a table become text: built once, shared by all workers.
#[derive(Debug)]
pub struct TextPlan {
    layout: Layout,
    pieces: Vec<Piece>,
    batch_rows: usize,
}

/// What keeps a format from writing a column.
#[derive(Clone, Debug)]
pub struct ColumnFault {
    /// Which column, from 0 on.
    pub column: usize,
    /// What is wrong; without a place, for formats do not see how a column was written.
    pub fault: Fault,
}

impl TextPlan {
    /// The plan for a table in a format, for batches of at most `batch_rows` rows.
    ///
    /// # Errors
    /// When a column's text pattern is malformed, or the format has no way to write what a column may contain.
    pub fn new(
        format: &dyn Format,
        table: &str,
        columns: &[Column],
        batch_rows: usize,
    ) -> Result<Self, ColumnFault> {
        let layout = format.layout(table, columns);
        let mut pieces = Vec::new();
        let mut left = row_start(&layout);
        for (i, column) in columns.iter().enumerate() {
            let right = layout.before.get(i + 1).unwrap_or(&layout.after).clone();
            let around = Around { left: std::mem::take(&mut left), right };
            add_cell(&mut pieces, i, column, format.cell(column), around)
                .map_err(|fault| ColumnFault { column: i, fault })?;
        }
        if columns.is_empty() {
            left.extend_from_slice(&layout.after);
            pieces.push(Piece::literal(left));
        }
        Ok(Self { layout, pieces: Piece::finish(pieces), batch_rows })
    }

    /// The same plan for batches of at most `batch_rows` rows: fewer rows need less memory for each worker.
    #[must_use]
    pub fn with_batch_rows(self, batch_rows: usize) -> Self {
        Self { batch_rows, ..self }
    }

    /// What stands before the first row.
    pub fn opening(&self) -> &[u8] {
        &self.layout.opening
    }

    /// What stands after the last row, when rows were written from `origin` on and `next` would be the next: the end
    /// of a group that is still open, and of the whole.
    pub fn closing(&self, origin: u64, next: u64) -> Vec<u8> {
        let mut closing = Vec::new();
        if let Some(group) = &self.layout.group
            && next > origin
            && !group.ends_with(next - 1)
        {
            closing.extend_from_slice(&group.tail);
        }
        closing.extend_from_slice(&self.layout.closing);
        closing
    }
}

/// What stands before the first cell of a row that is not the first of its group.
fn row_start(layout: &Layout) -> Vec<u8> {
    let mut start = layout.group.as_ref().map(|group| group.separator.clone()).unwrap_or_default();
    start.extend_from_slice(layout.before.first().map_or(&[][..], Vec::as_slice));
    start
}

/// What one worker needs to encode.
#[derive(Debug)]
pub struct Encoder<'p> {
    plan: &'p TextPlan,
    filled: Vec<Filled>,
}

impl<'p> Encoder<'p> {
    /// An encoder with its own working memory.
    pub fn new(plan: &'p TextPlan) -> Self {
        Self { plan, filled: plan.pieces.iter().map(|piece| Filled::new(piece, plan.batch_rows)).collect() }
    }

    /// Adds rows `first..first + rows` to a block. `origin` is the first row of the whole output.
    ///
    /// # Panics
    /// When there are more rows than the plan's batches have, or fewer in a vector, or a vector has not the shape of
    /// its column.
    pub fn encode(&mut self, origin: u64, first: u64, vectors: &[Vector], rows: usize, out: &mut Buffer) {
        assert!(rows <= self.plan.batch_rows, "a batch has at most {} rows", self.plan.batch_rows);
        for (piece, filled) in self.plan.pieces.iter().zip(&mut self.filled) {
            if let Some(vector) = vectors.get(piece.source.column) {
                filled.fill(piece, vector, rows);
            }
        }
        if let Some(group) = &self.plan.layout.group {
            self.write_groups(group, origin, first, vectors, rows, out);
        } else {
            self.write(vectors, 0..rows, out);
        }
    }

    /// Writes the rows with what the format puts around groups of them.
    fn write_groups(
        &mut self,
        group: &Group,
        origin: u64,
        first: u64,
        vectors: &[Vector],
        rows: usize,
        out: &mut Buffer,
    ) {
        let mut from = 0;
        while from < rows {
            let row = first + from as u64;
            let run = (rows - from).min(group.rows_from(row));
            if row == origin || group.begins_with(row) {
                self.write_group_start(group, vectors, from..from + run, out);
            } else {
                self.write(vectors, from..from + run, out);
            }
            if group.ends_with(row + (run as u64 - 1)) {
                out.push(&group.tail);
            }
            from += run;
        }
    }

    /// Every row begins with the separator, in its first piece; the first of a group has the head there instead.
    fn write_group_start(
        &mut self,
        group: &Group,
        vectors: &[Vector],
        rows: std::ops::Range<usize>,
        out: &mut Buffer,
    ) {
        let (row, separator) = (rows.start, group.separator.len());
        out.push(&group.head);
        self.filled[0].skip(row, separator);
        self.write(vectors, rows, out);
        self.filled[0].unskip(row, separator);
    }

    fn write(&self, vectors: &[Vector], rows: std::ops::Range<usize>, out: &mut Buffer) {
        let segments: Vec<Segment<'_>> = self
            .plan
            .pieces
            .iter()
            .zip(&self.filled)
            .map(|(piece, filled)| {
                let data = vectors.get(piece.source.column).map_or(&Data::Constant, |vector| &vector.data);
                filled.segment(piece, data, rows.clone())
            })
            .collect();
        out.interleave(&segments, rows.len());
    }
}
