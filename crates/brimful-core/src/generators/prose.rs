//! Prose: sentences put together word by word, in letters, spaces and full stops only.

use super::word::WORDS;
use crate::random::fill_words;
use crate::{Buffer, ByteSet, Key, Rows, View, kernel};

/// Every byte that prose may have: no format needs to quote or escape it.
pub(super) const ALPHABET: ByteSet = ByteSet::of(b" .ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/// The most words of a sentence.
pub(super) const WORDS_MAX: usize = 100;

/// The most rows whose words are drawn at once.
pub(super) const PIECE: usize = 64;

/// How many words of a sentence one random word chooses, of 16 bits each. Of 65,536 numbers each word gets 17 or 18.
const WORDS_PER_KEY: usize = 4;

/// How many words there are.
const COUNT: usize = 3_763;

/// How many bytes a word has with the space before and the full stop behind it, at most: one copy of fixed width.
const SLOT: usize = 16;

/// Draws the words of sentences.
pub(super) struct WordDraw {
    keys: Box<[Key]>,
}

impl WordDraw {
    /// Draws for sentences of at most `count_max` words, by keys below this one.
    pub(super) fn new(key: Key, count_max: usize) -> Self {
        let keys = (0..count_max.div_ceil(WORDS_PER_KEY)).map(|i| key.derive(&format!("words {i}")));
        Self { keys: keys.collect() }
    }

    /// Draws all words that the sentences of at most [`PIECE`] rows can have; gives them row by row.
    pub(super) fn fill<'a>(
        &self,
        rows: Rows<'_>,
        codes: &'a mut [u16; PIECE * WORDS_MAX],
    ) -> impl Iterator<Item = &'a [u16]> {
        let stride = self.keys.len() * WORDS_PER_KEY;
        let mut drawn = [0; PIECE];
        let drawn = &mut drawn[..rows.len()];
        for (i, key) in self.keys.iter().enumerate() {
            fill_words(*key, rows, drawn);
            spread(drawn, stride, i * WORDS_PER_KEY, codes);
        }
        codes.chunks_exact(stride).take(rows.len())
    }
}

kernel! {
    /// Bounds the four parts of each random word and lays them down from place `at` of its row on.
    fn spread(drawn: &[u64], stride: usize, at: usize, codes: &mut [u16]) {
        for (row, word) in codes.chunks_exact_mut(stride).zip(drawn) {
            for (i, code) in row[at..at + WORDS_PER_KEY].iter_mut().enumerate() {
                let part = (word >> (16 * i)) as u32 & 0xffff;
                *code = ((part * COUNT as u32) >> 16) as u16;
            }
        }
    }
}

/// The words of sentences, ready to be copied.
pub(super) struct Prose {
    /// A slot for each word as it begins a sentence, `Word.`, then one for each as it goes on, ` word.`
    slots: Buffer,
    /// How many letters each word has.
    lens: Box<[u8; COUNT]>,
}

impl Prose {
    /// Lays out the words.
    pub(super) fn new() -> Self {
        let mut slots = Buffer::with_capacity(2 * COUNT * SLOT);
        for word in WORDS.lines() {
            slots.push(word[..1].to_ascii_uppercase().as_bytes());
            push_slot(&mut slots, &word[1..]);
        }
        let mut lens = Box::new([0; COUNT]);
        for (word, len) in WORDS.lines().zip(lens.iter_mut()) {
            slots.push(b" ");
            push_slot(&mut slots, word);
            *len = word.len() as u8;
        }
        Self { slots, lens }
    }

    /// Adds the sentence of these words.
    #[inline]
    pub(super) fn add_sentence(&self, codes: &[u16], out: &mut Buffer) {
        let [first, rest @ ..] = codes else { return };
        let Some((last, between)) = rest.split_last() else {
            return out.append(&self.slots, self.view(*first, 0, 1));
        };
        out.append(&self.slots, self.view(*first, 0, 0));
        for code in between {
            out.append(&self.slots, self.view(*code, COUNT, 1));
        }
        out.append(&self.slots, self.view(*last, COUNT, 2));
    }

    /// The word's slot among those from `base` on: its letters and `more`.
    #[inline(always)]
    fn view(&self, code: u16, base: usize, more: u32) -> View {
        let code = usize::from(code);
        View { offset: ((base + code) * SLOT) as u32, len: u32::from(self.lens[code]) + more }
    }
}

/// Ends what was begun in a slot with `text` and a full stop, and fills it up.
fn push_slot(slots: &mut Buffer, text: &str) {
    slots.push(text.as_bytes());
    slots.push(b".");
    slots.resize(slots.len().next_multiple_of(SLOT));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sentences of 1 to 9 words of the rows from `start` on.
    fn sentences(start: u64) -> Vec<String> {
        let (prose, draw) = (Prose::new(), WordDraw::new(Key::root(1), 9));
        let mut codes = [0; PIECE * WORDS_MAX];
        let rows = draw.fill(Rows::range(start, PIECE), &mut codes);
        let sentence = |(i, codes): (usize, &[u16])| {
            let mut out = Buffer::default();
            prose.add_sentence(&codes[..=i % 9], &mut out);
            String::from_utf8(out.to_vec()).unwrap()
        };
        rows.enumerate().map(sentence).collect()
    }

    #[test]
    fn sentences_are_words_with_a_capital_and_a_full_stop() {
        let list: Vec<&str> = WORDS.lines().collect();
        assert_eq!(list.len(), COUNT);
        let mut seen = vec![false; COUNT];
        for (i, text) in (0..1_000).flat_map(|i| sentences(i * 64).into_iter().enumerate()) {
            assert!(text.starts_with(|c: char| c.is_ascii_uppercase()), "{text}");
            assert!(text.bytes().all(|byte| ALPHABET.contains(byte)), "{text}");
            let words: Vec<&str> = text.strip_suffix('.').unwrap().split(' ').collect();
            assert_eq!(words.len(), i % 9 + 1, "{text}");
            let first = words[0].to_ascii_lowercase();
            for word in std::iter::once(&&*first).chain(&words[1..]) {
                seen[list.binary_search(word).unwrap_or_else(|_| panic!("{text}"))] = true;
            }
        }
        assert!(seen.iter().all(|seen| *seen), "every word is met");
    }

    #[test]
    fn words_of_a_sentence_are_chosen_apart() {
        for text in sentences(0).iter().filter(|text| text.split(' ').count() == 9) {
            let text = text.trim_end_matches('.').to_ascii_lowercase();
            let mut words: Vec<&str> = text.split(' ').collect();
            words.sort_unstable();
            words.dedup();
            assert!(words.len() >= 8, "{text}");
        }
    }
}
