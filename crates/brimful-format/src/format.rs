//! What a format is: literals between the values, and the dress of each value.

use brimful_core::civil::{parse_timestamp, timestamp_text};
use brimful_core::{Arg, Args, ByteSet, Fault, Logical, Shape};

/// A column as formats see it.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its vectors look like.
    pub shape: Shape,
    /// Whether some of its rows may be null.
    pub nullable: bool,
}

/// How rows are written. A format holds no state between rows.
pub trait Format: Send + Sync {
    /// What stands around and between the cells.
    fn layout(&self, table: &str, columns: &[Column]) -> Layout;

    /// How the cells of a column are dressed.
    fn cell(&self, column: &Column) -> CellStyle;
}

/// What stands around and between the cells of a table. Where each part of it stands follows from the absolute
/// row numbers alone.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Once, before the first row.
    pub opening: Vec<u8>,
    /// Rows that belong together, such as those of one statement.
    pub group: Option<Group>,
    /// Before each cell; the first one begins the row.
    pub before: Vec<Vec<u8>>,
    /// After the last cell of a row.
    pub after: Vec<u8>,
    /// Once, after the last row.
    pub closing: Vec<u8>,
}

/// Rows that belong together: those whose absolute row numbers have the same quotient by `rows`.
#[derive(Clone, Debug)]
pub struct Group {
    /// How many rows, at least 1.
    pub rows: u64,
    /// Before the first row of a group.
    pub head: Vec<u8>,
    /// Between two rows of a group.
    pub separator: Vec<u8>,
    /// After the last row of a group.
    pub tail: Vec<u8>,
}

impl Group {
    /// Whether a row is the first of its group, wherever the output begins.
    pub(crate) const fn begins_with(&self, row: u64) -> bool {
        row.is_multiple_of(self.rows)
    }

    /// Whether a row is the last of its group.
    pub(crate) const fn ends_with(&self, row: u64) -> bool {
        row % self.rows == self.rows - 1
    }

    /// How many rows the group of `row` has from that one on.
    pub(crate) fn rows_from(&self, row: u64) -> usize {
        usize::try_from(self.rows - row % self.rows).unwrap_or(usize::MAX)
    }
}

/// How a cell is dressed.
///
/// Which texts are quoted follows from the shape of the column: words, truth values, constants and texts are looked
/// at one by one; numbers, identifiers, days, times and addresses are all quoted or none of them, by what their text
/// may contain; a composite is quoted as a whole, by what its parts may contain.
#[derive(Clone, Debug)]
pub struct CellStyle {
    /// Stands before a quoted text.
    pub open: &'static str,
    /// Stands after a quoted text.
    pub close: &'static str,
    /// Whether the text is quoted.
    pub quote: Quote,
    /// The bytes that `escape` replaces. None of them may occur in the text of a number, an identifier, a day, a time
    /// or an address: those are never escaped.
    pub escaped: ByteSet,
    /// Writes what stands for such a byte.
    pub escape: fn(u8, &mut Vec<u8>),
    /// The bytes that no value may contain, because nothing could stand for them.
    pub refused: ByteSet,
    /// What stands for a null, instead of the whole cell.
    pub null: Vec<u8>,
    /// The words for false and true.
    pub booleans: [&'static str; 2],
    /// How points in time are written, unless by a pattern.
    pub times: TimeStyle,
}

/// When a text is quoted.
#[derive(Clone, Copy, Debug)]
pub enum Quote {
    /// Never.
    Never,
    /// Always.
    Always,
    /// When it contains one of these bytes, or is empty.
    Needed(ByteSet),
}

/// How a point in time is written around its day and its time of day, which are in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeStyle {
    /// Between the day and the time of day.
    pub separator: u8,
    /// Behind the time of day.
    pub zone: &'static str,
}

impl TimeStyle {
    /// `2026-11-21T10:20:30Z`, ISO 8601 and RFC 3339.
    pub const ISO: Self = Self { separator: b'T', zone: "Z" };
    /// `2026-11-21 10:20:30+00`, as `PostgreSQL` writes it.
    pub const OFFSET: Self = Self { separator: b' ', zone: "+00" };
    /// `2026-11-21 10:20:30`, for databases whose times have no zone.
    pub const LOCAL: Self = Self { separator: b' ', zone: "" };
}

impl CellStyle {
    /// A cell that is written as it is.
    #[must_use]
    pub fn bare(null: &[u8]) -> Self {
        Self {
            open: "",
            close: "",
            quote: Quote::Never,
            escaped: ByteSet::default(),
            escape: |byte, out| out.push(byte),
            refused: ByteSet::default(),
            null: null.to_vec(),
            booleans: ["false", "true"],
            times: TimeStyle::ISO,
        }
    }

    /// Writes one value with its quotes, when it needs them, and its special bytes replaced.
    pub fn dress(&self, value: &[u8], out: &mut Vec<u8>) {
        let quoted = match self.quote {
            Quote::Never => false,
            Quote::Always => true,
            Quote::Needed(specials) => value.is_empty() || specials.any_in(value),
        };
        if quoted {
            out.extend_from_slice(self.open.as_bytes());
        }
        self.escape_into(value, out);
        if quoted {
            out.extend_from_slice(self.close.as_bytes());
        }
    }

    /// Writes the text with its special bytes replaced.
    pub fn escape_into(&self, text: &[u8], out: &mut Vec<u8>) {
        let mut plain_from = 0;
        for (i, byte) in text.iter().enumerate() {
            if self.escaped.contains(*byte) {
                out.extend_from_slice(&text[plain_from..i]);
                (self.escape)(*byte, out);
                plain_from = i + 1;
            }
        }
        out.extend_from_slice(&text[plain_from..]);
    }

    /// The text of a constant: truth values and points in time in the words of the style, anything else as it is.
    pub(crate) fn constant(&self, text: &str, logical: Logical) -> Vec<u8> {
        let other_time = logical == Logical::Timestamp && self.times != TimeStyle::ISO;
        let time = other_time.then(|| parse_timestamp(text).ok()).flatten();
        match (logical, text, time) {
            (Logical::Boolean, "false", _) => self.booleans[0].into(),
            (Logical::Boolean, "true", _) => self.booleans[1].into(),
            (_, _, Some(micros)) => {
                let iso = timestamp_text(micros);
                let (day, time) = (&iso.as_bytes()[..10], &iso.as_bytes()[11..iso.len() - 1]);
                [day, &[self.times.separator], time, self.times.zone.as_bytes()].concat()
            }
            _ => text.into(),
        }
    }
}

/// A format in the registry.
#[derive(Debug)]
pub struct Entry {
    /// The name that users write.
    pub name: &'static str,
    /// Other names of the same.
    pub aliases: &'static [&'static str],
    /// File name endings that choose it.
    pub extensions: &'static [&'static str],
    /// What it writes, in one line.
    pub summary: &'static str,
    /// The arguments it takes.
    pub args: &'static [Arg],
    /// A format expression that shows it.
    pub example: &'static str,
    /// Where it is defined.
    pub source: &'static str,
    /// Makes one.
    pub build: fn(&Args) -> Result<Box<dyn Format>, Fault>,
}
