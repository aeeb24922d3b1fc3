//! The registry of formats: a format is its file and one line here.

use brimful_core::{Args, Fault, Logical, Shape, Text};

use crate::format::Entry;

mod copy;
mod csv;
mod json;
mod markdown;
mod sql;
#[cfg(test)]
mod tests;
mod text;

/// Every format.
pub const REGISTRY: &[Entry] =
    &[text::ENTRY, csv::ENTRY, csv::TSV, json::NDJSON, json::JSON, sql::ENTRY, copy::ENTRY, markdown::ENTRY];

/// The format of a name or alias.
pub fn by_name(name: &str) -> Option<&'static Entry> {
    REGISTRY.iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

/// The format that files with this ending have.
pub fn by_extension(extension: &str) -> Option<&'static Entry> {
    REGISTRY.iter().find(|entry| entry.extensions.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

/// The literals before the cells of a row: `first` before the first, `other` before each other.
fn between(columns: usize, first: &[u8], other: &[u8]) -> Vec<Vec<u8>> {
    (0..columns).map(|i| if i == 0 { first.to_vec() } else { other.to_vec() }).collect()
}

/// An argument that is `on` or `off`.
fn switch(args: &Args, name: &str, default: bool) -> Result<bool, Fault> {
    match args.text(name).map(Text::as_str) {
        None => Ok(default),
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        Some(other) => {
            let fault = args.fault(name, format!("`{name}` is on or off, not `{other}`"));
            Err(fault.hint(format!("write {name}=on or {name}=off")))
        }
    }
}

/// Whether the values of a shape are numbers or truth values, for formats that quote all else. A constant was written
/// by a person, perhaps in a way that not every reader takes for a number, such as `007`.
fn is_bare(shape: &Shape) -> bool {
    match (shape, shape.logical()) {
        (Shape::Constant { text, .. }, logical) if logical.is_number() => is_number(text.as_bytes()),
        (Shape::Constant { text, .. }, Logical::Boolean) => matches!(&**text, "true" | "false"),
        (_, logical) => logical.is_number() || logical == Logical::Boolean,
    }
}

/// Whether a text is a number as RFC 8259, section 6, writes it.
fn is_number(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest[0] == b'0') {
        return false;
    }
    rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let len = digits(fraction);
        if len == 0 {
            return false;
        }
        rest = &fraction[len..];
    }
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            !exponent.is_empty() && digits(exponent) == exponent.len()
        }
        _ => false,
    }
}
