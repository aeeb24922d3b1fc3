//! The registry of generators: a generator is its file, one line here, and a case folder.

use crate::Entry;

mod int;
mod noun;
mod seq;
mod uuidv4;
mod words;

/// Every generator, by name.
pub const REGISTRY: &[Entry] = &[int::ENTRY, noun::ENTRY, seq::ENTRY, uuidv4::ENTRY];

/// The generator of a name or alias.
pub fn by_name(name: &str) -> Option<&'static Entry> {
    REGISTRY.iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

/// Every name and alias.
pub fn names() -> impl Iterator<Item = &'static str> {
    REGISTRY.iter().flat_map(|entry| std::iter::once(entry.name).chain(entry.aliases.iter().copied()))
}
