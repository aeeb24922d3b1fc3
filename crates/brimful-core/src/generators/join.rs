//! Values of 128 bits out of two halves.

use crate::pieces::in_pieces;
use crate::{Rows, kernel};

/// How many words of each kind stand on the stack between two passes.
const CHUNK: usize = 256;

/// Bits of a value that are not random.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed {
    /// Which bits.
    pub(super) mask: u128,
    /// What they are.
    pub(super) bits: u128,
}

/// Writes for each row what `high` and `low` write as the halves of one value, the fixed bits put in.
///
/// The halves are drawn apart from their values: a loop over values of 128 bits does not vectorise.
pub(super) fn fill_joined(
    fixed: Fixed,
    high: impl Fn(Rows<'_>, &mut [u64]),
    low: impl Fn(Rows<'_>, &mut [u64]),
    rows: Rows<'_>,
    out: &mut [u128],
) {
    let (mut highs, mut lows) = ([0; CHUNK], [0; CHUNK]);
    in_pieces(rows, out, CHUNK, |rows, out| {
        let (highs, lows) = (&mut highs[..out.len()], &mut lows[..out.len()]);
        high(rows, highs);
        low(rows, lows);
        join(fixed, highs, lows, out);
    });
}

kernel! {
    fn join(fixed: Fixed, highs: &[u64], lows: &[u64], out: &mut [u128]) {
        for ((slot, high), low) in out.iter_mut().zip(highs).zip(lows) {
            *slot = (u128::from(*high) << 64 | u128::from(*low)) & !fixed.mask | fixed.bits;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;
    use crate::random::fill_words;

    #[test]
    fn halves_are_the_words_of_their_keys() {
        let (high, low) = (Key::root(1), Key::root(2));
        let mut values = [0; 600];
        let fixed = Fixed { mask: 0xff, bits: 0x12 };
        let words = |key| move |rows: Rows<'_>, out: &mut [u64]| fill_words(key, rows, out);
        fill_joined(fixed, words(high), words(low), Rows::range(7, 600), &mut values);
        for (row, value) in (7..).zip(values) {
            let expected = u128::from(high.word(row)) << 64 | u128::from(low.word(row) & !0xff | 0x12);
            assert_eq!(value, expected);
        }
    }
}
