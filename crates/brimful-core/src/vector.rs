//! Vectors: the values of one column for the rows of one batch, before they are text.

use std::sync::Arc;

use crate::segment::Vocabulary;
use crate::{Buffer, ByteSet, Dictionary, View};

/// How many rows a batch has at most: more would leave the first-level cache.
pub const BATCH_ROWS_MAX: usize = 1024;

/// What the vectors of a column look like; known when the plan is built, the same for all its batches.
#[derive(Clone, Debug)]
pub enum Shape {
    /// [`Data::Bool`].
    Bool,
    /// Whole numbers from `low` to `high`: [`Data::U64`] (or [`Data::Sequence`]) when `low` is not negative, else
    /// [`Data::I64`].
    Int {
        /// No value is below.
        low: i128,
        /// No value is above.
        high: i128,
    },
    /// Whole numbers of 10^-`scale`: [`Data::I64`].
    Decimal {
        /// How many digits behind the point, 1 to 18.
        scale: u8,
        /// No value is below, in units of 10^-`scale`.
        low: i64,
        /// No value is above, in units of 10^-`scale`.
        high: i64,
    },
    /// Finite numbers, written with the fewest digits that read back as the same number: [`Data::F64`].
    Float,
    /// 128 bits: [`Data::U128`].
    Uuid,
    /// Days since 1970-01-01, years 1 to 9999: [`Data::I64`].
    Date(Option<Arc<str>>),
    /// Microseconds since 1970-01-01T00:00:00Z, years 1 to 9999: [`Data::I64`]. The text is a pattern of
    /// `strftime` form; without one it is ISO 8601 in whole seconds, or with as many digits as `unit` asks for.
    Timestamp {
        /// Digits of the second's fraction: 0, 3 or 6.
        digits: u8,
        /// The pattern, when one was asked for.
        pattern: Option<Arc<str>>,
    },
    /// 32 bits: [`Data::U64`].
    Ipv4,
    /// 128 bits: [`Data::U128`].
    Ipv6,
    /// 48 bits: [`Data::U64`].
    Mac,
    /// Codes of a dictionary: [`Data::Codes`].
    Codes(Arc<Dictionary>),
    /// Views into one arena that all batches share: [`Data::Slices`].
    Slices(Arc<Buffer>, Texts),
    /// Text made for each row: [`Data::Bytes`].
    Bytes(Texts),
    /// The same in all rows: [`Data::Constant`].
    Constant {
        /// The text.
        text: Arc<str>,
        /// What kind of value it is.
        logical: Logical,
    },
    /// Texts one after the other, seen as one value: [`Data::Concat`].
    Concat(Vec<Shape>),
}

/// What is known of texts before there is any.
#[derive(Clone, Copy, Debug)]
pub struct Texts {
    /// Every byte that may occur.
    pub alphabet: ByteSet,
    /// Whether a text may have no byte at all.
    pub can_be_empty: bool,
}

/// What kind of value a column has, for formats that tell them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logical {
    /// True or false.
    Boolean,
    /// A whole number.
    Integer,
    /// A decimal number of fixed scale.
    Decimal,
    /// A binary floating-point number.
    Float,
    /// A universally unique identifier.
    Uuid,
    /// A day.
    Date,
    /// A point in time.
    Timestamp,
    /// Anything else.
    Text,
}

impl Logical {
    /// Whether the text of such a value is a number.
    #[must_use]
    pub const fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Decimal | Self::Float)
    }
}

impl Shape {
    /// What kind of value this is.
    #[must_use]
    pub fn logical(&self) -> Logical {
        match self {
            Self::Bool => Logical::Boolean,
            Self::Int { .. } => Logical::Integer,
            Self::Decimal { .. } => Logical::Decimal,
            Self::Float => Logical::Float,
            Self::Uuid => Logical::Uuid,
            Self::Date(None) => Logical::Date,
            Self::Timestamp { pattern: None, .. } => Logical::Timestamp,
            Self::Constant { logical, .. } => *logical,
            _ => Logical::Text,
        }
    }
}

/// The values of one column and batch; which variant is told by the column's [`Shape`]. Its memory is used again
/// for the next batch.
#[derive(Debug, Default)]
pub enum Data {
    /// Truth values.
    Bool(Vec<bool>),
    /// Signed whole numbers, days, microseconds, decimals.
    I64(Vec<i64>),
    /// Unsigned whole numbers and short bit strings.
    U64(Vec<u64>),
    /// Long bit strings.
    U128(Vec<u128>),
    /// Floating-point numbers.
    F64(Vec<f64>),
    /// Whole numbers at equal steps, not spelled out.
    Sequence(Sequence),
    /// Codes of a dictionary.
    Codes(Vec<u32>),
    /// Views into the arena of the shape.
    Slices(Vec<View>),
    /// Text of its own.
    Bytes(Bytes),
    /// The constant of the shape.
    #[default]
    Constant,
    /// The parts of a composite text.
    Concat(Vec<Data>),
}

