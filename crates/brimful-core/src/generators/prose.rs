//! Prose: sentences put together word by word, in letters, spaces and full stops only.

use super::word::WORDS;
use crate::{Buffer, ByteSet, Key, View};

/// Every byte that prose may have: no format needs to quote or escape it.
pub(super) const ALPHABET: ByteSet = ByteSet::of(b" .ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

/// How many bytes a word has with the space before and the full stop behind it, at most: one copy of fixed width.
const SLOT: usize = 16;

/// How many words one random word chooses, of 16 bits each. Of 65,536 numbers each word gets 17 or 18.
const WORDS_PER_KEY: usize = 4;

/// The words of sentences, ready to be copied.
pub(super) struct Prose {
    /// A slot for each word as it begins a sentence, `Word.`, then one for each as it goes on, ` word.`
    slots: Buffer,
    /// The letters of each word.
    lens: Box<[u8]>,
}

impl Prose {
    /// Lays out the words.
    pub(super) fn new() -> Self {
        let count = WORDS.lines().count();
        let mut slots = Buffer::with_capacity(2 * count * SLOT);
        for word in WORDS.lines() {
            slots.push(word[..1].to_ascii_uppercase().as_bytes());
            push_slot(&mut slots, &word[1..]);
        }
        for word in WORDS.lines() {
            slots.push(b" ");
            push_slot(&mut slots, word);
        }
        Self { slots, lens: WORDS.lines().map(|word| word.len() as u8).collect() }
    }

    /// Adds a sentence of `count` words, each chosen by the row's words of the keys that [`keys`] made.
    #[inline]
    pub(super) fn add_sentence(&self, keys: &[Key], row: u64, count: usize, out: &mut Buffer) {
        let words = self.lens.len();
        let (mut drawn, mut base, mut space) = (0_u64, 0, 0);
        for i in 0..count {
            if i % WORDS_PER_KEY == 0 {
                drawn = keys[i / WORDS_PER_KEY].word(row);
            }
            let code = ((drawn & 0xffff) as usize * words) >> 16;
            drawn >>= 16;
            let stop = u32::from(i + 1 == count);
            let len = u32::from(self.lens[code]) + space + stop;
            out.append(&self.slots, View { offset: ((base + code) * SLOT) as u32, len });
            (base, space) = (words, 1);
        }
    }
}

/// Ends what was begun in a slot with `text` and a full stop, and fills it up.
fn push_slot(slots: &mut Buffer, text: &str) {
    slots.push(text.as_bytes());
    slots.push(b".");
    slots.resize(slots.len().next_multiple_of(SLOT));
}

/// The keys that choose the words of sentences of at most `count_max` words.
pub(super) fn keys(key: Key, count_max: usize) -> Box<[Key]> {
    (0..count_max.div_ceil(WORDS_PER_KEY)).map(|i| key.derive(&format!("words {i}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_words_with_a_capital_and_a_full_stop() {
        let prose = Prose::new();
        let keys = keys(Key::root(1), 9);
        let mut seen = vec![0; prose.lens.len()];
        let list: Vec<&str> = WORDS.lines().collect();
        for row in 0..40_000 {
            let mut out = Buffer::default();
            let count = row as usize % 9 + 1;
            prose.add_sentence(&keys, row, count, &mut out);
            let text = std::str::from_utf8(&out).unwrap();
            let inner = text.strip_suffix('.').unwrap();
            assert!(text.starts_with(|c: char| c.is_ascii_uppercase()), "{text}");
            assert!(text.bytes().all(|byte| ALPHABET.contains(byte)), "{text}");
            let words: Vec<&str> = inner.split(' ').collect();
            assert_eq!(words.len(), count, "{text}");
            for (i, word) in words.into_iter().enumerate() {
                let word = if i == 0 { word.to_ascii_lowercase() } else { word.to_owned() };
                seen[list.binary_search(&&*word).unwrap_or_else(|_| panic!("{text}"))] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 0), "every word is met");
    }

    #[test]
    fn words_of_a_sentence_are_chosen_apart() {
        let prose = Prose::new();
        let keys = keys(Key::root(1), 12);
        let mut out = Buffer::default();
        prose.add_sentence(&keys, 5, 12, &mut out);
        let text = std::str::from_utf8(&out).unwrap().trim_end_matches('.').to_ascii_lowercase();
        let mut words: Vec<&str> = text.split(' ').collect();
        words.sort_unstable();
        words.dedup();
        assert!(words.len() >= 11, "{text}");
    }
}
