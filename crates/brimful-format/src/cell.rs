//! From a column and its dress to pieces: every literal goes into the piece beside it where there is room, so that
//! a cell stays one copy.

use std::sync::Arc;

use brimful_core::{Buffer, ByteSet, Dictionary, Fault, Shape};

use crate::format::{CellStyle, Column, Quote};
use crate::piece::{Inner, Kind, Piece, Source, Writer, dress_value};
use crate::text::Pattern;

/// A cell of every row while its pieces are laid out.
pub(crate) struct CellBuilder<'a> {
    pieces: &'a mut Vec<Piece>,
    style: Arc<CellStyle>,
    nullable: bool,
    /// What the first piece says in a null row; taken by that piece.
    null: Option<Vec<u8>>,
}

/// What stands around a cell that does not belong to it.
pub(crate) struct Around<'a> {
    /// Before the cell.
    pub(crate) left: &'a [u8],
    /// Behind the cell.
    pub(crate) right: &'a [u8],
}

/// Adds the pieces of a column to a row.
pub(crate) fn add_cell(
    pieces: &mut Vec<Piece>,
    number: usize,
    column: &Column,
    style: CellStyle,
    around: &Around<'_>,
) -> Result<(), Fault> {
    let null = column.nullable.then(|| [around.left, &style.null, around.right].concat());
    let mut cell = CellBuilder { pieces, style: Arc::new(style), nullable: column.nullable, null };
    let source = Source { column: number, path: Vec::new() };
    cell.add(&column.shape, source, around.left.to_vec(), around.right.to_vec())
}

