//! The pure core of brimful: `value = f(spec, seed, table, column, row)`.
//!
//! Nothing here does input or output, reads a clock or starts a thread. A generator makes the values of a column
//! for any rows, in any order; everything it needs comes from its key and the row number.

pub mod cpu;
mod fault;
mod key;
pub mod random;
mod rows;

pub use fault::Fault;
pub use key::Key;
pub use rows::Rows;
