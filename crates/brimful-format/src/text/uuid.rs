//! UUIDs (RFC 9562): 32 hexadecimal digits in five groups.

/// The canonical text, most significant digit first.
#[inline(always)]
pub(crate) fn uuid(value: u128) -> [u8; 36] {
    let hex = hex16(value.to_be_bytes());
    let mut text = [b'-'; 36];
    text[..8].copy_from_slice(&hex[..8]);
    text[9..13].copy_from_slice(&hex[8..12]);
    text[14..18].copy_from_slice(&hex[12..16]);
    text[19..23].copy_from_slice(&hex[16..20]);
    text[24..].copy_from_slice(&hex[20..]);
    text
}

/// Two lower-case digits a byte, in loops over fixed arrays that compile to vector shuffles.
#[inline(always)]
fn hex16(bytes: [u8; 16]) -> [u8; 32] {
    let mut nibbles = [0; 32];
    for i in 0..16 {
        nibbles[2 * i] = bytes[i] >> 4;
        nibbles[2 * i + 1] = bytes[i] & 15;
    }
    nibbles.map(|nibble| nibble + if nibble > 9 { b'a' - 10 } else { b'0' })
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
                let text = String::from_utf8(uuid(u128::from_be_bytes(bytes)).to_vec()).unwrap();
                assert_eq!(text.replace('-', ""), plain);
                assert!([8, 13, 18, 23].iter().all(|at| text.as_bytes()[*at] == b'-'));
            }
        }
    }
}
