//! Pieces: the segments of a row as the plan knows them.

use std::sync::Arc;

use brimful_core::{Buffer, Data, View};

use crate::dress::Dresser;
use crate::slot::Writer;
use crate::text::Pattern;

/// Which vector of a batch a piece reads: the column, and for parts of a composite the way down to the part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    pub(crate) column: usize,
    pub(crate) path: Vec<usize>,
}

impl Source {
    pub(crate) fn of<'a>(&self, column: &'a Data) -> &'a Data {
        self.path.iter().fold(column, |data, part| match data {
            Data::Concat(parts) => &parts[*part],
            _ => unreachable!("a composite's vector has parts"),
        })
    }
}

/// One segment of every row: what the plan knows of it.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) source: Source,
    pub(crate) kind: Kind,
    /// What the piece says in a row whose cell is null; `None` when that cannot be.
    pub(crate) null: Option<Vec<u8>>,
}

/// How a piece gets its text.
#[derive(Debug)]
pub(crate) enum Kind {
    /// The same in every row.
    Literal(Vec<u8>),
    /// Words that were dressed when the plan was built; in a finished plan, the last one is the null, if there is one.
    Words { arena: Buffer, table: Vec<View> },
    /// Text written into slots, between what was put there before.
    Slots { writer: Writer, left: Vec<u8>, right: Vec<u8> },
    /// Text that is written as it is.
    Plain(Inner),
    /// Text that must be looked at value by value.
    Dressed { inner: Inner, dresser: Box<Dresser> },
}

/// Where a piece takes text from that is neither words nor written into slots.
#[derive(Debug)]
pub(crate) enum Inner {
    Bytes,
    Slices(Arc<Buffer>),
    Date(Pattern),
    Timestamp(Pattern),
}

/// Dictionaries do not grow beyond this by what is merged into them: they would leave the caches.
const WORDS_BYTES_MAX: usize = 1 << 20;

/// Words begin at multiples of this, so that a copy of a short one stays within a line of the cache.
const WORD_ALIGNMENT: usize = 16;

/// Adds a word to an arena, and room up to where the next one begins.
pub(crate) fn add_aligned(arena: &mut Buffer, word: &[u8]) -> View {
    let view = arena.add(word);
    arena.resize(arena.len().next_multiple_of(WORD_ALIGNMENT));
    view
}

impl Piece {
    /// The same text in every row.
    pub(crate) fn literal(text: Vec<u8>) -> Self {
        Self { source: Source::default(), kind: Kind::Literal(text), null: None }
    }

    /// Pieces side by side become one where that is possible, and the nulls of words join their words.
    pub(crate) fn finish(pieces: Vec<Self>) -> Vec<Self> {
        let mut finished: Vec<Self> = Vec::new();
        for mut piece in pieces {
            piece.simplify();
            let absorbed = finished.last_mut().is_some_and(|last| last.absorb(&piece));
            if !absorbed {
                finished.push(piece);
            }
        }
        for piece in &mut finished {
            if let Self { kind: Kind::Words { arena, table }, null: Some(null), .. } = piece {
                table.push(add_aligned(arena, null));
            }
        }
        finished
    }

    /// A single word is a literal.
    fn simplify(&mut self) {
        if let Kind::Words { arena, table } = &self.kind
            && let [only] = table[..]
        {
            self.kind = Kind::Literal(arena.get(only).to_vec());
        }
    }

    /// Takes a literal that follows into this piece, if it has room; tells whether it did.
    fn absorb(&mut self, next: &Self) -> bool {
        let Kind::Literal(text) = &next.kind else { return false };
        let in_null = match (&self.null, &next.null) {
            // Not part of a cell that can be null: always there.
            (_, None) => text,
            // Two pieces of one cell, which are null together.
            (Some(_), Some(null)) if self.source.column == next.source.column => null,
            _ => return false,
        };
        if !self.kind.append(text) {
            return false;
        }
        if let Some(null) = &mut self.null {
            null.extend_from_slice(in_null);
        }
        true
    }
}

impl Kind {
    /// Adds a literal behind the text of every row, if there is room; tells whether there was.
    fn append(&mut self, text: &[u8]) -> bool {
        match self {
            Self::Literal(own) => own.extend_from_slice(text),
            Self::Slots { writer, left, right } if writer.takes(left.len(), right.len() + text.len()) => {
                right.extend_from_slice(text);
            }
            Self::Words { arena, table } if grown(arena, table, text) <= WORDS_BYTES_MAX => {
                let (mut longer, mut word) = (Buffer::default(), Vec::new());
                for view in table {
                    word.clear();
                    word.extend_from_slice(arena.get(*view));
                    word.extend_from_slice(text);
                    *view = add_aligned(&mut longer, &word);
                }
                *arena = longer;
            }
            _ => return false,
        }
        true
    }
}

/// At most how large words become when `text` is added to each.
fn grown(arena: &Buffer, table: &[View], text: &[u8]) -> usize {
    arena.len() + table.len() * (text.len() + WORD_ALIGNMENT)
}
