//! UUIDs (RFC 9562): 32 hexadecimal digits in five groups.

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
                let text = String::from_utf8(text.to_vec()).unwrap();
                assert_eq!(text.replace('-', ""), plain);
                assert!([8, 13, 18, 23].iter().all(|at| text.as_bytes()[*at] == b'-'));
            }
        }
    }
}
