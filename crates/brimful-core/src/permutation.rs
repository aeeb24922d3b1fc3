//! Keyed permutations: the same values in another order, without a set of what was seen.

use crate::pieces::in_pieces;
use crate::{Key, Rows, kernel};

/// How many rounds: the fewest that left no trace in any test, and one to spare; see `docs/decisions/002-permutation.md`.
const ROUNDS: usize = 6;

/// The fewest bits that are permuted: with fewer, the rounds have few keys, and some orders come more often.
const BITS_MIN: u32 = 8;

/// Rows of one pass; what their fix-up needs stays on the stack.
const CHUNK: usize = 256;

/// A keyed bijection of `0..n` to itself: row -> value, and back.
///
/// The numbers of `b` bits, `n <= 2^b`, are permuted by rounds of `x = x * odd + constant; x ^= x >> ceil(b / 2)`.
/// What lands outside `0..n` is permuted again until it lands inside ("cycle-walking", Black and Rogaway, "Ciphers
/// with arbitrary finite domains", 2002), which keeps it a bijection. Fewer than half land outside.
///
/// ```
/// use brimful_core::{Key, Permutation};
/// let permutation = Permutation::new(Key::root(1), 5);
/// let mut values: Vec<u64> = (0..5).map(|row| permutation.apply(row)).collect();
/// assert_eq!(permutation.invert(values[3]), 3);
/// values.sort_unstable();
/// assert_eq!(values, [0, 1, 2, 3, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct Permutation {
    /// n - 1, so that 2^64 values are countable.
    last: u64,
    power: Power,
    /// All values, when there are so few that the walk back inside would be long.
    table: Box<[u64]>,
}

/// The permutation of all numbers of `bits` bits.
#[derive(Clone, Debug)]
struct Power {
    mask: u64,
    shift: u32,
    rounds: [Round; ROUNDS],
}

#[derive(Clone, Copy, Debug)]
struct Round {
    odd: u64,
    constant: u64,
}

impl Permutation {
    /// The permutation of `0..n` that a key stands for; `n` = 0 stands for 2^64, as in
    /// [`bound`](crate::random::bound).
    #[must_use]
    pub fn new(key: Key, n: u64) -> Self {
        let last = n.wrapping_sub(1);
        let mut permutation = Self { last, power: Power::new(key, last), table: Box::default() };
        if last < 1 << (BITS_MIN - 1) {
            permutation.table = (0..=last).map(|row| permutation.walk(row)).collect();
        }
        permutation
    }

    /// The value of a row.
    ///
    /// # Panics
    /// When the row is not below n.
    #[must_use]
    pub fn apply(&self, row: u64) -> u64 {
        assert!(row <= self.last, "row {row} of a permutation of 0..={}", self.last);
        self.table.get(row as usize).copied().unwrap_or_else(|| self.walk(row))
    }

    fn walk(&self, row: u64) -> u64 {
        let mut value = self.power.apply(row);
        while value > self.last {
            value = self.power.apply(value);
        }
        value
    }

    /// The row of a value: the inverse of [`apply`](Self::apply).
    ///
    /// # Panics
    /// When the value is not below n.
    #[must_use]
    pub fn invert(&self, value: u64) -> u64 {
        assert!(value <= self.last, "value {value} of a permutation of 0..={}", self.last);
        let mut row = self.power.invert(value);
        while row > self.last {
            row = self.power.invert(row);
        }
        row
    }

    /// Writes the value of each row.
    ///
    /// # Panics
    /// When a row is not below n.
    pub fn fill(&self, rows: Rows<'_>, out: &mut [u64]) {
        assert!(self.covers(rows), "rows of a permutation of 0..={}", self.last);
        if !self.table.is_empty() {
            return rows.each(out, |row| self.table[row as usize]);
        }
        let narrow = u32::try_from(self.power.mask).is_ok();
        in_pieces(rows, out, CHUNK, |rows, out| {
            if narrow {
                fill_narrow(&self.power, self.last, rows, out);
            } else {
                fill_wide(&self.power, self.last, rows, out);
            }
        });
    }

    fn covers(&self, rows: Rows<'_>) -> bool {
        match rows {
            _ if rows.is_empty() => true,
            Rows::Range { start, len } => {
                start.checked_add(len as u64 - 1).is_some_and(|end| end <= self.last)
            }
            Rows::Gather(rows) => rows.iter().fold(0, |largest, row| (*row).max(largest)) <= self.last,
        }
    }
}

impl Power {
    /// The permutation of the numbers of as many bits as `last` has.
    fn new(key: Key, last: u64) -> Self {
        let bits = (u64::BITS - last.leading_zeros()).max(BITS_MIN);
        let rounds = std::array::from_fn(|i| Round {
            odd: key.word(2 * i as u64) | 1,
            constant: key.word(2 * i as u64 + 1),
        });
        Self { mask: u64::MAX >> (u64::BITS - bits), shift: bits.div_ceil(2), rounds }
    }

