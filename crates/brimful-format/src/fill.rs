//! What a worker does with a piece for each batch: find or write the text of each row.

use brimful_core::{Buffer, Data, Segment, Vector, View};

use crate::dress::Dresser;
use crate::piece::{Inner, Kind, Piece};
use crate::slot;

/// One segment of every row: what a worker fills for each batch.
#[derive(Debug)]
pub(crate) struct Filled {
    /// What the views point into, where the piece has bytes of its own for each batch.
    arena: Buffer,
    views: Vec<View>,
    /// What rows without a value say.
    null: View,
    scratch: Scratch,
}

/// Working memory.
#[derive(Debug, Default)]
struct Scratch {
    text: Buffer,
    dressed: Vec<u8>,
}

impl Filled {
    /// Prepares what is the same in all batches of at most `rows` rows.
    pub(crate) fn new(piece: &Piece, rows: usize) -> Self {
        let mut views = vec![View::default(); rows];
        let mut arena = match &piece.kind {
            Kind::Slots { writer, left, right } => slot::prepare(*writer, left, right, rows),
            Kind::Literal(text) => Buffer::from_bytes(text),
            _ => Buffer::default(),
        };
        if let Kind::Literal(text) = &piece.kind {
            views.fill(View { offset: 0, len: text.len() as u32 });
        }
        let null = match (&piece.kind, &piece.null) {
            (_, None) => View::default(),
            // The plan put it behind the words.
            (Kind::Words { table, .. }, Some(_)) => table.last().copied().unwrap_or_default(),
            (_, Some(text)) => arena.add(text),
        };
        Self { arena, views, null, scratch: Scratch::default() }
    }

    /// Fills the views, and where the piece has bytes of its own those, for a batch of `rows` rows.
    pub(crate) fn fill(&mut self, piece: &Piece, vector: &Vector, rows: usize) {
        let validity = vector.validity.as_ref().filter(|_| piece.null.is_some()).map(|all| &all[..rows]);
        let views = &mut self.views[..rows];
        match (&piece.kind, piece.source.of(&vector.data)) {
            (Kind::Words { table, .. }, Data::Codes(codes)) => {
                for (view, code) in views.iter_mut().zip(codes) {
                    *view = table[*code as usize];
                }
            }
            (Kind::Words { table, .. }, Data::Bool(values)) => {
                for (view, value) in views.iter_mut().zip(values) {
                    *view = table[usize::from(*value)];
                }
            }
            (Kind::Slots { writer, left, right }, data) => {
                slot::write(*writer, left.len(), right, data, &mut self.arena, views);
            }
            (Kind::Plain(_), Data::Slices(slices)) => views.copy_from_slice(&slices[..rows]),
            (Kind::Plain(_), Data::Bytes(bytes)) => views.copy_from_slice(&bytes.views()[..rows]),
            (Kind::Dressed { inner, dresser }, data) => {
                let null = piece.null.as_deref();
                return self.dress(inner, dresser, data, null, validity, rows);
            }
            (Kind::Literal(text), _) => {
                if piece.null.is_some() {
                    views.fill(View { offset: 0, len: text.len() as u32 });
                }
            }
            _ => unreachable!("the vector has the shape that the plan was built for"),
        }
        for (view, valid) in self.views.iter_mut().zip(validity.into_iter().flatten()) {
            *view = if *valid { *view } else { self.null };
        }
    }

    /// Lets the text of a row begin so many bytes later: without a literal that stands before it in every other row.
    pub(crate) fn skip(&mut self, row: usize, bytes: usize) {
        let view = &mut self.views[row];
        *view = View { offset: view.offset + bytes as u32, len: view.len - bytes as u32 };
    }

    /// Takes [`skip`](Self::skip) back.
    pub(crate) fn unskip(&mut self, row: usize, bytes: usize) {
        let view = &mut self.views[row];
        *view = View { offset: view.offset - bytes as u32, len: view.len + bytes as u32 };
    }

    /// The segment of the batch that was filled last.
    pub(crate) fn segment<'a>(
        &'a self,
        piece: &'a Piece,
        column: &'a Data,
        rows: std::ops::Range<usize>,
    ) -> Segment<'a> {
        let arena = match (&piece.kind, piece.source.of(column)) {
            (Kind::Words { arena, .. }, _) => arena,
            (Kind::Plain(Inner::Slices(arena)), _) => arena,
            (Kind::Plain(_), Data::Bytes(bytes)) => bytes.arena(),
            _ => &self.arena,
        };
        Segment { arena, views: &self.views[rows] }
    }

    fn dress(
        &mut self,
        inner: &Inner,
        dresser: &Dresser,
        data: &Data,
        null: Option<&[u8]>,
        validity: Option<&[bool]>,
        rows: usize,
    ) {
        self.arena.clear();
        self.null = null.map(|text| self.arena.add(text)).unwrap_or_default();
        let Scratch { text, dressed } = &mut self.scratch;
        for row in 0..rows {
            self.views[row] = if validity.is_some_and(|validity| !validity[row]) {
                self.null
            } else {
                let (from, view) = inner.get(data, row, text);
                dresser.add(from, view, dressed, &mut self.arena)
            };
        }
    }
}

impl Inner {
    /// Where the text of a row stands; `scratch` is for those that are made here.
    fn get<'a>(&'a self, data: &'a Data, row: usize, scratch: &'a mut Buffer) -> (&'a Buffer, View) {
        let (pattern, micros) = match (self, data) {
            (Self::Bytes, Data::Bytes(bytes)) => return (bytes.arena(), bytes.views()[row]),
            (Self::Slices(arena), Data::Slices(views)) => return (arena, views[row]),
            (Self::Date(pattern), Data::I64(days)) => (pattern, days[row] * brimful_core::civil::DAY_US),
            (Self::Timestamp(pattern), Data::I64(micros)) => (pattern, micros[row]),
            _ => unreachable!("the vector has the shape that the plan was built for"),
        };
        scratch.clear();
        let view = scratch.add(&pattern.text(micros));
        (scratch, view)
    }
}
