//! `noun`: a common English noun.

use super::words::Words;
use crate::{Entry, Modifier};

/// One noun a line.
const NOUNS: &str = include_str!("../../data/en/nouns.txt");

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "noun",
    aliases: &[],
    summary: "a common English noun",
    args: &[],
    modifiers: &[Modifier::Uniq, Modifier::Dist],
    example: "noun",
    source: "4,000 frequent nouns of WordNet 3.1",
    build: |request| Words::build(request, NOUNS.lines()),
};
