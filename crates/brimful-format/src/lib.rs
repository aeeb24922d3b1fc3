//! From vectors to the bytes of rows: formats, and the encoder that makes them fast.
//!
//! A [`Format`] only says what stands around the values: literals, quotes, escapes. The encoder turns
//! vectors into segments, merges the literals into them when the plan is built, and copies them row by row into a
//! block. There is no input or output here.

mod alphabet;
mod cell;
mod dress;
mod encoder;
mod fill;
pub mod format;
pub mod formats;
mod piece;
pub mod reference;
mod slot;
mod text;

pub use encoder::{ColumnFault, Encoder, TextPlan};
pub use format::{CellStyle, Column, Format, Group, Layout, Quote, TimeStyle};
