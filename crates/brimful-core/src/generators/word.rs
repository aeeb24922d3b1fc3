//! `word`: a common English word.

use super::words::Words;
use crate::{Entry, Modifier};

/// One word a line, function words among them.
pub(super) const WORDS: &str = include_str!("../../data/en/words.txt");

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "word",
    aliases: &[],
    summary: "a common English word",
    args: &[],
    modifiers: &[Modifier::Uniq, Modifier::Dist],
    example: "word",
    source: "3,763 frequent words of WordNet 3.1, their forms, and function words; lower case",
    build: |request| Words::build(request, WORDS.lines()),
};

#[cfg(test)]
mod tests {
    use crate::generators::testing::build;

    #[test]
    fn the_source_says_how_many() {
        assert_eq!(build("word:uniq").unwrap().capacity(), Some(3_763));
    }
}
