//! Decimal digits by table.

/// The four digits of every number below 10,000.
pub(super) static QUADS: [[u8; 4]; 10_000] = quads();

#[expect(clippy::large_stack_arrays, reason = "computed by the compiler, not when it runs")]
const fn quads() -> [[u8; 4]; 10_000] {
    let mut table = [[0; 4]; 10_000];
    let mut n = 0;
    while n < 10_000 {
        table[n] = [digit(n / 1_000), digit(n / 100), digit(n / 10), digit(n)];
        n += 1;
    }
    table
}

const fn digit(n: usize) -> u8 {
    b'0' + (n % 10) as u8
}

/// The two digits of every number below 100; as many entries as a byte has values, so that none is out of range.
static PAIRS: [[u8; 2]; 256] = pairs();

const fn pairs() -> [[u8; 2]; 256] {
    let mut table = [[0; 2]; 256];
    let mut n = 0;
    while n < 256 {
        table[n] = [digit(n / 10), digit(n)];
        n += 1;
    }
    table
}

/// The two digits of a number below 100.
#[inline(always)]
pub(super) const fn pair(n: u8) -> [u8; 2] {
    PAIRS[n as usize]
}

const POWERS: [u64; 20] = {
    let mut powers = [1; 20];
    let mut i = 1;
    while i < 20 {
        powers[i] = powers[i - 1] * 10;
        i += 1;
    }
    powers
};

/// How many decimal digits a number has: 1 for zero.
#[inline(always)]
pub(super) const fn count(n: u64) -> usize {
    // An odd number is as long as the even one before it. 1233 / 4096 is just above log10(2): the estimate is the
    // number of digits or one less, which the table tells.
    let n = n | 1;
    let estimate = ((64 - n.leading_zeros() as usize) * 1_233) >> 12;
    estimate + (n >= POWERS[estimate % 20]) as usize
}

/// Ten to the power of `exponent`, at most 19.
pub(crate) const fn power_of_ten(exponent: usize) -> u64 {
    POWERS[exponent]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_text() {
        let mut n = 0_u64;
        while n < u64::MAX / 11 {
            for near in [n.saturating_sub(1), n, n + 1] {
                assert_eq!(count(near), near.to_string().len(), "{near}");
            }
            n = (n * 10).max(n + 1);
        }
        for power in POWERS {
            for near in [power - 1, power, power + 1] {
                assert_eq!(count(near), near.to_string().len(), "{near}");
            }
        }
        assert_eq!(count(u64::MAX), 20);
    }
}