impl CellBuilder<'_> {
    fn add(&mut self, shape: &Shape, source: Source, left: Vec<u8>, right: Vec<u8>) -> Result<(), Fault> {
        match shape {
            Shape::Concat(parts) => return self.add_concat(parts, &source, left, right),
            Shape::Codes(dictionary) => {
                self.add_words(dictionary.iter().map(str::as_bytes), source, &left, &right)
            }
            Shape::Bool => {
                let words = self.style.booleans;
                let bare = CellStyle { quote: Quote::Never, ..(*self.style).clone() };
                let dressed = std::mem::replace(&mut self.style, Arc::new(bare));
                self.add_words(words.iter().map(|word| word.as_bytes()), source, &left, &right);
                self.style = dressed;
            }
            Shape::Constant { text, .. } => {
                self.add_words([text.as_bytes()].into_iter(), source, &left, &right)
            }
            Shape::Slices(arena) => {
                let alphabet = ByteSet::of(arena);
                self.add_text(&alphabet, Inner::Slices(Arc::clone(arena)), source, left, right);
            }
            Shape::Bytes(alphabet) => self.add_text(alphabet, Inner::Bytes, source, left, right),
            Shape::Date(Some(pattern)) => {
                let inner = Inner::Date(Pattern::new(pattern)?);
                self.push(source, Kind::Dressed { inner, left, style: Arc::clone(&self.style), right });
            }
            Shape::Timestamp { pattern: Some(pattern), .. } => {
                let inner = Inner::Timestamp(Pattern::new(pattern)?);
                self.push(source, Kind::Dressed { inner, left, style: Arc::clone(&self.style), right });
            }
            _ => self.add_slots(shape, source, left, right),
        }
        Ok(())
    }

    fn push(&mut self, source: Source, kind: Kind) {
        let null = self.nullable.then(|| self.null.take().unwrap_or_default());
        self.pieces.push(Piece { source, kind, null });
    }

    fn push_literal(&mut self, source: &Source, text: Vec<u8>) {
        if !text.is_empty() || self.null.is_some() {
            self.push(source.clone(), Kind::Literal(text));
        }
    }

    /// Words are dressed one by one, here and now.
    fn add_words<'w>(
        &mut self,
        words: impl Iterator<Item = &'w [u8]>,
        source: Source,
        left: &[u8],
        right: &[u8],
    ) {
        let (mut arena, mut table, mut text) = (Buffer::default(), Vec::new(), Vec::new());
        for word in words {
            text.clear();
            text.extend_from_slice(left);
            dress_value(&self.style, word, &mut text);
            text.extend_from_slice(right);
            table.push(arena.add(&text));
            arena.resize(arena.len().next_multiple_of(16));
        }
        let null = self.nullable.then(|| self.null.take().unwrap_or_default());
        self.pieces.push(Piece { source, kind: Kind::Words { arena: Arc::new(arena), table }, null });
    }

    /// Values written into slots, whose text is quoted always or never: their alphabet is known.
    fn add_slots(&mut self, shape: &Shape, source: Source, mut left: Vec<u8>, mut right: Vec<u8>) {
        let Some(writer) = Writer::of(shape) else { unreachable!("every other shape has a writer") };
        if self.is_quoted(&writer.alphabet()) {
            left.extend_from_slice(self.style.open.as_bytes());
            right.splice(..0, self.style.close.bytes());
        }
        if !writer.takes(left.len(), 0) {
            self.push_literal(&source, std::mem::take(&mut left));
        }
        let rest =
            if writer.takes(left.len(), right.len()) { Vec::new() } else { std::mem::take(&mut right) };
        self.push(source.clone(), Kind::Slots { writer, left, right });
        self.push_literal(&source, rest);
    }

    /// Text: copied as it stands where its alphabet allows that, else looked at value by value.
    fn add_text(
        &mut self,
        alphabet: &ByteSet,
        inner: Inner,
        source: Source,
        mut left: Vec<u8>,
        mut right: Vec<u8>,
    ) {
        let plain = !alphabet.intersects(&self.style.escaped)
            && match self.style.quote {
                Quote::Never | Quote::Always => true,
                // An empty text would need quotes: it must be looked at.
                Quote::Needed(_) => false,
            };
        if !plain {
            self.push(source, Kind::Dressed { inner, left, style: Arc::clone(&self.style), right });
            return;
        }
        if matches!(self.style.quote, Quote::Always) {
            left.extend_from_slice(self.style.open.as_bytes());
            right.splice(..0, self.style.close.bytes());
        }
        self.push_literal(&source, left);
        let kind = match inner {
            Inner::Slices(arena) => Kind::Slices(arena),
            _ => Kind::Bytes,
        };
        self.push(source.clone(), kind);
        self.push_literal(&source, right);
    }

    /// Parts are dressed as one: when one of them may need quotes, the whole is quoted, always.
    fn add_concat(
        &mut self,
        parts: &[Shape],
        source: &Source,
        mut left: Vec<u8>,
        mut right: Vec<u8>,
    ) -> Result<(), Fault> {
        let quoted = self.is_quoted(&alphabet_of(parts));
        if quoted {
            left.extend_from_slice(self.style.open.as_bytes());
            right.splice(..0, self.style.close.bytes());
        }
        let inner = CellStyle { quote: Quote::Never, ..(*self.style).clone() };
        let outer = std::mem::replace(&mut self.style, Arc::new(inner));
        for (i, part) in parts.iter().enumerate() {
            let mut source = source.clone();
            source.path.push(i);
            let left = if i == 0 { std::mem::take(&mut left) } else { Vec::new() };
            let right = if i + 1 == parts.len() { std::mem::take(&mut right) } else { Vec::new() };
            self.add(part, source, left, right)?;
        }
        self.style = outer;
        Ok(())
    }

    fn is_quoted(&self, alphabet: &ByteSet) -> bool {
        is_quoted(&self.style, alphabet)
    }
}

/// Whether texts of an alphabet are quoted, for cells that are quoted always or never.
pub(crate) fn is_quoted(style: &CellStyle, alphabet: &ByteSet) -> bool {
    match style.quote {
        Quote::Never => false,
        Quote::Always => true,
        Quote::Needed(specials) => specials.intersects(alphabet),
    }
}

/// Every byte that the parts of a composite may contain.
pub(crate) fn alphabet_of(parts: &[Shape]) -> ByteSet {
    parts.iter().map(alphabet).fold(ByteSet::default(), ByteSet::union)
}

fn alphabet(shape: &Shape) -> ByteSet {
    match shape {
        Shape::Codes(dictionary) => Dictionary::alphabet(dictionary),
        Shape::Bool => ByteSet::of(b"truefalse10"),
        Shape::Constant { text, .. } => ByteSet::of(text.as_bytes()),
        Shape::Slices(arena) => ByteSet::of(arena),
        Shape::Bytes(alphabet) => *alphabet,
        Shape::Concat(parts) => alphabet_of(parts),
        other => Writer::of(other).map_or(ByteSet::ALL, Writer::alphabet),
    }
}
