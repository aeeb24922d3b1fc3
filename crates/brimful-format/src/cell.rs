//! From a column and its dress to pieces: every literal goes into the piece beside it where there is room, so that
//! a cell stays one copy.

use std::sync::Arc;

use brimful_core::{Buffer, Fault, Shape, Texts};

use crate::alphabet::{alphabet, quote_of};
use crate::dress::Dresser;
use crate::format::{CellStyle, Column, Quote};
use crate::piece::{Inner, Kind, Piece, Source, add_aligned};
use crate::slot::Writer;
use crate::text::Pattern;

/// What stands around a text: first what does not belong to its cell, then its quotes too.
#[derive(Default)]
pub(crate) struct Around {
    /// Before the text.
    pub(crate) left: Vec<u8>,
    /// Behind the text.
    pub(crate) right: Vec<u8>,
}

impl Around {
    /// With the quotes of a style.
    fn quoted(mut self, style: &CellStyle) -> Self {
        self.left.extend_from_slice(style.open.as_bytes());
        self.right.splice(..0, style.close.bytes());
        self
    }
}

/// Adds the pieces of a column to a row.
pub(crate) fn add_cell(
    pieces: &mut Vec<Piece>,
    number: usize,
    column: &Column,
    style: CellStyle,
    around: Around,
) -> Result<(), Fault> {
    refuse(&style, column)?;
    let null = column.nullable.then(|| [&around.left[..], &style.null, &around.right].concat());
    let mut cell = CellBuilder { pieces, style, nullable: column.nullable, null };
    cell.add(&column.shape, Source { column: number, path: Vec::new() }, around)
}

/// A column that may contain what the format has no way to write is refused before anything is written.
fn refuse(style: &CellStyle, column: &Column) -> Result<(), Fault> {
    let alphabet = alphabet(style, &column.shape);
    let refused = (0..=u8::MAX).find(|byte| style.refused.contains(*byte) && alphabet.contains(*byte));
    let Some(byte) = refused else { return Ok(()) };
    let message =
        format!("column `{}` can contain the byte 0x{byte:02x}, which the format cannot hold", column.name);
    Err(Fault::new(message).hint("write ndjson or csv, or take the byte out of the values"))
}

/// A cell of every row while its pieces are laid out.
struct CellBuilder<'a> {
    pieces: &'a mut Vec<Piece>,
    style: CellStyle,
    nullable: bool,
    /// What the first piece says in a null row; taken by that piece.
    null: Option<Vec<u8>>,
}

impl CellBuilder<'_> {
    fn add(&mut self, shape: &Shape, source: Source, around: Around) -> Result<(), Fault> {
        match shape {
            Shape::Concat(parts) => return self.add_concat(shape, parts, &source, around),
            Shape::Codes(dictionary) => {
                self.add_words(dictionary.iter().map(str::as_bytes), source, &around);
            }
            Shape::Bool => {
                let words = self.style.booleans;
                self.add_words(words.iter().map(|word| word.as_bytes()), source, &around);
            }
            Shape::Constant { text, logical } => {
                let word = self.style.constant(text, *logical);
                self.add_words([&word[..]].into_iter(), source, &around);
            }
            Shape::Slices(arena, texts) => {
                self.add_text(texts, Inner::Slices(Arc::clone(arena)), source, around);
            }
            Shape::Bytes(texts) => self.add_text(texts, Inner::Bytes, source, around),
            Shape::Date(Some(pattern)) => {
                self.add_dressed(Inner::Date(Pattern::new(pattern)?), source, &around);
            }
            Shape::Timestamp { pattern: Some(pattern), .. } => {
                self.add_dressed(Inner::Timestamp(Pattern::new(pattern)?), source, &around);
            }
            _ => self.add_slots(shape, &source, around),
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
    fn add_words<'w>(&mut self, words: impl Iterator<Item = &'w [u8]>, source: Source, around: &Around) {
        let (mut arena, mut table, mut text) = (Buffer::default(), Vec::new(), Vec::new());
        for word in words {
            text.clear();
            text.extend_from_slice(&around.left);
            self.style.dress(word, &mut text);
            text.extend_from_slice(&around.right);
            table.push(add_aligned(&mut arena, &text));
        }
        self.push(source, Kind::Words { arena, table });
    }

    /// Values written into slots, whose text is quoted always or never: their alphabet is known.
    fn add_slots(&mut self, shape: &Shape, source: &Source, mut around: Around) {
        let Some(writer) = Writer::of(shape, self.style.times) else {
            unreachable!("every other shape has a writer")
        };
        assert!(
            !alphabet(&self.style, shape).intersects(&self.style.escaped),
            "a format escapes no byte of numbers, days, times and addresses"
        );
        if matches!(quote_of(&self.style, shape), Quote::Always) {
            around = around.quoted(&self.style);
        }
        if matches!(shape, Shape::Timestamp { .. }) {
            around.right.splice(..0, self.style.times.zone.bytes());
        }
        let Around { mut left, mut right } = around;
        if !writer.takes(left.len(), 0) {
            self.push_literal(source, std::mem::take(&mut left));
        }
        let fits = writer.takes(left.len(), right.len());
        let rest = if fits { Vec::new() } else { std::mem::take(&mut right) };
        self.push(source.clone(), Kind::Slots { writer, left, right });
        self.push_literal(source, rest);
    }

    /// Text: copied as it stands where its alphabet allows that, else looked at value by value.
    fn add_text(&mut self, texts: &Texts, inner: Inner, source: Source, mut around: Around) {
        // Where only some texts need quotes, or an empty one does, each must be looked at.
        let by_value = match self.style.quote {
            Quote::Needed(specials) => texts.can_be_empty || texts.alphabet.intersects(&specials),
            Quote::Never | Quote::Always => false,
        };
        if by_value || texts.alphabet.intersects(&self.style.escaped) {
            return self.add_dressed(inner, source, &around);
        }
        if matches!(self.style.quote, Quote::Always) {
            around = around.quoted(&self.style);
        }
        self.push_literal(&source, around.left);
        self.push(source.clone(), Kind::Plain(inner));
        self.push_literal(&source, around.right);
    }

    fn add_dressed(&mut self, inner: Inner, source: Source, around: &Around) {
        let dresser = Dresser::new(self.style.clone(), &around.left, &around.right);
        self.push(source, Kind::Dressed { inner, dresser: Box::new(dresser) });
    }

    /// Parts are dressed as one: when one of them may need quotes, the whole is quoted, always.
    fn add_concat(
        &mut self,
        shape: &Shape,
        parts: &[Shape],
        source: &Source,
        around: Around,
    ) -> Result<(), Fault> {
        let whole = self.style.quote;
        let quoted = matches!(quote_of(&self.style, shape), Quote::Always);
        let Around { mut left, mut right } = if quoted { around.quoted(&self.style) } else { around };
        self.style.quote = Quote::Never;
        for (i, part) in parts.iter().enumerate() {
            let left = std::mem::take(&mut left);
            let right = if i + 1 == parts.len() { std::mem::take(&mut right) } else { Vec::new() };
            let path = [&source.path[..], &[i]].concat();
            self.add(part, Source { column: source.column, path }, Around { left, right })?;
        }
        if parts.is_empty() {
            self.push_literal(source, [left, right].concat());
        }
        self.style.quote = whole;
        Ok(())
    }
}
