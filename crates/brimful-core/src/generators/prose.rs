//! Prose: sentences put together word by word, in letters, spaces and full stops only.

use std::ops::RangeInclusive;

use super::word::WORDS;
use crate::random::{fill_codes, fill_words};
use crate::segment::Vocabulary;
use crate::{ByteSet, Bytes, Key, Rows, kernel};

/// Every byte that prose may have: no format needs to quote or escape it.
pub(super) const ALPHABET: ByteSet = ByteSet::of(b" .ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/// The most words of a sentence.
pub(super) const WORDS_MAX: usize = 100;

/// The most rows whose words are drawn at once.
const PIECE: usize = 64;

/// How many words of a sentence one random word chooses, of 16 bits each. Of 65,536 numbers each word gets 17 or 18.
const WORDS_PER_KEY: usize = 4;

/// How many words there are.
const COUNT: u16 = 3_763;

/// The code of what stands at each place behind the last word of a sentence: its full stop.
const STOP: u16 = 2 * COUNT;

/// Makes sentences. All sentences of a column have as many codes, those behind the last word being [`STOP`], so that
/// making them takes no decision that the processor could foresee wrongly.
pub(super) struct Prose {
    /// The words as they begin a sentence, `Word.`, then as they go on, ` word.`, then the full stop.
    vocabulary: Vocabulary,
    /// Draw four words of a sentence each.
    keys: Box<[Key]>,
    /// Draws how many words a sentence has.
    count: Key,
    /// The fewest words.
    min: u32,
    /// How many numbers of words there are.
    lengths: u32,
}

impl Prose {
    /// Sentences whose words are drawn by keys below the first, and whose numbers of words by the second, every number
    /// in the range being equally likely.
    pub(super) fn new(words: Key, count: Key, lengths: RangeInclusive<u32>) -> Self {
        let (min, max) = lengths.into_inner();
        let keys = (0..max.div_ceil(WORDS_PER_KEY as u32)).map(|i| words.derive(&format!("words {i}")));
        Self { vocabulary: vocabulary(), keys: keys.collect(), count, min, lengths: max - min + 1 }
    }

    /// Adds the sentence of each row.
    pub(super) fn fill(&self, rows: Rows<'_>, out: &mut Bytes) {
        let mut codes = [[0; WORDS_PER_KEY]; PIECE * WORDS_MAX / WORDS_PER_KEY];
        for from in (0..rows.len()).step_by(PIECE) {
            let rows = part(rows, from, PIECE.min(rows.len() - from));
            let codes = &mut codes[..self.keys.len() * rows.len()];
            self.draw(rows, codes);
            out.compose(&self.vocabulary, codes, rows.len());
        }
    }

    /// Draws the codes of at most [`PIECE`] rows: for each key those of all rows.
    fn draw(&self, rows: Rows<'_>, codes: &mut [[u16; WORDS_PER_KEY]]) {
        let (mut more, mut drawn, mut left) = ([0; PIECE], [0; PIECE], [[0; WORDS_PER_KEY]; PIECE]);
        let (more, drawn, left) =
            (&mut more[..rows.len()], &mut drawn[..rows.len()], &mut left[..rows.len()]);
        fill_codes(self.count, rows, self.lengths, more);
        count_down(self.min, more, left);
        for (key, codes) in self.keys.iter().zip(codes.chunks_exact_mut(rows.len())) {
            fill_words(*key, rows, drawn);
            choose(drawn, left, codes);
        }
        for [first, ..] in &mut codes[..rows.len()] {
            *first -= COUNT;
        }
    }
}

/// Every word twice, and the full stop: a vocabulary in which that is the tail.
fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::new(1);
    for word in WORDS.lines() {
        let (first, rest) = word.split_at(1);
        vocabulary.push(format!("{}{rest}.", first.to_ascii_uppercase()).as_bytes());
    }
    for word in WORDS.lines() {
        vocabulary.push(format!(" {word}.").as_bytes());
    }
    vocabulary.push(b".");
    vocabulary
}

kernel! {
    /// Tells for each of the first places of each row how many words are left from it on.
    fn count_down(min: u32, more: &[u32], left: &mut [[i16; WORDS_PER_KEY]]) {
        for (left, more) in left.iter_mut().zip(more) {
            let count = min.wrapping_add(*more) as i16;
            *left = [count, count.wrapping_sub(1), count.wrapping_sub(2), count.wrapping_sub(3)];
        }
    }
}

kernel! {
    /// Makes codes of words that go on of the four parts of each random word, and full stops where no word is left;
    /// then counts on to the next places.
    fn choose(drawn: &[u64], left: &mut [[i16; WORDS_PER_KEY]], codes: &mut [[u16; WORDS_PER_KEY]]) {
        for (codes, word) in codes.iter_mut().zip(drawn) {
            *codes = [*word as u16, (word >> 16) as u16, (word >> 32) as u16, (word >> 48) as u16];
        }
        // One flat loop over numbers of 16 bits.
        for (code, left) in codes.as_flattened_mut().iter_mut().zip(left.as_flattened_mut()) {
            let bounded = (u32::from(*code).wrapping_mul(u32::from(COUNT)) >> 16) as u16;
            *code = if *left > 0 { bounded.wrapping_add(COUNT) } else { STOP };
            *left = left.wrapping_sub(WORDS_PER_KEY as i16);
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
    use super::*;
    use crate::{Data, View};

    /// A thousand sentences of this many words.
    fn sentences(words: RangeInclusive<u32>) -> Vec<String> {
        let prose = Prose::new(Key::root(1), Key::root(2), words);
        let mut data = Data::default();
        let bytes = data.bytes();
        prose.fill(Rows::range(0, 1_000), bytes);
        let text = |view: &View| String::from_utf8(bytes.arena().get(*view).to_vec()).unwrap();
        bytes.views().iter().map(text).collect()
    }

    #[test]
    fn sentences_are_words_with_a_capital_and_a_full_stop() {
        let list: Vec<&str> = WORDS.lines().collect();
        assert_eq!(list.len(), COUNT.into());
        let mut seen = vec![false; list.len()];
        for count in (1..=9).chain([40, 100]) {
            for text in sentences(count..=count) {
                assert!(text.starts_with(|c: char| c.is_ascii_uppercase()), "{text}");
                assert!(text.bytes().all(|byte| ALPHABET.contains(byte)), "{text}");
                let words: Vec<&str> = text.strip_suffix('.').unwrap().split(' ').collect();
                assert_eq!(words.len(), count as usize, "{text}");
                let first = words[0].to_ascii_lowercase();
                for word in std::iter::once(&&*first).chain(&words[1..]) {
                    seen[list.binary_search(word).unwrap_or_else(|_| panic!("{text}"))] = true;
                }
            }
        }
        assert!(seen.iter().all(|seen| *seen), "every word is met");
    }

    #[test]
    fn a_shorter_sentence_is_the_beginning_of_a_longer_one() {
        for (short, long) in sentences(3..=3).iter().zip(sentences(11..=11)) {
            assert!(long.starts_with(short.trim_end_matches('.')), "{short} {long}");
        }
    }

    #[test]
    fn words_of_a_sentence_are_chosen_apart() {
        for text in sentences(9..=9) {
            let text = text.trim_end_matches('.').to_ascii_lowercase();
            let mut words: Vec<&str> = text.split(' ').collect();
            words.sort_unstable();
            words.dedup();
            assert!(words.len() >= 8, "{text}");
        }
    }
}
