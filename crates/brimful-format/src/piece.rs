//! Pieces: the segments of a row, as the plan knows them and as a worker fills them.

use std::sync::Arc;

use brimful_core::{Buffer, ByteSet, Data, Segment, Shape, View};

use crate::format::{CellStyle, Quote};
use crate::text::{self, DIGITS_END, Number, Pattern};

/// Which vector of a batch a piece reads: the column, and for parts of a composite the way down to the part.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub(crate) column: usize,
    pub(crate) path: Vec<usize>,
}

impl Source {
    fn of<'a>(&self, column: &'a Data) -> &'a Data {
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

impl Piece {
    /// A single word without nulls is a literal.
    pub(crate) fn simplify(&mut self) {
        if let (Kind::Words { arena, table }, None) = (&self.kind, &self.null)
            && let [only] = table[..]
        {
            self.kind = Kind::Literal(arena.get(only).to_vec());
        }
    }

    /// Takes a literal that follows into this piece, if it has room; tells whether it has.
    pub(crate) fn absorb(&mut self, text: &[u8]) -> bool {
        let room = match &mut self.kind {
            Kind::Literal(own) => {
                own.extend_from_slice(text);
                true
            }
            Kind::Slots { writer, left, right } if writer.takes(left.len(), right.len() + text.len()) => {
                right.extend_from_slice(text);
                true
            }
            Kind::Words { arena, table }
                if arena.len() + table.len() * (text.len() + 16) <= WORDS_BYTES_MAX =>
            {
                let (mut longer, mut word) = (Buffer::default(), Vec::new());
                for view in table.iter_mut() {
                    word.clear();
                    word.extend_from_slice(arena.get(*view));
                    word.extend_from_slice(text);
                    *view = longer.add(&word);
                    longer.resize(longer.len().next_multiple_of(16));
                }
                *arena = Arc::new(longer);
                true
            }
            _ => false,
        };
        // In a null row, the first piece of the cell says what stands behind the cell too; the last one, which is
        // this, says the rest of it.
        if room && let Some(null) = &mut self.null {
            null.extend_from_slice(text);
        }
        room
    }
}

/// Dictionaries do not grow beyond this by what is merged into them: they would leave the caches.
const WORDS_BYTES_MAX: usize = 1 << 20;

/// How a piece gets its text.
#[derive(Debug)]
pub(crate) enum Kind {
    /// The same in every row.
    Literal(Vec<u8>),
    /// Words that were dressed when the plan was built.
    Words { arena: Arc<Buffer>, table: Vec<View> },
    /// Text written into slots, between what was put there before.
    Slots { writer: Writer, left: Vec<u8>, right: Vec<u8> },
    /// Views into an arena that all batches share.
    Slices(Arc<Buffer>),
    /// Text that the generator wrote and no byte of which is special.
    Bytes,
    /// Text that must be looked at value by value.
    Dressed { inner: Inner, left: Vec<u8>, style: Arc<CellStyle>, right: Vec<u8> },
}

/// Where a piece that is dressed value by value takes its text from.
#[derive(Debug)]
pub(crate) enum Inner {
    Bytes,
    Slices(Arc<Buffer>),
    Date(Pattern),
    Timestamp(Pattern),
}

/// The fast forms of values that are written into slots.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writer {
    Number(Number),
    Uuid,
    Date,
    Timestamp { digits: u8 },
    Mac,
    Ipv4,
    Ipv6,
    Float,
}

/// Bytes of a narrow and of a wide slot.
const NARROW: usize = 32;
const WIDE: usize = 64;