    #[inline(always)]
    fn apply(&self, mut x: u64) -> u64 {
        for round in &self.rounds {
            x = x.wrapping_mul(round.odd).wrapping_add(round.constant) & self.mask;
            x ^= x >> self.shift;
        }
        x
    }

    /// [`apply`](Self::apply) for at most 32 bits: the same numbers, twice as many at a time.
    #[inline(always)]
    fn apply_narrow(&self, mut x: u32) -> u32 {
        let mask = self.mask as u32;
        for round in &self.rounds {
            x = x.wrapping_mul(round.odd as u32).wrapping_add(round.constant as u32) & mask;
            x ^= x >> self.shift;
        }
        x
    }

    fn invert(&self, mut x: u64) -> u64 {
        for round in self.rounds.iter().rev() {
            // A shift by half of the bits or more is its own inverse.
            x ^= x >> self.shift;
            x = x.wrapping_sub(round.constant).wrapping_mul(inverse(round.odd)) & self.mask;
        }
        x
    }
}

/// The inverse of an odd number modulo 2^64. Every step of Newton's method doubles the correct bits, of which an odd
/// number, being its own inverse modulo 8, has three.
fn inverse(odd: u64) -> u64 {
    let step = |x: u64| x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x)));
    step(step(step(step(step(odd)))))
}

// Outsiders are gathered without a branch, which would be mispredicted half of the time, and permuted together.

