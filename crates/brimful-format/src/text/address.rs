//! Network addresses.

use std::io::Write as _;
use std::net::Ipv6Addr;

/// The digits of each octet and a point, and how many bytes they are.
static OCTETS: [([u8; 4], u8); 256] = octets();

const fn octets() -> [([u8; 4], u8); 256] {
    let mut table = [([0; 4], 0); 256];
    let mut n = 0;
    while n < 256 {
        let (hundreds, tens, ones) =
            (b'0' + (n / 100) as u8, b'0' + (n / 10 % 10) as u8, b'0' + (n % 10) as u8);
        table[n] = match n {
            0..=9 => ([ones, b'.', 0, 0], 2),
            10..=99 => ([tens, ones, b'.', 0], 3),
            _ => ([hundreds, tens, ones, b'.'], 4),
        };
        n += 1;
    }
    table
}

/// Dotted decimal; returns how long.
#[inline(always)]
pub(crate) fn ipv4(value: u64, text: &mut [u8; 16]) -> usize {
    let mut len = 0;
    for shift in [24, 16, 8, 0] {
        let (octet, octet_len) = OCTETS[(value >> shift & 255) as usize];
        text[len..len + 4].copy_from_slice(&octet);
        len = (len + usize::from(octet_len)) & 15;
        // The mask tells the compiler what is true anyway for the first three: at most 12 bytes so far.
        len = if shift == 0 { len } else { len.min(12) };
    }
    // The last point does not belong; 16 bytes with it wrap to 0.
    (len + 15) & 15
}

/// No IPv6 text is longer: eight groups of four digits.
pub(crate) const IPV6_LEN_MAX: usize = 39;

/// The text of RFC 5952; returns how long.
pub(crate) fn ipv6(value: u128, text: &mut [u8; IPV6_LEN_MAX]) -> usize {
    let mut rest = &mut text[..];
    let room = rest.len();
    let written = write!(rest, "{}", Ipv6Addr::from_bits(value));
    debug_assert!(written.is_ok());
    room - rest.len()
}

/// Six hexadecimal pairs with colons.
#[inline(always)]
pub(crate) fn mac(value: u64) -> [u8; 17] {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut text = [b':'; 17];
    for i in 0..6 {
        let byte = (value >> (40 - 8 * i)) as usize;
        text[3 * i] = HEX[byte >> 4 & 15];
        text[3 * i + 1] = HEX[byte & 15];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn addresses_agree_with_the_standard_library() {
        let octets = [0, 1, 9, 10, 99, 100, 199, 255];
        for (a, b) in octets.iter().flat_map(|a| octets.map(|b| (*a, b))) {
            for (c, d) in octets.iter().flat_map(|c| octets.map(|d| (*c, d))) {
                let address = Ipv4Addr::new(a, b, c, d);
                let mut text = [0; 16];
                let len = ipv4(address.to_bits().into(), &mut text);
                assert_eq!(&text[..len], address.to_string().as_bytes());
            }
        }
        for value in [0, 1, u128::MAX, 0x2001_0db8 << 96 | 0xff, 1 << 64] {
            let mut text = [0; IPV6_LEN_MAX];
            let len = ipv6(value, &mut text);
            assert_eq!(&text[..len], Ipv6Addr::from_bits(value).to_string().as_bytes());
        }
        assert_eq!(&mac(0x0200_5e10_abff), b"02:00:5e:10:ab:ff");
    }
}