impl Writer {
    /// How a shape is written, if in slots.
    pub(crate) fn of(shape: &Shape) -> Option<Self> {
        Some(match shape {
            Shape::Int { low, high } => Self::Number(Number::new(magnitude(*low, *high), 0)),
            Shape::Decimal { scale, low, high } => {
                Self::Number(Number::new(magnitude((*low).into(), (*high).into()), *scale))
            }
            Shape::Float => Self::Float,
            Shape::Uuid => Self::Uuid,
            Shape::Date(None) => Self::Date,
            Shape::Timestamp { digits, pattern: None } => Self::Timestamp { digits: *digits },
            Shape::Ipv4 => Self::Ipv4,
            Shape::Ipv6 => Self::Ipv6,
            Shape::Mac => Self::Mac,
            _ => return None,
        })
    }

    /// The bytes that its text may contain.
    pub(crate) fn alphabet(self) -> ByteSet {
        ByteSet::of(match self {
            Self::Number(_) => b"-.0123456789",
            Self::Date => b"-0123456789",
            Self::Timestamp { .. } => b"-:.0123456789TZ",
            Self::Ipv4 => b".0123456789",
            Self::Float => b"-+.0123456789e",
            Self::Uuid | Self::Mac | Self::Ipv6 => b"-:.0123456789abcdef",
        })
    }

    /// Whether literals of these lengths can stand in the slot, before and behind the text.
    pub(crate) fn takes(self, left: usize, right: usize) -> bool {
        match self.len() {
            Len::EndsAt(end) => left == 0 && end + right <= WIDE,
            Len::Fixed(len) => left + len + right <= WIDE,
            Len::Varying(_) => right <= VARYING_RIGHT && self.span(left, right) <= WIDE,
        }
    }

    /// How many bytes of a slot are used.
    fn span(self, left: usize, right: usize) -> usize {
        match self.len() {
            Len::EndsAt(end) => end + right,
            Len::Fixed(len) => left + len + right,
            Len::Varying(len) => left + len + VARYING_RIGHT,
        }
    }

    fn slot_width(self, left: usize, right: usize) -> usize {
        if self.span(left, right) <= NARROW { NARROW } else { WIDE }
    }

    fn len(self) -> Len {
        match self {
            Self::Number(_) => Len::EndsAt(DIGITS_END),
            Self::Uuid => Len::Fixed(36),
            Self::Date => Len::Fixed(10),
            Self::Timestamp { digits: 0 } => Len::Fixed(20),
            Self::Timestamp { digits } => Len::Fixed(21 + usize::from(digits)),
            Self::Mac => Len::Fixed(17),
            Self::Ipv4 => Len::Varying(15),
            Self::Ipv6 => Len::Varying(39),
            Self::Float => Len::Varying(25),
        }
    }
}

/// How long the texts of a writer are.
#[derive(Clone, Copy)]
enum Len {
    /// Any length, ending at this byte of the slot.
    EndsAt(usize),
    /// All the same.
    Fixed(usize),
    /// At most this.
    Varying(usize),
}

/// The longest literal behind a text of varying length: it is copied at this width each time.
const VARYING_RIGHT: usize = 16;

fn magnitude(low: i128, high: i128) -> u64 {
    low.unsigned_abs().max(high.unsigned_abs()).try_into().unwrap_or(u64::MAX)
}

/// One segment of every row: what a worker fills for each batch.
#[derive(Debug)]
pub(crate) struct Filled {
    arena: Buffer,
    views: Vec<View>,
    null: View,
    scratch: Vec<u8>,
}

impl Filled {
    /// Prepares what is the same in all batches of at most `rows` rows.
    pub(crate) fn new(piece: &Piece, rows: usize) -> Self {
        let mut arena = Buffer::default();
        let mut views = vec![View::default(); rows];
        match &piece.kind {
            Kind::Literal(text) => views.fill(arena.add(text)),
            Kind::Slots { writer, left, right } => {
                let width = writer.slot_width(left.len(), right.len());
                arena.resize(rows * width);
                let right_at = match writer.len() {
                    Len::EndsAt(end) => end,
                    Len::Fixed(len) | Len::Varying(len) => left.len() + len,
                };
                for slot in arena.chunks_exact_mut(width) {
                    slot[..left.len()].copy_from_slice(left);
                    slot[right_at..right_at + right.len()].copy_from_slice(right);
                }
            }
            _ => {}
        }
        let null = piece.null.as_ref().map(|text| arena.add(text)).unwrap_or_default();
        Self { arena, views, null, scratch: Vec::new() }
    }