kernel! {
    fn fill_narrow(power: &Power, last: u64, rows: Rows<'_>, out: &mut [u64]) {
        let last = last as u32;
        let (mut places, mut values, mut first) = ([0; CHUNK], [0; CHUNK], [0; CHUNK]);
        let first = &mut first[..out.len()];
        rows.each(first, #[inline(always)] |row| power.apply_narrow(row as u32));
        let mut count = 0;
        for (place, value) in first.iter().enumerate() {
            out[place] = u64::from(*value);
            (places[count], values[count]) = (place, *value);
            count = count.wrapping_add(usize::from(*value > last));
        }
        while count > 0 {
            for value in &mut values[..count] {
                *value = power.apply_narrow(*value);
            }
            let mut left = 0_usize;
            for i in 0..count {
                let (place, value) = (places[i], values[i]);
                out[place] = u64::from(value);
                (places[left], values[left]) = (place, value);
                left = left.wrapping_add(usize::from(value > last));
            }
            count = left;
        }
    }
}

kernel! {
    fn fill_wide(power: &Power, last: u64, rows: Rows<'_>, out: &mut [u64]) {
        let (mut places, mut values) = ([0; CHUNK], [0; CHUNK]);
        rows.each(out, #[inline(always)] |row| power.apply(row));
        let mut count = 0_usize;
        if last < power.mask {
            for (place, value) in out.iter().enumerate() {
                (places[count], values[count]) = (place, *value);
                count = count.wrapping_add(usize::from(*value > last));
            }
        }
        while count > 0 {
            for value in &mut values[..count] {
                *value = power.apply(*value);
            }
            let mut left = 0_usize;
            for i in 0..count {
                let (place, value) = (places[i], values[i]);
                out[place] = value;
                (places[left], values[left]) = (place, value);
                left = left.wrapping_add(usize::from(value > last));
            }
            count = left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{self, Level};
    use proptest::prelude::*;

    fn values(permutation: &Permutation, n: u64) -> Vec<u64> {
        let mut values = vec![0; n as usize];
        permutation.fill(Rows::range(0, n as usize), &mut values);
        values
    }

    /// Every value once, and `apply` and `invert` as `fill` has it.
    fn assert_bijective(key: Key, n: u64) {
        let permutation = Permutation::new(key, n);
        let mut seen = vec![false; n as usize];
        for (row, value) in values(&permutation, n).into_iter().enumerate() {
            assert!(!std::mem::replace(&mut seen[value as usize], true), "{n}: {value} comes twice");
            assert_eq!(
                (permutation.apply(row as u64), permutation.invert(value)),
                (value, row as u64),
                "{n}"
            );
        }
    }

    #[test]
    fn small_domains_are_permuted() {
        for n in 1..=4_096 {
            assert_bijective(Key::root(n), n);
        }
    }

    #[test]
    fn domains_around_powers_of_two_are_permuted() {
        for bits in 12..=20 {
            for n in (1 << bits) - 2..=(1 << bits) + 2_u64 {
                assert_bijective(Key::root(n), n);
            }
        }
    }

    proptest! {
        #[test]
        fn huge_domains_are_inverted(seed: u64, n: u64, row: u64, bits in 0..64_u32) {
            let n = n >> bits;
            let row = if n == 0 { row } else { row % n };
            let permutation = Permutation::new(Key::root(seed), n);
            let value = permutation.apply(row);
            prop_assert!(n == 0 || value < n);
            prop_assert_eq!(permutation.invert(value), row);
        }

        #[test]
        fn filling_is_applying(seed: u64, n: u64, rows in prop::collection::vec(any::<u64>(), 0..600), bits in 0..64_u32) {
            let n = n >> bits;
            let rows: Vec<u64> = rows.into_iter().map(|row| if n == 0 { row } else { row % n }).collect();
            let permutation = Permutation::new(Key::root(seed), n);
            let expected: Vec<u64> = rows.iter().map(|row| permutation.apply(*row)).collect();
            for level in [Level::Portable, Level::V3] {
                cpu::restrict(level);
                let mut filled = vec![0; rows.len()];
                permutation.fill(Rows::Gather(&rows), &mut filled);
                prop_assert_eq!(&filled, &expected);
            }
        }
    }

    #[test]
    #[should_panic(expected = "rows of a permutation of 0..=9")]
    fn a_row_outside_is_refused() {
        Permutation::new(Key::root(1), 10).fill(Rows::range(8, 3), &mut [0; 3]);
    }

    #[test]
    fn all_64_bit_values_are_a_domain() {
        let permutation = Permutation::new(Key::root(3), 0);
        let mut filled = [0; 2];
        permutation.fill(Rows::range(u64::MAX - 1, 2), &mut filled);
        assert_eq!(filled, [permutation.apply(u64::MAX - 1), permutation.apply(u64::MAX)]);
    }

    /// How far the counts are from even, in standard deviations of the chi-square law.
    fn deviation(counts: &[u32]) -> f64 {
        let degrees = (counts.len() - 1) as f64;
        let mean = counts.iter().map(|count| f64::from(*count)).sum::<f64>() / counts.len() as f64;
        let squares: f64 = counts.iter().map(|count| (f64::from(*count) - mean).powi(2) / mean).sum();
        (squares - degrees) / (2.0 * degrees).sqrt()
    }

    /// The first rows of larger domains: their values, the low bits of these, and the differences of neighbours are
    /// spread as those of random numbers.
    #[test]
    fn prefixes_look_random() {
        const LEN: usize = 1 << 20;
        let domains = [1 << 24, 100_000_000, 1 << 27, 1 << 40, 3 << 52, 0];
        for (seed, n) in domains.into_iter().enumerate() {
            let permutation = Permutation::new(Key::root(seed as u64), n);
            let mut values = vec![0; LEN];
            permutation.fill(Rows::range(0, LEN), &mut values);
            let share = |value: u64| {
                ((u128::from(value) << 8) / if n == 0 { 1 << 64 } else { u128::from(n) }) as usize
            };
            let (mut high, mut low, mut steps, mut pairs) = ([0; 256], [0; 256], [0; 256], [0; 256]);
            for pair in values.windows(2) {
                let step = if pair[1] >= pair[0] || n == 0 {
                    pair[1].wrapping_sub(pair[0])
                } else {
                    pair[1] + (n - pair[0])
                };
                high[share(pair[0])] += 1;
                low[(pair[0] & 255) as usize] += 1;
                steps[share(step)] += 1;
                pairs[((pair[0] & 15) << 4 | (pair[1] & 15)) as usize] += 1;
            }
            // A sample without repetition is spread a little more evenly than a random one, never less.
            for (what, counts) in
                [("values", high), ("low bits", low), ("steps", steps), ("low pairs", pairs)]
            {
                let deviation = deviation(&counts);
                assert!(deviation.abs() < 4.5, "{what} of {n}: {deviation}");
            }
        }
    }

    /// Over many keys the first row is any value equally often, and so is the step to the second.
    #[test]
    fn first_rows_are_even_over_keys() {
        for n in [2_u64, 3, 5, 16, 100, 256, 1_000] {
            let (mut first, mut steps) = (vec![0; n as usize], vec![0; n as usize - 1]);
            for seed in 0..200_000 {
                let permutation = Permutation::new(Key::root(seed), n);
                let (a, b) = (permutation.apply(0), permutation.apply(1));
                first[a as usize] += 1;
                steps[((b + n - a) % n) as usize - 1] += 1;
            }
            assert!(deviation(&first).abs() < 4.5, "{n}: {}", deviation(&first));
            assert!(n == 2 || deviation(&steps).abs() < 4.5, "{n}: {}", deviation(&steps));
        }
    }

    /// All orders of four and of five values are equally frequent over keys.
    #[test]
    fn orders_are_even_over_keys() {
        for n in [3_u64, 4, 5] {
            let mut counts = std::collections::HashMap::new();
            for seed in 0..240_000 {
                *counts.entry(values(&Permutation::new(Key::root(seed), n), n)).or_insert(0) += 1;
            }
            let counts: Vec<u32> = counts.into_values().collect();
            assert_eq!(counts.len() as u64, (1..=n).product::<u64>());
            assert!(deviation(&counts).abs() < 4.5, "{n}: {}", deviation(&counts));
        }
    }

    #[test]
    fn values_are_frozen() {
        let values = [5, 1_000_000, 1 << 32, 0].map(|n| Permutation::new(Key::root(42), n).apply(4));
        assert_eq!(values, FROZEN, "{values:#x?}");
    }

    const FROZEN: [u64; 4] = [0x3, 0x8_3009, 0x1ef2_7228, 0x303e_8435_831d_4c4d];
}
