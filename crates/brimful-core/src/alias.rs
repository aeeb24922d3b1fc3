//! Weighted choice in constant time.

use crate::pieces::in_pieces;
use crate::random::bound_small;
use crate::{Fault, Key, Rows, kernel};

const COIN_BITS: u32 = 40;

/// The most entries: a threshold of coins and the number of an entry share a 64-bit word, and all coins are countable.
const ENTRIES_MAX: usize = (1 << 24) - 1;

/// The share of one slot, as coins.
const SLOT: u64 = 1 << COIN_BITS;

/// Rows of one pass.
const CHUNK: usize = 256;

/// Chooses one of `n` entries with probabilities in proportion to their weights.
///
/// Walker's alias method (1977) with Vose's construction (1991), in integers: there are `n` slots of 2^40 coins; a
/// slot's coins below its threshold are its own entry's, the others its alias's. A random word multiplied by `n`
/// gives the slot in the upper half of the product and the coin in the lower. The weights are divided over the
/// n * 2^40 coins exactly, so that an entry's probability is off by less than 2^-40, and one without weight is never
/// chosen. The order of construction is fixed: the same weights make the same table everywhere.
///
/// ```
/// use brimful_core::AliasTable;
/// let table = AliasTable::new(&[70.0, 25.0, 0.0, 5.0]).unwrap();
/// assert_ne!(table.pick(0x1234_5678_9abc_def0), 2);
/// ```
#[derive(Clone, Debug)]
pub struct AliasTable {
    /// Threshold << 24 | alias.
    slots: Box<[u64]>,
}

impl AliasTable {
    /// A table for these weights, of any scale.
    ///
    /// # Errors
    /// When there is none or 2^24 and more, one is negative, infinite or not a number, or all are zero.
    pub fn new(weights: &[f64]) -> Result<Self, Fault> {
        if weights.len() > ENTRIES_MAX {
            let message = format!("{} weights are too many", weights.len());
            return Err(Fault::new(message).hint(format!("at most {ENTRIES_MAX} values can have weights")));
        }
        if let Some(weight) = weights.iter().find(|weight| !(**weight >= 0.0 && weight.is_finite())) {
            return Err(Fault::new(format!("a weight cannot be {weight}")).hint("weights are zero or more"));
        }
        let heaviest = weights.iter().fold(0.0_f64, |heaviest, weight| heaviest.max(*weight));
        if heaviest == 0.0 {
            return Err(Fault::new("no value has a weight").hint("give at least one a weight above zero"));
        }
        Ok(Self { slots: assign(coins(weights, heaviest)) })
    }

    /// How many entries there are, with and without weight.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Never: a table has an entry at least.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The entry that a random word chooses.
    #[inline]
    #[must_use]
    pub fn pick(&self, word: u64) -> u32 {
        let n = self.slots.len() as u32;
        choose(&self.slots, bound_small(word, n), coin(word, n))
    }

    /// Writes the entry of each row.
    pub fn fill_codes(&self, key: Key, rows: Rows<'_>, out: &mut [u32]) {
        let mut coins = [0; CHUNK];
        in_pieces(rows, out, CHUNK, |rows, out| {
            let coins = &mut coins[..out.len()];
            fill_slots_and_coins(self.slots.len() as u32, key, rows, out, coins);
            for (slot, coin) in out.iter_mut().zip(coins) {
                *slot = choose(&self.slots, *slot, *coin);
            }
        });
    }

    /// Writes the entry of each row; the same as [`fill_codes`](Self::fill_codes), wider.
    pub fn fill(&self, key: Key, rows: Rows<'_>, out: &mut [u64]) {
        let mut slots = [0; CHUNK];
        in_pieces(rows, out, CHUNK, |rows, coins| {
            let slots = &mut slots[..coins.len()];
            fill_slots_and_coins(self.slots.len() as u32, key, rows, slots, coins);
            for (slot, coin) in slots.iter().zip(coins) {
                *coin = u64::from(choose(&self.slots, *slot, *coin));
            }
        });
    }
}

