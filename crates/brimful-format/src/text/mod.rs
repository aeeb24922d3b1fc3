//! From one value to its text.
//!
//! Each value type has one file with its fast form, for the slots of the encoder. The plain form, for the reference
//! encoder, is in [`reference`](crate::reference).

mod address;
mod date;
mod digits;
mod float;
mod number;
mod uuid;

pub(crate) use address::{IPV6_LEN_MAX, ipv4, ipv6, mac};
pub(crate) use date::{PUNCTUATION, Pattern, SEPARATOR_AT, date, timestamp};
pub(crate) use float::{FLOAT_LEN_MAX, float};
pub(crate) use number::{DIGITS_END, Number, write_sequence};
pub(crate) use uuid::{UUID_LEN, write_uuids};