    /// Fills the views, and where the piece has bytes of its own those, for a batch of `rows` rows.
    pub(crate) fn fill(&mut self, piece: &Piece, column: &Data, rows: usize) {
        let data = piece.source.of(column);
        let views = &mut self.views[..rows];
        match (&piece.kind, data) {
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
            (Kind::Words { table, .. }, _) => views.fill(table[0]),
            (Kind::Slots { writer, left, right }, data) => {
                if writer.slot_width(left.len(), right.len()) == NARROW {
                    write_slots::<NARROW>(*writer, left.len(), right, data, &mut self.arena, views);
                } else {
                    write_slots::<WIDE>(*writer, left.len(), right, data, &mut self.arena, views);
                }
            }
            (Kind::Slices(_), Data::Slices(slices)) => views.copy_from_slice(slices),
            (Kind::Bytes, Data::Bytes(bytes)) => views.copy_from_slice(bytes.views()),
            (Kind::Dressed { inner, left, style, right }, data) => {
                self.dress(inner, data, [left, right], style, piece.null.as_deref(), rows);
            }
            (Kind::Literal(_), _) if piece.null.is_none() => {}
            (Kind::Literal(text), _) => views.fill(View { offset: 0, len: text.len() as u32 }),
            _ => unreachable!("the vector has the shape that the plan was built for"),
        }
    }

    /// Replaces the rows that have no value.
    pub(crate) fn mask(&mut self, validity: &[bool]) {
        for (view, valid) in self.views.iter_mut().zip(validity) {
            *view = if *valid { *view } else { self.null };
        }
    }

    /// The segment of the batch that was filled last.
    pub(crate) fn segment<'a>(
        &'a self,
        piece: &'a Piece,
        column: &'a Data,
        rows: std::ops::Range<usize>,
    ) -> Segment<'a> {
        let arena = match (&piece.kind, piece.source.of(column)) {
            (Kind::Words { arena, .. } | Kind::Slices(arena), _) => arena,
            (Kind::Bytes, Data::Bytes(bytes)) => bytes.arena(),
            _ => &self.arena,
        };
        Segment { arena, views: &self.views[rows] }
    }

    fn dress(
        &mut self,
        inner: &Inner,
        data: &Data,
        [left, right]: [&[u8]; 2],
        style: &CellStyle,
        null: Option<&[u8]>,
        rows: usize,
    ) {
        self.arena.clear();
        self.null = null.map(|text| self.arena.add(text)).unwrap_or_default();
        let mut text = std::mem::take(&mut self.scratch);
        for row in 0..rows {
            text.clear();
            text.extend_from_slice(left);
            inner.with(data, row, |value| dress_value(style, value, &mut text));
            text.extend_from_slice(right);
            self.views[row] = self.arena.add(&text);
        }
        self.scratch = text;
    }
}

impl Inner {
    fn with(&self, data: &Data, row: usize, f: impl FnOnce(&[u8])) {
        match (self, data) {
            (Self::Bytes, Data::Bytes(bytes)) => f(bytes.arena().get(bytes.views()[row])),
            (Self::Slices(arena), Data::Slices(views)) => f(arena.get(views[row])),
            (Self::Date(pattern), Data::I64(days)) => f(&pattern.text(days[row] * 86_400_000_000)),
            (Self::Timestamp(pattern), Data::I64(micros)) => f(&pattern.text(micros[row])),
            _ => unreachable!("the vector has the shape that the plan was built for"),
        }
    }
}

