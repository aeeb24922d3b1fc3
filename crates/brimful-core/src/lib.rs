//! The pure core of brimful: `value = f(spec, seed, table, column, row)`.
//!
//! Nothing here does input or output, reads a clock or starts a thread. A generator makes the values of a column
//! for any rows, in any order; everything it needs comes from its key and the row number.

mod alias;
mod args;
mod byteset;
pub mod civil;
pub mod cpu;
mod dictionary;
pub mod distributions;
mod draw;
mod fault;
mod generator;
pub mod generators;
mod key;
pub mod math;
mod modifier;
mod permutation;
mod pieces;
pub mod quantity;
pub mod random;
mod rows;
mod segment;
pub mod suggest;
mod text;
mod vector;

pub use alias::AliasTable;
pub use args::{Arg, Args, Kind, Modifier, Modifiers};
pub use byteset::ByteSet;
pub use dictionary::Dictionary;
pub use draw::Draw;
pub use fault::Fault;
pub use generator::{Entry, Generator, Request};
pub use key::Key;
pub use modifier::probability;
pub use permutation::Permutation;
pub use rows::Rows;
pub use segment::{Buffer, Segment, View};
pub use text::{Text, quote};
pub use vector::{BATCH_ROWS_MAX, Bytes, Data, Logical, Sequence, Shape, Texts, Vector};
