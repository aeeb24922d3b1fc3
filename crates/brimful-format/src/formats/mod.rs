//! The registry of formats: a format is its file and one line here.

use brimful_core::{Args, Fault, Text};

use crate::format::Entry;

mod csv;
mod text;

/// Every format.
pub const REGISTRY: &[Entry] = &[text::ENTRY, csv::ENTRY, csv::TSV];

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
        Some(other) => Err(args.fault(name, format!("`{name}` is on or off, not `{other}`"))),
    }
}