/// Writes one value with its quotes, when it needs them, and its special bytes replaced.
pub(crate) fn dress_value(style: &CellStyle, value: &[u8], out: &mut Vec<u8>) {
    let quoted = match style.quote {
        Quote::Never => false,
        Quote::Always => true,
        Quote::Needed(specials) => value.is_empty() || specials.any_in(value),
    };
    if quoted {
        out.extend_from_slice(style.open.as_bytes());
    }
    style.escape_into(value, out);
    if quoted {
        out.extend_from_slice(style.close.as_bytes());
    }
}

/// Writes a batch of values into slots of `N` bytes and tells where they stand.
fn write_slots<const N: usize>(
    writer: Writer,
    left: usize,
    right: &[u8],
    data: &Data,
    arena: &mut Buffer,
    views: &mut [View],
) {
    let slots = &mut arena.slots_mut::<N>()[..views.len()];
    let cell = Cell { left, right };
    match (writer, data) {
        (Writer::Number(number), data) => number.write(data, slots, right.len(), views),
        (Writer::Uuid, Data::U128(values)) => cell.fixed(slots, views, values, text::uuid),
        (Writer::Mac, Data::U64(values)) => cell.fixed(slots, views, values, text::mac),
        (Writer::Date, Data::I64(values)) => cell.fixed(slots, views, values, text::date),
        (Writer::Timestamp { digits: 0 }, Data::I64(values)) => {
            cell.fixed(slots, views, values, text::timestamp::<20>);
        }
        (Writer::Timestamp { digits: 3 }, Data::I64(values)) => {
            cell.fixed(slots, views, values, text::timestamp::<24>);
        }
        (Writer::Timestamp { .. }, Data::I64(values)) => {
            cell.fixed(slots, views, values, text::timestamp::<27>)
        }
        (Writer::Ipv4, Data::U64(values)) => cell.varying(slots, views, values, text::ipv4),
        (Writer::Ipv6, Data::U128(values)) => cell.varying(slots, views, values, text::ipv6),
        (Writer::Float, Data::F64(values)) => cell.varying(slots, views, values, text::float),
        _ => unreachable!("the vector has the shape that the plan was built for"),
    }
}

/// What stands around the text in each slot.
struct Cell<'a> {
    left: usize,
    right: &'a [u8],
}

impl Cell<'_> {
    fn view(&self, slot: usize, width: usize, len: usize) -> View {
        View { offset: (slot * width) as u32, len: (self.left + len + self.right.len()) as u32 }
    }

    /// Texts of one length; what stands behind them was put there before.
    #[inline(always)]
    fn fixed<const N: usize, const W: usize, T: Copy>(
        &self,
        slots: &mut [[u8; N]],
        views: &mut [View],
        values: &[T],
        text: impl Fn(T) -> [u8; W],
    ) {
        for (i, ((slot, view), value)) in slots.iter_mut().zip(views).zip(values).enumerate() {
            slot[self.left..self.left + W].copy_from_slice(&text(*value));
            *view = self.view(i, N, W);
        }
    }

    /// Texts of different lengths: what stands behind each is put there each time.
    #[inline(always)]
    fn varying<const N: usize, const W: usize, T: Copy>(
        &self,
        slots: &mut [[u8; N]],
        views: &mut [View],
        values: &[T],
        text: impl Fn(T, &mut [u8; W]) -> usize,
    ) {
        let mut right = [0; VARYING_RIGHT];
        right[..self.right.len()].copy_from_slice(self.right);
        for (i, ((slot, view), value)) in slots.iter_mut().zip(views).zip(values).enumerate() {
            let mut buffer = [0; W];
            let len = text(*value, &mut buffer);
            slot[self.left..self.left + W].copy_from_slice(&buffer);
            slot[self.left + len..self.left + len + VARYING_RIGHT].copy_from_slice(&right);
            *view = self.view(i, N, len);
        }
    }
}
