//! Generators: what makes the values of a column.

use crate::args::{Arg, Args, Modifier, Modifiers};
use crate::{Data, Fault, Key, Rows, Shape};

/// The values of one column as a pure function of the row.
///
/// It is called once per column and batch, so that the call costs nothing that can be measured per value.
pub trait Generator: Send + Sync {
    /// What its vectors look like.
    fn shape(&self) -> Shape;

    /// Writes the value of each row. The same row gives the same value in every call.
    fn values(&self, rows: Rows<'_>, out: &mut Data);

    /// How many rows it can serve: rows from this number on have no value. `None` when every u64 has one.
    fn capacity(&self) -> Option<u64> {
        None
    }
}

/// A generator in the registry: what it is called, what it takes, and how it is made. Help, reference pages and
/// tests derive from these entries.
#[derive(Debug)]
pub struct Entry {
    /// The name that users write.
    pub name: &'static str,
    /// Other names of the same.
    pub aliases: &'static [&'static str],
    /// What its values are, in one line.
    pub summary: &'static str,
    /// The arguments it takes, in the order of their positions.
    pub args: &'static [Arg],
    /// The modifiers it takes besides `null`, which all take.
    pub modifiers: &'static [Modifier],
    /// A column expression that shows it.
    pub example: &'static str,
    /// Where its list or formula comes from; what makes its values safe.
    pub source: &'static str,
    /// Makes one.
    pub build: fn(&Request<'_>) -> Result<Box<dyn Generator>, Fault>,
}

/// What a generator is made from.
pub struct Request<'a> {
    /// The arguments.
    pub args: &'a Args,
    /// The modifiers.
    pub modifiers: &'a Modifiers,
    /// The key of the column.
    pub key: Key,
    /// The key of the table, below which entities have theirs.
    pub table_key: Key,
    /// Which person, place or company of the row the column describes, from 1 on.
    pub entity: u32,
    /// What the run takes for now: microseconds since 1970-01-01T00:00:00Z.
    pub now: i64,
    /// Reads a user's file for generators that take one.
    pub read_file: &'a dyn Fn(&str) -> Result<Vec<u8>, Fault>,
}

impl Request<'_> {
    /// The key that all columns about the same person, place or company of a row share.
    #[must_use]
    pub fn entity_key(&self, kind: &str) -> Key {
        self.table_key.derive(&format!("entity:{kind}#{}", self.entity))
    }
}
