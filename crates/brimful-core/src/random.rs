//! The random function: one 64-bit word for each (key, row), in any order, with nothing remembered.
//!
//! It is `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014)
//! seen as a function of a counter, with the second key word added between its two multiplications.
//! What was tested of it, and how, is recorded in `docs/randomness.md`.

use crate::{Key, Rows, kernel};

/// The odd number nearest to 2^64 / golden ratio: consecutive rows land far from each other.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function of `SplitMix64`: a bijection with full avalanche.
#[inline]
pub(crate) const fn finalise(z: u64) -> u64 {
    mix(z, 0)
}

#[inline(always)]
const fn mix(z: u64, k1: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9).wrapping_add(k1);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Key {
    /// The random word of a row: uniform over all 64-bit values.
    #[inline(always)]
    #[must_use]
    pub const fn word(self, row: u64) -> u64 {
        mix(self.counter(row), self.k1)
    }
}

impl Key {
    /// Writes `f(word)` for the random word of each row. On a run of rows the counter is stepped, not multiplied.
    #[inline(always)]
    pub(crate) fn each<T>(self, rows: Rows<'_>, out: &mut [T], f: impl Fn(u64) -> T) {
        let Rows::Range { start, .. } = rows else {
            return rows.each(
                out,
                #[inline(always)]
                |row| f(self.word(row)),
            );
        };
        let mut counter = self.counter(start);
        for slot in out {
            *slot = f(mix(counter, self.k1));
            counter = counter.wrapping_add(GOLDEN);
        }
    }

    /// Writes both parts of `f(word)` for the random word of each row.
    #[inline(always)]
    pub(crate) fn each_pair<A, B>(self, rows: Rows<'_>, a: &mut [A], b: &mut [B], f: impl Fn(u64) -> (A, B)) {
        let pairs = a.iter_mut().zip(b);
        match rows {
            Rows::Range { start, .. } => {
                let mut counter = self.counter(start);
                for (a, b) in pairs {
                    (*a, *b) = f(mix(counter, self.k1));
                    counter = counter.wrapping_add(GOLDEN);
                }
            }
            Rows::Gather(rows) => {
                for ((a, b), row) in pairs.zip(rows) {
                    (*a, *b) = f(self.word(*row));
                }
            }
        }
    }

    /// Where a row stands before it is mixed.
    #[inline(always)]
    const fn counter(self, row: u64) -> u64 {
        self.k0.wrapping_add(row.wrapping_mul(GOLDEN))
    }
}

/// Maps a random word to `0..n`; with `n` = 0 to all 64-bit values. The bias is at most n / 2^64.
#[inline(always)]
#[must_use]
pub const fn bound(word: u64, n: u64) -> u64 {
    if n == 0 { word } else { ((word as u128 * n as u128) >> 64) as u64 }
}

/// [`bound`] for `n` below 2^32, in 64-bit arithmetic only, which vectorises. The result is the same.
#[inline(always)]
#[must_use]
pub const fn bound_small(word: u64, n: u32) -> u32 {
    let n = n as u64;
    (((word >> 32) * n + (((word & 0xffff_ffff) * n) >> 32)) >> 32) as u32
}

/// Maps a random word to a real number in the open interval (0, 1): 2^52 equidistant values, symmetric
/// about one half, never 0 or 1.
#[inline(always)]
#[must_use]
pub const fn unit(word: u64) -> f64 {
    ((word >> 12) as f64 + 0.5) * (1.0 / 4_503_599_627_370_496.0)
}

kernel! {
    /// Writes the random word of each row.
    pub fn fill_words(key: Key, rows: Rows<'_>, out: &mut [u64]) {
        key.each(rows, out, #[inline(always)] |word| word);
    }
}

kernel! {
    /// Writes a number in `0..n` for each row; see [`bound`].
    pub fn fill_bounded(key: Key, rows: Rows<'_>, n: u64, out: &mut [u64]) {
        match u32::try_from(n) {
            Ok(n) if n > 0 => key.each(rows, out, #[inline(always)] |word| u64::from(bound_small(word, n))),
            _ => key.each(rows, out, #[inline(always)] |word| bound(word, n)),
        }
    }
}

kernel! {
    /// Writes a number in `0..n` for each row; the same numbers as [`fill_bounded`], narrower.
    pub fn fill_codes(key: Key, rows: Rows<'_>, n: u32, out: &mut [u32]) {
        key.each(rows, out, #[inline(always)] |word| bound_small(word, n));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_frozen() {
        let key = Key::root(42).derive("").derive("noun");
        let words: Vec<u64> = [0, 1, 1 << 32, u64::MAX].map(|row| key.word(row)).to_vec();
        assert_eq!(words, FROZEN, "{words:#x?}");
    }

    const FROZEN: [u64; 4] =
        [0xd0ba_a95b_4f05_dbea, 0xaf94_d576_6c67_0856, 0x6081_f047_ec01_cd10, 0x2abe_8ffc_755b_194d];

    #[test]
    fn bounds_agree_and_hold() {
        for word in [0, 1, u64::MAX, 1 << 63, 0x1234_5678_9abc_def0, 0xffff_ffff] {
            for n in [1, 2, 3, 1000, u32::MAX] {
                let small = bound_small(word, n);
                assert!(small < n);
                assert_eq!(u64::from(small), bound(word, n.into()));
            }
            assert_eq!(bound(word, 0), word);
            assert!(unit(word) > 0.0 && unit(word) < 1.0);
        }
    }

    #[test]
    fn a_slice_is_a_slice_of_the_whole() {
        let key = Key::root(7);
        let mut whole = [0; 100];
        fill_words(key, Rows::range(u64::MAX - 99, 100), &mut whole);
        let picks = [u64::MAX, u64::MAX - 50, u64::MAX - 99];
        let mut some = [0; 3];
        fill_words(key, Rows::Gather(&picks), &mut some);
        assert_eq!(some, [whole[99], whole[49], whole[0]]);
    }
}
