//! `sentence`: words with a capital before and a full stop behind them.

use super::prose::{ALPHABET, Prose, WORDS_MAX};
use crate::{Arg, Data, Entry, Fault, Generator, Kind, Request, Rows, Shape, Texts};

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

struct Sentence(Prose);

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let (min, max) = request.args.integer_range("min", "max", 6, 12)?;
    for (name, words) in [("min", min), ("max", max)] {
        if !(1..=WORDS_MAX as i64).contains(&words) {
            let fault = request.args.fault(name, format!("a sentence cannot have {words} words"));
            return Err(fault.hint(format!("it has 1 to {WORDS_MAX} words; `text` is longer")));
        }
    }
    let lengths = min as u32..=max as u32;
    Ok(Box::new(Sentence(Prose::new(request.key, request.key.derive("count"), lengths))))
}

impl Generator for Sentence {
    fn shape(&self) -> Shape {
        Shape::Bytes(Texts { alphabet: ALPHABET, can_be_empty: false })
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        self.0.fill(rows, out.bytes());
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
