//! A pool of sentences that texts of any length are views of.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::halves::{lower, upper};
use super::prose::Prose;
use crate::{Buffer, Data, Key, Rows, View};

/// Which pool: another would be a new revision of `text`. No key of a column enters, so all columns share its words.
const REVISION: u64 = 1;

/// How long the pool is at least: it stays in the second-level cache.
const BYTES: usize = 1 << 18;

/// So many sentences are added at once, until the pool is long enough.
const PIECE: usize = 64;

/// From no place it is further back to the end of a word: one with its space and full stop has at most 16 bytes.
const BACK_MAX: u32 = 15;

/// How many words sentences have.
const LENGTHS: RangeInclusive<u32> = 6..=12;

/// Texts of `min` to `max` bytes that begin with a sentence and end with a word.
pub(super) struct Pool {
    bytes: Arc<Buffer>,
    /// For each place in the pool how far before it the last word ended.
    back: Box<[u8]>,
    /// Where texts begin.
    starts: Box<[u32]>,
    /// Lengths are drawn from here to `max` and then cut back to the end of a word.
    drawn_min: u32,
    max: u32,
}

impl Pool {
    /// The longest text: then most of the pool can still be a beginning.
    pub(super) const TEXT_MAX: u32 = 1 << 16;

    /// The pool for texts of `min` to `max` bytes; `None` when no text of it has such a length.
    pub(super) fn new(min: u32, max: u32) -> Option<Self> {
        let (bytes, sentences) = sentences();
        let back = back(&bytes);
        // Cutting back takes less than a word off. Where that could be too much, all texts are cut back from `max`, and
        // only beginnings are taken from which that is short enough.
        let drawn_min = if min + BACK_MAX <= max { min + BACK_MAX } else { max };
        let fits = |start: &u32| {
            let end = start + max;
            back.get(end as usize).is_some_and(|back| drawn_min < max || u32::from(*back) + min <= max)
        };
        let starts: Box<[u32]> = sentences.into_iter().filter(fits).collect();
        (!starts.is_empty()).then(|| Self { bytes: Arc::new(bytes), back, starts, drawn_min, max })
    }

    /// What the views point into.
    pub(super) fn bytes(&self) -> &Arc<Buffer> {
        &self.bytes
    }

    /// The text of a random word: its upper half chooses the beginning, its lower half the length.
    #[inline]
    pub(super) fn pick(&self, word: u64) -> View {
        let offset = self.starts[upper(word, self.starts.len() as u32) as usize];
        let drawn = self.drawn_min + lower(word, self.max - self.drawn_min + 1);
        View { offset, len: drawn - u32::from(self.back[(offset + drawn) as usize]) }
    }
}

/// The pool, and where its sentences begin.
fn sentences() -> (Buffer, Vec<u32>) {
    let key = Key::root(REVISION).derive("text pool");
    let prose = Prose::new(key, key, LENGTHS);
    let (mut bytes, mut starts, mut piece) = (Buffer::default(), Vec::new(), Data::default());
    for start in (0..).step_by(PIECE) {
        let piece = piece.bytes();
        prose.fill(Rows::range(start, PIECE), piece);
        for view in piece.views() {
            starts.push(bytes.len() as u32);
            bytes.push(piece.arena().get(*view));
            bytes.push(b" ");
        }
        if bytes.len() >= BYTES {
            break;
        }
    }
    bytes.truncate(bytes.len() - 1);
    (bytes, starts)
}

/// For each place from the beginning to the end how far before it the last word, full stop included, ended. Where no
/// word has ended yet, that is the beginning.
fn back(bytes: &[u8]) -> Box<[u8]> {
    let mut end = 0;
    let places = 0..=bytes.len();
    let distance = places.map(|place| {
        if place == bytes.len() || bytes[place] == b' ' {
            end = place;
        }
        (place - end) as u8
    });
    distance.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_word_is_as_near_as_assumed() {
        let (bytes, _) = sentences();
        let longest = back(&bytes).into_iter().max();
        assert!(longest.is_some_and(|back| u32::from(back) <= BACK_MAX));
    }

    #[test]
    fn the_largest_and_the_smallest_draw_are_within() {
        for (min, max) in [(1, 16), (40, 200), (40, 40), (5, 9), (65_536, 65_536), (1, 65_536)] {
            let pool = Pool::new(min, max).unwrap();
            for word in [0, u64::MAX, 0xffff_ffff, 0xffff_ffff << 32] {
                assert!((min..=max).contains(&pool.pick(word).len));
            }
        }
    }

    #[test]
    fn the_pool_is_frozen() {
        let (bytes, starts) = sentences();
        let sum =
            bytes.iter().fold(0_u64, |sum, byte| sum.wrapping_mul(0x100_0193).wrapping_add((*byte).into()));
        assert_eq!((bytes.len(), starts.len(), sum), (262_431, 3_776, 0xcebc_217c_d1db_0a63));
    }
}
