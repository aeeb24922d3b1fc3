//! `text`: sentences cut to a length.

use std::sync::Arc;

use super::pool::Pool;
use super::prose::ALPHABET;
use crate::pieces::in_pieces;
use crate::random::fill_words;
use crate::{Arg, Data, Entry, Fault, Generator, Key, Kind, Request, Rows, Shape, Texts};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "text",
    aliases: &["lorem"],
    summary: "sentences, cut at the end of a word to min to max bytes",
    args: &[
        Arg {
            name: "min",
            kind: Kind::Integer,
            unit: "bytes",
            default: "40",
            summary: "the fewest, at least 1",
        },
        Arg {
            name: "max",
            kind: Kind::Integer,
            unit: "bytes",
            default: "200",
            summary: "the most, at most 65536",
        },
    ],
    modifiers: &[],
    example: "text:40,200",
    source: "a pool of 256 KiB of sentences as `sentence` makes them, the same for every seed: quick, and of limited \
             variety (some 80,000 texts of up to 200 bytes); `sentence` has no such limit",
    build,
};

/// How many random words stand on the stack between two passes.
const CHUNK: usize = 256;

struct PooledText {
    key: Key,
    pool: Pool,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let (min, max) = request.args.integer_range("min", "max", 40, 200)?;
    for (name, bytes) in [("min", min), ("max", max)] {
        if !(1..=i64::from(Pool::TEXT_MAX)).contains(&bytes) {
            let fault = request.args.fault(name, format!("a text cannot have {bytes} bytes"));
            return Err(fault.hint(format!("it has 1 to {} bytes", Pool::TEXT_MAX)));
        }
    }
    match Pool::new(min as u32, max as u32) {
        Some(pool) => Ok(Box::new(PooledText { key: request.key, pool })),
        None => Err(request
            .args
            .fault("max", format!("no text has {min} to {max} bytes"))
            .hint("raise `max`: a text has whole words")),
    }
}

impl Generator for PooledText {
    fn shape(&self) -> Shape {
        Shape::Slices(Arc::clone(self.pool.bytes()), Texts { alphabet: ALPHABET, can_be_empty: false })
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let mut words = [0; CHUNK];
        in_pieces(rows, out.slices(rows.len()), CHUNK, |rows, out| {
            let words = &mut words[..out.len()];
            fill_words(self.key, rows, words);
            out.iter_mut().zip(words).for_each(|(view, word)| *view = self.pool.pick(*word));
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::generators::testing::{build, refusal, texts};

    #[test]
    fn texts_are_whole_words_within_their_lengths() {
        for (column, min, max) in
            [("text", 40, 200), ("text:10,26", 10, 26), ("text:50,53", 50, 53), ("text:8,8", 8, 8)]
        {
            let texts = texts(column, Rows::range(0, 5_000));
            for text in &texts {
                assert!((min..=max).contains(&text.len()), "{text}");
                assert!(text.starts_with(|c: char| c.is_ascii_uppercase()), "{text}");
                assert!(!text.ends_with(' '), "{text}");
            }
            let longest = texts.iter().map(String::len).max();
            assert_eq!(longest, Some(max), "{column}");
        }
    }

    #[test]
    fn a_text_ends_where_a_word_does() {
        let words: Vec<&str> = super::super::word::WORDS.lines().collect();
        for text in texts("text", Rows::range(0, 2_000)) {
            let last = text.rsplit(' ').next().unwrap().trim_end_matches('.').to_ascii_lowercase();
            assert!(words.contains(&&*last), "{text}");
        }
    }

    #[test]
    fn every_length_but_the_impossible_is_made() {
        for length in 2..=300 {
            assert!(build(&format!("text:{length},{length}")).is_ok(), "{length}");
        }
        assert_eq!(refusal("text:0"), "a text cannot have 0 bytes");
        assert_eq!(refusal("text:max=65537"), "a text cannot have 65537 bytes");
    }

    #[test]
    fn many_texts_differ() {
        let mut texts = texts("text", Rows::range(0, 10_000));
        texts.sort_unstable();
        texts.dedup();
        assert!(texts.len() > 8_500, "{}", texts.len());
    }
}
