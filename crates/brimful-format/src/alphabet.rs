//! What the text of a column can contain, known before there is any value, and whether it is quoted for that.

use brimful_core::{ByteSet, Shape};

use crate::format::{CellStyle, Quote};

/// When the cells of a shape are quoted. Only for those shapes that are looked at value by value, the answer can be
/// [`Quote::Needed`].
pub(crate) fn quote_of(style: &CellStyle, shape: &Shape) -> Quote {
    let Quote::Needed(specials) = style.quote else { return style.quote };
    if is_dressed_by_value(shape) {
        style.quote
    } else if specials.intersects(&alphabet(style, shape)) || can_be_empty(shape) {
        Quote::Always
    } else {
        Quote::Never
    }
}

fn is_dressed_by_value(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Bool
            | Shape::Codes(_)
            | Shape::Constant { .. }
            | Shape::Slices(..)
            | Shape::Bytes(_)
            | Shape::Date(Some(_))
            | Shape::Timestamp { pattern: Some(_), .. }
    )
}

/// Every byte that the bare text of a shape may contain.
pub(crate) fn alphabet(style: &CellStyle, shape: &Shape) -> ByteSet {
    match shape {
        Shape::Bool => ByteSet::of(style.booleans.concat().as_bytes()),
        Shape::Int { low, .. } => number(*low < 0, false),
        Shape::Decimal { low, .. } => number(*low < 0, true),
        Shape::Float => number(true, true).union(ByteSet::of(b"e+")),
        Shape::Uuid => ByteSet::of(b"-0123456789abcdef"),
        Shape::Date(None) => number(true, false),
        Shape::Timestamp { pattern: None, .. } => number(true, true)
            .union(ByteSet::of(&[b':', style.times.separator]))
            .union(ByteSet::of(style.times.zone.as_bytes())),
        Shape::Ipv4 => number(false, true),
        Shape::Ipv6 => ByteSet::of(b":.0123456789abcdef"),
        Shape::Mac => ByteSet::of(b":0123456789abcdef"),
        Shape::Codes(dictionary) => dictionary.alphabet(),
        Shape::Slices(_, texts) | Shape::Bytes(texts) => texts.alphabet,
        Shape::Constant { text, logical } => ByteSet::of(&style.constant(text, *logical)),
        Shape::Date(Some(pattern)) | Shape::Timestamp { pattern: Some(pattern), .. } => by_pattern(pattern),
        Shape::Concat(parts) => {
            parts.iter().map(|part| alphabet(style, part)).fold(ByteSet::default(), ByteSet::union)
        }
    }
}

fn number(negative: bool, point: bool) -> ByteSet {
    let sign = ByteSet::of(if negative { b"-" } else { b"" });
    let point = ByteSet::of(if point { b"." } else { b"" });
    ByteSet::of(b"0123456789").union(sign).union(point)
}

/// What stands in the pattern itself, and what its codes are replaced by.
fn by_pattern(pattern: &str) -> ByteSet {
    const CODES: &[u8] = b"-:0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    ByteSet::of(pattern.as_bytes()).union(ByteSet::of(CODES))
}

/// Whether the text of a shape may have no byte at all.
fn can_be_empty(shape: &Shape) -> bool {
    match shape {
        Shape::Codes(dictionary) => dictionary.iter().any(str::is_empty),
        Shape::Slices(_, texts) | Shape::Bytes(texts) => texts.can_be_empty,
        Shape::Constant { text, .. } => text.is_empty(),
        Shape::Date(Some(pattern)) | Shape::Timestamp { pattern: Some(pattern), .. } => pattern.is_empty(),
        Shape::Concat(parts) => parts.iter().all(can_be_empty),
        _ => false,
    }
}
