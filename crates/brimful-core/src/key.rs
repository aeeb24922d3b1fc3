//! Keys: which random function a column uses.
//!
//! A key is two words, hashed from the seed and from names: `Key::root(seed).table(..).column(..)`. It is
//! never `seed + index`: keys that differ by one in a word give correlated columns, hashed keys do not.

use crate::random::finalise;

/// The key of a random function: (seed, table, column) and what is derived from it, hashed to 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub(crate) k0: u64,
    pub(crate) k1: u64,
}

impl Key {
    /// The key of a dataset: everything else is derived from it.
    #[must_use]
    pub fn root(seed: u64) -> Self {
        Self { k0: 0x6272_696d_6675_6c31, k1: 0x9e6c_63d0_876a_68de }.absorb(seed).finish(8)
    }

    /// The key that `tag` names below this one. Tags are names of tables, columns, entities, or of the
    /// draws that one generator needs; the same tag gives the same key, always.
    ///
    /// ```
    /// use brimful_core::Key;
    /// let users = Key::root(1).derive("users");
    /// assert_eq!(users.derive("email"), Key::root(1).derive("users").derive("email"));
    /// assert_ne!(users.derive("email"), users.derive("name"));
    /// ```
    #[must_use]
    pub fn derive(self, tag: &str) -> Self {
        let mut key = self;
        for chunk in tag.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            key = key.absorb(u64::from_le_bytes(word));
        }
        key.finish(tag.len() as u64)
    }

    /// Takes one word in. Each half passes a full avalanche and feeds the other, so that the two halves
    /// of a key stay independent of each other.
    fn absorb(self, word: u64) -> Self {
        let k0 = finalise(self.k0 ^ word).wrapping_add(self.k1);
        let k1 =
            finalise(self.k1.rotate_left(29).wrapping_add(word ^ 0xd1b5_4a32_d192_ed03)) ^ k0.rotate_left(17);
        Self { k0, k1 }
    }

    /// Ends a tag with its length, so that `a` + `b` and `ab` are different paths.
    fn finish(self, len: u64) -> Self {
        self.absorb(len ^ 0x5851_f42d_4c95_7f2d).absorb(!len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn paths_do_not_collide() {
        let mut seen = HashSet::new();
        for seed in 0..100 {
            for table in ["", "a", "ab", "users"] {
                for column in ["", "b", "ab", "b\0", "abcdefgh", "abcdefghi"] {
                    let key = Key::root(seed).derive(table).derive(column);
                    assert!(seen.insert(key.k0) && seen.insert(key.k1), "{seed} {table} {column}");
                }
            }
        }
    }

    #[test]
    fn one_bit_of_the_seed_flips_half_of_the_key() {
        let (mut flips, mut cases) = (0, 0);
        for seed in 0..1_000_u64 {
            for bit in 0..64 {
                let (a, b) = (Key::root(seed).derive("t"), Key::root(seed ^ (1 << bit)).derive("t"));
                flips += (a.k0 ^ b.k0).count_ones() + (a.k1 ^ b.k1).count_ones();
                cases += 128;
            }
        }
        let share = f64::from(flips) / f64::from(cases);
        assert!((share - 0.5).abs() < 0.001, "{share}");
    }
}
