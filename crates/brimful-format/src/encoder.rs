//! The encoder: batches of vectors in, blocks of bytes out.

use brimful_core::{Buffer, Fault, Segment, Vector};

use crate::cell::{Around, add_cell};
use crate::format::{Column, Format, Layout};
use crate::piece::{Filled, Kind, Piece, Source};

/// How the rows of a table become text: built once, shared by all workers.
#[derive(Debug)]
pub struct TextPlan {
    layout: Layout,
    pieces: Vec<Piece>,
    batch_rows: usize,
}

impl TextPlan {
    /// The plan for a table in a format, for batches of at most `batch_rows` rows.
    ///
    /// # Errors
    /// When a column's text pattern is malformed.
    pub fn new(
        format: &dyn Format,
        table: &str,
        columns: &[Column],
        batch_rows: usize,
    ) -> Result<Self, Fault> {
        let layout = format.layout(table, columns);
        let mut pieces = Vec::new();
        // What waits to be merged into the next piece that can take it.
        let mut left = row_start(&layout);
        for (i, column) in columns.iter().enumerate() {
            let style = format.cell(column);
            let right = layout.before.get(i + 1).unwrap_or(&layout.after);
            add_cell(&mut pieces, i, column, style, &Around { left: &left, right })?;
            left.clear();
        }
        if columns.is_empty() {
            left.extend_from_slice(&layout.after);
            pieces.push(literal(left));
        }
        Ok(Self { layout, pieces: merge(pieces), batch_rows })
    }

    /// What stands before the first row.
    pub fn opening(&self) -> &[u8] {
        &self.layout.opening
    }

    /// What stands after the last row, when rows were written from `origin` on and `next` would be the next: the end
    /// of a group that is still open, and of the whole.
    pub fn closing(&self, origin: u64, next: u64) -> Vec<u8> {
        let mut closing = Vec::new();
        if let Some(group) = &self.layout.group {
            if next > origin && next % group.rows != 0 {
                closing.extend_from_slice(&group.tail);
            }
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

fn literal(text: Vec<u8>) -> Piece {
    Piece { source: Source { column: 0, path: Vec::new() }, kind: Kind::Literal(text), null: None }
}

/// Constants and literals side by side become one, and go into the words or slots before them.
fn merge(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut merged: Vec<Piece> = Vec::new();
    for mut piece in pieces {
        piece.simplify();
        let absorbed = match (&piece, merged.last_mut()) {
            (Piece { kind: Kind::Literal(text), null: None, .. }, Some(last)) => last.absorb(text),
            _ => false,
        };
        if !absorbed {
            merged.push(piece);
        }
    }
    merged
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
    pub fn encode(&mut self, origin: u64, first: u64, vectors: &[Vector], rows: usize, out: &mut Buffer) {
        for (piece, filled) in self.plan.pieces.iter().zip(&mut self.filled) {
            let Some(vector) = vectors.get(piece.source.column) else { continue };
            filled.fill(piece, &vector.data, rows);
            if let (Some(validity), Some(_)) = (&vector.validity, &piece.null) {
                filled.mask(&validity[..rows]);
            }
        }
        self.frame(origin, first, vectors, rows, out);
    }

    /// Writes the rows with what the format puts around groups of them.
    fn frame(&self, origin: u64, first: u64, vectors: &[Vector], rows: usize, out: &mut Buffer) {
        let Some(group) = &self.plan.layout.group else {
            return self.write(vectors, 0..rows, out);
        };
        let mut from = 0;
        while from < rows {
            let row = first + from as u64;
            let run = (rows - from).min(usize::try_from(group.rows - row % group.rows).unwrap_or(usize::MAX));
            if row == origin || row % group.rows == 0 {
                self.write_group_start(&group.head, group.separator.len(), vectors, from..from + run, out);
            } else {
                self.write(vectors, from..from + run, out);
            }
            from += run;
            if (first + from as u64) % group.rows == 0 {
                out.push(&group.tail);
            }
        }
    }

    /// Every row begins with the separator, but the first of a group must not: its rows are written so that the
    /// separator falls on the end of the head, which is then put back.
    fn write_group_start(
        &self,
        head: &[u8],
        separator: usize,
        vectors: &[Vector],
        rows: std::ops::Range<usize>,
        out: &mut Buffer,
    ) {
        out.push(head);
        let end = out.len();
        out.truncate(end - separator);
        self.write(vectors, rows, out);
        out[end - separator..end].copy_from_slice(&head[head.len() - separator..]);
    }

    fn write(&self, vectors: &[Vector], rows: std::ops::Range<usize>, out: &mut Buffer) {
        let nothing = brimful_core::Data::Constant;
        let segments: Vec<Segment<'_>> = self
            .plan
            .pieces
            .iter()
            .zip(&self.filled)
            .map(|(piece, filled)| {
                let data = vectors.get(piece.source.column).map_or(&nothing, |vector| &vector.data);
                filled.segment(piece, data, rows.clone())
            })
            .collect();
        out.interleave(&segments, rows.len());
    }
}