/// Whole numbers at equal steps: position `i` holds `first + step * ((phase + i) / repeat)`, wrapping.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// The value at phase 0.
    pub first: u64,
    /// What is added, in two's complement.
    pub step: u64,
    /// How often each value occurs; at least 1.
    pub repeat: u64,
    /// How often the first value occurred before this batch; less than `repeat`.
    pub phase: u64,
}

impl Sequence {
    /// The value at a position.
    #[must_use]
    pub const fn at(&self, position: usize) -> u64 {
        self.first.wrapping_add(self.step.wrapping_mul((self.phase + position as u64) / self.repeat))
    }
}

/// Text that a generator writes row by row.
#[derive(Debug, Default)]
pub struct Bytes {
    arena: Buffer,
    views: Vec<View>,
}

impl Bytes {
    /// Where the text of the next row goes; [`end_row`](Self::end_row) ends it.
    #[inline]
    pub fn arena_mut(&mut self) -> &mut Buffer {
        &mut self.arena
    }

    /// Ends a row: what was added since the last one ended is its text.
    #[inline]
    pub fn end_row(&mut self) {
        let offset = self.views.last().map_or(0, |view| view.offset + view.len);
        self.views.push(View { offset, len: self.arena.len() as u32 - offset });
    }

    /// Adds `rows` rows, put together of texts of a vocabulary; see [`Buffer::compose`].
    pub(crate) fn compose(&mut self, vocabulary: &Vocabulary, codes: &[[u16; 4]], rows: usize) {
        let before = self.views.len();
        self.views.resize(before + rows, View::default());
        self.arena.compose(vocabulary, codes, &mut self.views[before..]);
    }

    /// All bytes.
    #[must_use]
    pub fn arena(&self) -> &Buffer {
        &self.arena
    }

    /// Where the text of each row stands.
    #[must_use]
    pub fn views(&self) -> &[View] {
        &self.views
    }
}

macro_rules! recycled {
    ($($(#[$meta:meta])* $name:ident: $variant:ident($item:ty) = $zero:expr;)*) => {
        $(
            $(#[$meta])*
            pub fn $name(&mut self, len: usize) -> &mut [$item] {
                if !matches!(self, Self::$variant(_)) {
                    *self = Self::$variant(Vec::new());
                }
                let Self::$variant(values) = self else { unreachable!("the variant was just set") };
                values.resize(len, $zero);
                values
            }
        )*
    };
}

impl Data {
    recycled! {
        /// Becomes `len` truth values to be written over.
        bools: Bool(bool) = false;
        /// Becomes `len` signed numbers to be written over.
        i64s: I64(i64) = 0;
        /// Becomes `len` unsigned numbers to be written over.
        u64s: U64(u64) = 0;
        /// Becomes `len` long bit strings to be written over.
        u128s: U128(u128) = 0;
        /// Becomes `len` floating-point numbers to be written over.
        f64s: F64(f64) = 0.0;
        /// Becomes `len` codes to be written over.
        codes: Codes(u32) = 0;
        /// Becomes `len` views to be written over.
        slices: Slices(View) = View::default();
    }

    /// Becomes text with no row yet.
    pub fn bytes(&mut self) -> &mut Bytes {
        if !matches!(self, Self::Bytes(_)) {
            *self = Self::Bytes(Bytes::default());
        }
        let Self::Bytes(bytes) = self else { unreachable!("the variant was just set") };
        bytes.arena.clear();
        bytes.views.clear();
        bytes
    }

    /// Becomes a composite of `N` parts, each to be written over.
    pub fn concat<const N: usize>(&mut self) -> &mut [Data; N] {
        if !matches!(self, Self::Concat(parts) if parts.len() == N) {
            *self = Self::Concat((0..N).map(|_| Self::Constant).collect());
        }
        let Self::Concat(parts) = self else { unreachable!("the variant was just set") };
        let Ok(parts) = parts.as_mut_slice().try_into() else { unreachable!("the parts were just counted") };
        parts
    }
}

/// One column and batch: values, and which of them are there.
#[derive(Debug, Default)]
pub struct Vector {
    /// The values; where a row is null, any value.
    pub data: Data,
    /// For each row whether it has a value; `None` when all have.
    pub validity: Option<Vec<bool>>,
}
