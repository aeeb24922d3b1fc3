//! `sentence`: words with a capital before and a full stop behind them.

use super::prose::{ALPHABET, Prose, keys};
use crate::random::bound_small;
use crate::{Arg, Data, Entry, Fault, Generator, Key, Kind, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "sentence",
    aliases: &[],
    summary: "an English-looking sentence of min to max words",
    args: &[
        Arg {
            name: "min",
            kind: Kind::Integer,
            unit: "words",
            default: "6",
            summary: "the fewest, at least 1",
        },
        Arg {
            name: "max",
            kind: Kind::Integer,
            unit: "words",
            default: "12",
            summary: "the most, at most 100",
        },
    ],
    modifiers: &[],
    example: "sentence:6,12",
    source: "the words of `word`, each chosen anew for each row, every length equally likely; no comma, no quote",
    build,
};

/// The most words: a batch of such sentences still has a few megabytes.
const WORDS_MAX: i64 = 100;

struct Sentence {
    prose: Prose,
    count: Key,
    words: Box<[Key]>,
    min: u32,
    /// How many lengths there are.
    lengths: u32,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let (min, max) = request.args.integer_range("min", "max", 6, 12)?;
    for (name, words) in [("min", min), ("max", max)] {
        if !(1..=WORDS_MAX).contains(&words) {
            let fault = request.args.fault(name, format!("a sentence cannot have {words} words"));
            return Err(fault.hint(format!("it has 1 to {WORDS_MAX} words; `text` is longer")));
        }
    }
    Ok(Box::new(Sentence {
        prose: Prose::new(),
        count: request.key.derive("count"),
        words: keys(request.key, max as usize),
        min: min as u32,
        lengths: (max - min + 1) as u32,
    }))
}

impl Generator for Sentence {
    fn shape(&self) -> Shape {
        Shape::Bytes(ALPHABET)
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let bytes = out.bytes();
        for row in (0..rows.len()).map(|position| rows.at(position)) {
            let count = self.min + bound_small(self.count.word(row), self.lengths);
            self.prose.add_sentence(&self.words, row, count as usize, bytes.arena_mut());
            bytes.end_row();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::generators::testing::{refusal, texts};

    #[test]
    fn every_length_is_met_and_none_is_passed() {
        for (column, min, max) in
            [("sentence", 6, 12), ("sentence:1,3", 1, 3), ("sentence:100,100", 100, 100)]
        {
            let texts = texts(column, Rows::range(0, 2_000));
            let mut counts: Vec<usize> = texts.iter().map(|text| text.split(' ').count()).collect();
            counts.sort_unstable();
            counts.dedup();
            assert_eq!(counts, (min..=max).collect::<Vec<_>>(), "{column}");
        }
    }

    #[test]
    fn impossible_lengths_are_refused() {
        assert_eq!(refusal("sentence:0"), "a sentence cannot have 0 words");
        assert_eq!(refusal("sentence:max=101"), "a sentence cannot have 101 words");
    }
}
