//! UUIDs (RFC 9562): 32 hexadecimal digits in five groups.

/// The canonical text, most significant digit first.
#[inline(always)]
pub(crate) fn uuid(value: u128, text: &mut [u8; 36]) {
    let hex = hex(value);
    text[..8].copy_from_slice(&hex[0]);
    text[8] = b'-';
    text[9..13].copy_from_slice(&hex[1][..4]);
    text[13] = b'-';
    text[14..18].copy_from_slice(&hex[1][4..]);
    text[18] = b'-';
    text[19..23].copy_from_slice(&hex[2][..4]);
    text[23] = b'-';
    text[24..28].copy_from_slice(&hex[2][4..]);
    text[28..].copy_from_slice(&hex[3]);
}

/// All 32 digits: four lanes of 8 go through the same steps, which compile to vector instructions.
#[inline(always)]
fn hex(value: u128) -> [[u8; 8]; 4] {
    let mut lanes = [0_u64; 4];
    for (i, lane) in lanes.iter_mut().enumerate() {
        *lane = (value >> (96 - 32 * i)) as u64 & 0xffff_ffff;
    }
    lanes.map(|lane| hex8(lane).to_be_bytes())
}

/// A byte for each of the 8 hexadecimal digits of a 32-bit number.
#[inline(always)]
pub(super) fn hex8(number: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let pairs = (number | number << 16) & 0x0000_ffff_0000_ffff;
    let bytes = (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff;
    let digits = (bytes | bytes << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    // A digit of 10 and more carries into the upper half when 6 is added: all ones for those, then what `a` to `f`
    // have beyond the character that follows `9`.
    let letters = ((digits + 6 * ONES) >> 4) & ONES;
    let letters = (letters << 8).wrapping_sub(letters);
    digits + 0x30 * ONES + (letters & (0x27 * ONES))
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
                let plain: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
                let mut text = [0; 36];
                uuid(u128::from_be_bytes(bytes), &mut text);
                let text = String::from_utf8(text.to_vec()).unwrap();
                assert_eq!(text.replace('-', ""), plain);
                assert!([8, 13, 18, 23].iter().all(|at| text.as_bytes()[*at] == b'-'));
            }
        }
    }
}
