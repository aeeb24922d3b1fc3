//! Sets of bytes: which bytes a column can contain, and which of them a format must treat specially.

/// A set of byte values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByteSet {
    bits: [u64; 4],
}

impl ByteSet {
    /// Every byte: the alphabet of a column about which nothing is known.
    pub const ALL: Self = Self { bits: [u64::MAX; 4] };

    /// The bytes of a text.
    #[must_use]
    pub const fn of(text: &[u8]) -> Self {
        let mut set = Self { bits: [0; 4] };
        let mut i = 0;
        while i < text.len() {
            set.bits[(text[i] >> 6) as usize] |= 1 << (text[i] & 63);
            i += 1;
        }
        set
    }

    /// The bytes of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        let (a, b) = (self.bits, other.bits);
        Self { bits: [a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]] }
    }

    /// Whether a byte is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, byte: u8) -> bool {
        self.bits[(byte >> 6) as usize] >> (byte & 63) & 1 == 1
    }

    /// Whether the two have a byte in common.
    #[must_use]
    pub const fn intersects(&self, other: &Self) -> bool {
        let (a, b) = (self.bits, other.bits);
        (a[0] & b[0]) | (a[1] & b[1]) | (a[2] & b[2]) | (a[3] & b[3]) != 0
    }

    /// Whether a text contains a byte of the set.
    #[must_use]
    pub fn any_in(&self, text: &[u8]) -> bool {
        text.iter().any(|byte| self.contains(*byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        for byte in 0..=255 {
            let set = ByteSet::of(&[byte, 7]);
            for other in 0..=255 {
                assert_eq!(set.contains(other), other == byte || other == 7);
            }
            assert!(ByteSet::ALL.contains(byte));
            assert!(set.intersects(&ByteSet::of(&[byte])) && !set.intersects(&ByteSet::default()));
        }
        assert!(ByteSet::of(b",\"").any_in(b"a,b") && !ByteSet::of(b",\"").any_in(b"ab"));
    }
}