#[inline(always)]
fn coin(word: u64, n: u32) -> u64 {
    word.wrapping_mul(u64::from(n)) >> (u64::BITS - COIN_BITS)
}

#[inline(always)]
fn choose(slots: &[u64], slot: u32, coin: u64) -> u32 {
    let entry = slots[slot as usize];
    let alias = entry as u32 & ENTRIES_MAX as u32;
    if coin < entry >> (u64::BITS - COIN_BITS) { slot } else { alias }
}

/// Divides n * 2^40 coins by weight. What is left over, less than one coin per entry, goes to the first of the
/// heaviest entries, whose share it changes least.
fn coins(weights: &[f64], heaviest: f64) -> Vec<u64> {
    // The largest power of two that leaves the products below within 128 bits.
    const UNIT: f64 = 4_611_686_018_427_387_904.0;
    let mut shares: Vec<u64> = weights.iter().map(|weight| (weight / heaviest * UNIT) as u64).collect();
    let units_total: u128 = shares.iter().map(|units| u128::from(*units)).sum();
    let coins_total = u128::from(SLOT) * weights.len() as u128;
    let mut left = coins_total as u64;
    for share in &mut shares {
        *share = (u128::from(*share) * coins_total / units_total) as u64;
        left -= *share;
    }
    if let Some(first) = weights.iter().position(|weight| *weight >= heaviest) {
        shares[first] += left;
    }
    shares
}

/// Fills each slot with a poor entry's coins and tops it up with a rich one's.
fn assign(mut coins: Vec<u64>) -> Box<[u64]> {
    let mut slots = vec![0; coins.len()];
    let (mut poor, mut rich): (Vec<usize>, Vec<usize>) =
        (0..coins.len()).rev().partition(|i| coins[*i] < SLOT);
    while let (Some(&from), Some(to)) = (rich.last(), poor.pop()) {
        slots[to] = coins[to] << 24 | from as u64;
        coins[from] -= SLOT - coins[to];
        if coins[from] < SLOT {
            rich.pop();
            poor.push(from);
        }
    }
    // The coins add up, so whoever is left has a slot's worth exactly; its own number as alias says so.
    debug_assert!(poor.is_empty() && rich.iter().all(|entry| coins[*entry] == SLOT));
    for entry in rich {
        slots[entry] = entry as u64;
    }
    slots.into_boxed_slice()
}

// The arithmetic is a vector pass, the look-up a scalar one: a gather of single words would gain nothing.

