//! `sentence`: words with a capital before and a full stop behind them.

use super::prose::{ALPHABET, PIECE, Prose, WORDS_MAX, WordDraw};
use crate::random::fill_codes;
use crate::{Arg, Data, Entry, Fault, Generator, Key, Kind, Request, Rows, Shape, Texts};

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

struct Sentence {
    prose: Prose,
    count: Key,
    words: WordDraw,
    min: u32,
    /// How many lengths there are.
    lengths: u32,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let (min, max) = request.args.integer_range("min", "max", 6, 12)?;
    for (name, words) in [("min", min), ("max", max)] {
        if !(1..=WORDS_MAX as i64).contains(&words) {
            let fault = request.args.fault(name, format!("a sentence cannot have {words} words"));
            return Err(fault.hint(format!("it has 1 to {WORDS_MAX} words; `text` is longer")));
        }
    }
    Ok(Box::new(Sentence {
        prose: Prose::new(),
        count: request.key.derive("count"),
        words: WordDraw::new(request.key, max as usize),
        min: min as u32,
        lengths: (max - min + 1) as u32,
    }))
}

impl Generator for Sentence {
    fn shape(&self) -> Shape {
        Shape::Bytes(Texts { alphabet: ALPHABET, can_be_empty: false })
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let bytes = out.bytes();
        let (mut counts, mut codes) = ([0; PIECE], [0; PIECE * WORDS_MAX]);
        for from in (0..rows.len()).step_by(PIECE) {
            let rows = part(rows, from, PIECE.min(rows.len() - from));
            let counts = &mut counts[..rows.len()];
            fill_codes(self.count, rows, self.lengths, counts);
            for (more, codes) in counts.iter().zip(self.words.fill(rows, &mut codes)) {
                self.prose.add_sentence(&codes[..(self.min + more) as usize], bytes.arena_mut());
                bytes.end_row();
            }
        }
    }
}

/// `len` of the rows, from a position on.
fn part(rows: Rows<'_>, from: usize, len: usize) -> Rows<'_> {
    match rows {
        Rows::Range { start, .. } => Rows::range(start.wrapping_add(from as u64), len),
        Rows::Gather(rows) => Rows::Gather(&rows[from..from + len]),
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
