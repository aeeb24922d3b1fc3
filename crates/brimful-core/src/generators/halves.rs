//! Two choices from one random word.

/// A number in `0..n` from the upper half of a random word. The bias is at most n / 2^32.
#[inline(always)]
pub(super) const fn upper(word: u64, n: u32) -> u32 {
    (((word >> 32) * n as u64) >> 32) as u32
}

/// A number in `0..n` from the lower half of a random word. The bias is at most n / 2^32.
#[inline(always)]
pub(super) const fn lower(word: u64, n: u32) -> u32 {
    (((word & 0xffff_ffff) * n as u64) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_choose_apart_and_reach_both_ends() {
        let choices = |word| (upper(word, 3), lower(word, 5));
        assert_eq!(choices(0), (0, 0));
        assert_eq!(choices(u64::MAX), (2, 4));
        assert_eq!(choices(0xffff_ffff), (0, 4));
        assert_eq!(choices(0xffff_ffff << 32), (2, 0));
        assert_eq!((upper(u64::MAX, u32::MAX), lower(u64::MAX, u32::MAX)), (u32::MAX - 1, u32::MAX - 1));
    }
}