kernel! {
    fn fill_slots_and_coins(n: u32, key: Key, rows: Rows<'_>, slots: &mut [u32], coins: &mut [u64]) {
        key.each(rows, coins, #[inline(always)] |word| word);
        for (slot, coined) in slots.iter_mut().zip(coins) {
            *slot = bound_small(*coined, n);
            *coined = coin(*coined, n);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{self, Level};

    /// How many coins each entry has, counted in the finished table.
    fn coins_of(table: &AliasTable) -> Vec<u64> {
        let mut coins = vec![0; table.len()];
        for (slot, entry) in table.slots.iter().enumerate() {
            let own = entry >> 24;
            coins[slot] += own;
            coins[(entry & ENTRIES_MAX as u64) as usize] += SLOT - own;
        }
        coins
    }

    fn random_weights(n: u64) -> Vec<f64> {
        let key = Key::root(n).derive("weights");
        (0..n)
            .map(|i| if i % 7 == 3 { 0.0 } else { crate::random::unit(key.word(i)).powi(5) * 1e9 })
            .collect()
    }

    #[test]
    fn coins_are_divided_exactly() {
        for n in [1, 2, 3, 10, 100, 4_321] {
            let weights = random_weights(n);
            let total: f64 = weights.iter().sum();
            let table = AliasTable::new(&weights).unwrap();
            let coins = coins_of(&table);
            assert_eq!(coins.iter().sum::<u64>(), n << 40);
            for (weight, coins) in weights.iter().zip(&coins) {
                let expected = weight / total * (n << 40) as f64;
                assert!(
                    (*coins as f64 - expected).abs() <= n as f64 + 1e-13 * expected,
                    "{coins} {expected}"
                );
                assert!(*weight > 0.0 || *coins == 0);
            }
        }
    }

    #[test]
    fn weights_of_any_scale_are_exact() {
        for scale in [1.0, 5e-324, 1e300, f64::MAX / 4.0] {
            let table = AliasTable::new(&[scale, 2.0 * scale, 0.0, scale]).unwrap();
            assert_eq!(coins_of(&table), [SLOT, 2 * SLOT, 0, SLOT]);
        }
        assert_eq!(coins_of(&AliasTable::new(&[3.5; 9]).unwrap()), [SLOT; 9]);
        let mut lonely = vec![0.0; 1 << 20];
        lonely[77] = 0.1;
        let table = AliasTable::new(&lonely).unwrap();
        assert!((0..10_000).all(|row| table.pick(Key::root(1).word(row)) == 77));
    }

    #[test]
    fn weights_that_mean_nothing_are_refused() {
        for weights in
            [&[][..], &[0.0, 0.0], &[1.0, -1.0], &[f64::NAN], &[f64::INFINITY], &vec![1.0; 1 << 24]]
        {
            assert!(AliasTable::new(weights).unwrap_err().hint.is_some());
        }
    }

    /// Chi-square over the entries of weight, in standard deviations.
    #[test]
    fn picks_follow_the_weights() {
        const DRAWS: usize = 1_000_000;
        let weights = random_weights(300);
        let table = AliasTable::new(&weights).unwrap();
        let (mut picks, mut counts) = (vec![0; DRAWS], vec![0_u32; 300]);
        table.fill_codes(Key::root(5), Rows::range(0, DRAWS), &mut picks);
        for pick in picks {
            counts[pick as usize] += 1;
        }
        let total: f64 = weights.iter().sum();
        let (mut square, mut degrees) = (0.0, -1.0);
        for (weight, count) in weights.iter().zip(counts) {
            let expected = weight / total * DRAWS as f64;
            if expected >= 5.0 {
                square += (f64::from(count) - expected).powi(2) / expected;
                degrees += 1.0;
            }
        }
        let deviation = (square - degrees) / f64::sqrt(2.0 * degrees);
        assert!(degrees > 100.0 && deviation.abs() < 4.0, "{deviation} over {degrees}");
    }

    #[test]
    fn filling_is_picking() {
        let table = AliasTable::new(&random_weights(1_000)).unwrap();
        let key = Key::root(9);
        let picked: Vec<u64> = (0..700).map(|i| i * i * i).collect();
        for rows in [Rows::range(1 << 40, 700), Rows::Gather(&picked)] {
            let expected: Vec<u32> = (0..700).map(|i| table.pick(key.word(rows.at(i)))).collect();
            for level in [Level::Portable, Level::V3] {
                cpu::restrict(level);
                let (mut codes, mut wide) = ([0; 700], [0; 700]);
                table.fill_codes(key, rows, &mut codes);
                table.fill(key, rows, &mut wide);
                assert_eq!(codes[..], expected);
                assert!(wide.iter().zip(&expected).all(|(wide, code)| *wide == u64::from(*code)));
            }
        }
    }

    #[test]
    fn picks_are_frozen() {
        let table = AliasTable::new(&[70.0, 25.0, 5.0, 12.5, 0.1]).unwrap();
        let picks: Vec<u32> = (0..24).map(|row| table.pick(Key::root(42).word(row))).collect();
        assert_eq!(picks, FROZEN);
        assert_eq!(*table.slots, SLOTS, "{:#x?}", table.slots);
    }

    const FROZEN: [u32; 24] = [0, 0, 1, 1, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 2, 1, 0];
    const SLOTS: [u64; 5] =
        [0xe3ce_e443_4c00_0001, 0x1, 0x38d6_9f25_bd00_0000, 0x8e18_8dde_5a00_0000, 0x0123_032e_d500_0000];
}
