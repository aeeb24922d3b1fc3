//! What a format is: literals between the values, and the dress of each value.

use brimful_core::{Arg, Args};
use brimful_core::{ByteSet, Fault, Shape};

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
    /// Before the first row of a group. At least as long as the separator.
    pub head: Vec<u8>,
    /// Between two rows of a group.
    pub separator: Vec<u8>,
    /// After the last row of a group.
    pub tail: Vec<u8>,
}

/// How a cell is dressed.
#[derive(Clone, Debug)]
pub struct CellStyle {
    /// Stands before a quoted text.
    pub open: &'static str,
    /// Stands after a quoted text.
    pub close: &'static str,
    /// Whether the text is quoted.
    pub quote: Quote,
    /// The bytes that `escape` replaces.
    pub escaped: ByteSet,
    /// Writes what stands for such a byte.
    pub escape: fn(u8, &mut Vec<u8>),
    /// What stands for a null, instead of the whole cell.
    pub null: Vec<u8>,
    /// The words for false and true.
    pub booleans: [&'static str; 2],
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
            null: null.to_vec(),
            booleans: ["false", "true"],
        }
    }

    /// Writes the text with its special bytes replaced.
    pub fn escape_into(&self, text: &[u8], out: &mut Vec<u8>) {
        for byte in text {
            if self.escaped.contains(*byte) {
                (self.escape)(*byte, out);
            } else {
                out.push(*byte);
            }
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
