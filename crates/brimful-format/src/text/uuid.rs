//! UUIDs (RFC 9562): 32 hexadecimal digits in five groups.
//!
//! This is the one value whose fast form is spelled out in processor instructions: the compiler makes five times as
//! many of the plain form, and a random UUID is the most common key there is.

/// How many bytes the text has.
pub(crate) const UUID_LEN: usize = 36;

/// Writes the text of each value into its slot, from byte `left` on.
pub(crate) fn write_uuids<const N: usize>(values: &[u128], slots: &mut [[u8; N]], left: usize) {
    assert!(left + UUID_LEN <= N, "a slot is wide enough for what was planned");
    #[cfg(target_arch = "x86_64")]
    if brimful_core::cpu::level() == brimful_core::cpu::Level::V3 {
        // SAFETY: the level is V3 only after the processor was asked for each of the features.
        #[expect(unsafe_code, reason = "entering a function that needs processor features")]
        return unsafe { v3::write(values, slots, left) };
    }
    for (slot, value) in slots.iter_mut().zip(values) {
        if let Some(text) = slot[left..].first_chunk_mut() {
            uuid(*value, text);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod v3 {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_extract_epi32, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
        _mm_shuffle_epi8, _mm_srli_epi16, _mm_unpackhi_epi8, _mm_unpacklo_epi8,
    };

    use super::UUID_LEN;

    /// In a table of places: no digit stands here.
    const NONE: i8 = -1;

    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    /// Which of the first 16 digits stand in the first 16 bytes of the text, and what else does.
    const FIRST: [i8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, NONE, 8, 9, 10, 11, NONE, 12, 13];
    const FIRST_HYPHENS: [u8; 16] = *b"\0\0\0\0\0\0\0\0-\0\0\0\0-\0\0";
    /// Which of the first 16 digits stand in the next 16 bytes, which of the last 16, and what else does.
    const NEXT_OF_FIRST: [i8; 16] =
        [14, 15, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE];
    const NEXT_OF_LAST: [i8; 16] = [NONE, NONE, NONE, 0, 1, 2, 3, NONE, 4, 5, 6, 7, 8, 9, 10, 11];
    const NEXT_HYPHENS: [u8; 16] = *b"\0\0-\0\0\0\0-\0\0\0\0\0\0\0\0";

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn write<const N: usize>(values: &[u128], slots: &mut [[u8; N]], left: usize) {
        for (slot, value) in slots.iter_mut().zip(values) {
            let Some(text) = slot[left..].first_chunk_mut::<UUID_LEN>() else { return };
            let (first, last) = digits(*value);
            let next = _mm_or_si128(
                _mm_shuffle_epi8(first, bytemuck::cast(NEXT_OF_FIRST)),
                _mm_shuffle_epi8(last, bytemuck::cast(NEXT_OF_LAST)),
            );
            let first = _mm_shuffle_epi8(first, bytemuck::cast(FIRST));
            let first = _mm_or_si128(first, bytemuck::cast(FIRST_HYPHENS));
            let next = _mm_or_si128(next, bytemuck::cast(NEXT_HYPHENS));
            text[..16].copy_from_slice(&bytemuck::cast::<_, [u8; 16]>(first));
            text[16..32].copy_from_slice(&bytemuck::cast::<_, [u8; 16]>(next));
            text[32..].copy_from_slice(&_mm_extract_epi32::<3>(last).to_le_bytes());
        }
    }

    /// The first and the last 16 hexadecimal digits.
    #[target_feature(enable = "avx2")]
    fn digits(value: u128) -> (__m128i, __m128i) {
        let (high, low) = ((value >> 64) as u64, value as u64);
        let bytes = _mm_set_epi64x(low.swap_bytes() as i64, high.swap_bytes() as i64);
        let nibble = _mm_set1_epi8(15);
        let upper = _mm_and_si128(_mm_srli_epi16::<4>(bytes), nibble);
        let lower = _mm_and_si128(bytes, nibble);
        let table = bytemuck::cast(DIGITS);
        (
            _mm_shuffle_epi8(table, _mm_unpacklo_epi8(upper, lower)),
            _mm_shuffle_epi8(table, _mm_unpackhi_epi8(upper, lower)),
        )
    }
}

/// The canonical text, most significant digit first.
#[inline(always)]
pub(crate) fn uuid(value: u128, text: &mut [u8; 36]) {
    let hex = hex16(value.to_be_bytes());
    text[..8].copy_from_slice(&hex[..8]);
    text[8] = b'-';
    text[9..13].copy_from_slice(&hex[8..12]);
    text[13] = b'-';
    text[14..18].copy_from_slice(&hex[12..16]);
    text[18] = b'-';
    text[19..23].copy_from_slice(&hex[16..20]);
    text[23] = b'-';
    text[24..].copy_from_slice(&hex[20..]);
}

/// Two digits a byte. Each pair is computed as one 16-bit number, sixteen of which fit a vector register; additions
/// that cannot overflow are said not to be checked, because a check would keep the loop from becoming vectors.
#[inline(always)]
fn hex16(bytes: [u8; 16]) -> [u8; 32] {
    let pairs = bytes.map(|byte| {
        let byte = u16::from(byte);
        let digits = byte >> 4 | (byte & 15) << 8;
        // Digits from 10 on carry into the upper half when 6 is added. They get what `a` has beyond `9` and 1.
        let letters = (digits.wrapping_add(0x0606) >> 4) & 0x0101;
        digits.wrapping_add(0x3030).wrapping_add(letters.wrapping_mul(0x27))
    });
    let mut text = [0; 32];
    for (two, pair) in text.as_chunks_mut().0.iter_mut().zip(pairs) {
        *two = pair.to_le_bytes();
    }
    text
}

/// The 8 hexadecimal digits of a 32-bit number, the first in the highest byte; computed as in [`hex16`].
#[inline(always)]
pub(super) fn hex8(number: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let pairs = (number | number << 16) & 0x0000_ffff_0000_ffff;
    let bytes = (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff;
    let digits = (bytes | bytes << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let letters = (digits.wrapping_add(6 * ONES) >> 4) & ONES;
    digits.wrapping_add(0x30 * ONES).wrapping_add(letters.wrapping_mul(0x27))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_in_every_place() {
        for byte in 0..=255_u8 {
            for place in 0..16 {
                let mut bytes = [0x5a; 16];
                bytes[place] = byte;
                let plain = format!("{:032x}", u128::from_be_bytes(bytes));
                let mut text = [0; 36];
                uuid(u128::from_be_bytes(bytes), &mut text);
                let mut slots = [[b'x'; 40]];
                write_uuids(&[u128::from_be_bytes(bytes)], &mut slots, 3);
                assert_eq!((&slots[0][..3], &slots[0][3..39], slots[0][39]), (&b"xxx"[..], &text[..], b'x'));
                let text = String::from_utf8(text.to_vec()).unwrap();
                assert_eq!(text.replace('-', ""), plain);
                assert!([8, 13, 18, 23].iter().all(|at| text.as_bytes()[*at] == b'-'));
            }
        }
    }
}
