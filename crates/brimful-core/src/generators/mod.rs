//! The registry of generators: a generator is its file, one line here, and a case folder.

use crate::Entry;

mod bool;
mod city;
mod constant;
mod country;
mod country_code;
mod date;
mod decimal;
mod domain;
mod email;
mod enumeration;
mod file;
mod float;
mod halves;
mod int;
mod ipv4;
mod ipv6;
mod join;
mod mac;
mod name;
mod name_first;
mod name_last;
mod noun;
mod person;
mod place;
mod pool;
mod prose;
mod sentence;
mod seq;
mod text;
mod timestamp;
mod username;
mod uuidv4;
mod uuidv7;
mod whole;
mod word;
mod words;

/// Every generator, by name.
pub const REGISTRY: &[Entry] = &[
    bool::ENTRY,
    city::ENTRY,
    constant::ENTRY,
    country::ENTRY,
    country_code::ENTRY,
    date::ENTRY,
    decimal::ENTRY,
    domain::ENTRY,
    email::ENTRY,
    enumeration::ENTRY,
    file::ENTRY,
    float::ENTRY,
    int::ENTRY,
    ipv4::ENTRY,
    ipv6::ENTRY,
    mac::ENTRY,
    name::ENTRY,
    name_first::ENTRY,
    name_last::ENTRY,
    noun::ENTRY,
    sentence::ENTRY,
    seq::ENTRY,
    text::ENTRY,
    timestamp::ENTRY,
    username::ENTRY,
    uuidv4::ENTRY,
    uuidv7::ENTRY,
    word::ENTRY,
];

/// The generator of a name or alias.
pub fn by_name(name: &str) -> Option<&'static Entry> {
    REGISTRY.iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

/// Every name and alias.
pub fn names() -> impl Iterator<Item = &'static str> {
    REGISTRY.iter().flat_map(|entry| std::iter::once(entry.name).chain(entry.aliases.iter().copied()))
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
