//! Network addresses.

use std::io::Write as _;
use std::net::Ipv6Addr;

use super::uuid::hex8;

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
    let octet = |shift: u64| &OCTETS[(value >> shift & 255) as usize];
    let (a, b, c, d) = (octet(24), octet(16), octet(8), octet(0));
    let (b_at, c_len) = (usize::from(a.1), usize::from(c.1));
    // No octet is longer than four bytes with its point: the limits are for the compiler, which then knows it too.
    let c_at = (b_at + usize::from(b.1)).min(8);
    let d_at = (c_at + c_len).min(12);
    text[..4].copy_from_slice(&a.0);
    text[b_at.min(4)..][..4].copy_from_slice(&b.0);
    text[c_at..][..4].copy_from_slice(&c.0);
    text[d_at..][..4].copy_from_slice(&d.0);
    // The last point does not belong.
    d_at + usize::from(d.1) - 1
}

/// No IPv6 text is longer: eight groups of four digits.
pub(crate) const IPV6_LEN_MAX: usize = 39;

/// The text of RFC 5952; returns how long.
#[inline(always)]
pub(crate) fn ipv6(value: u128, text: &mut [u8; IPV6_LEN_MAX]) -> usize {
    let groups: [u16; 8] = std::array::from_fn(|i| (value >> (112 - 16 * i)) as u16);
    // Only with a zero somewhere it is more than groups and colons.
    if groups.contains(&0) { ipv6_with_zeros(value, text) } else { ipv6_groups(groups, text) }
}

#[inline(always)]
fn ipv6_groups(groups: [u16; 8], text: &mut [u8; IPV6_LEN_MAX]) -> usize {
    let mut len = 0;
    for (i, group) in groups.into_iter().enumerate() {
        let digits = hex8(u64::from(group) << 16).to_be_bytes();
        let zeros = group.leading_zeros() as usize / 4;
        // At most five bytes a group so far: the limit is for the compiler.
        let at = len.min(5 * i).min(35);
        for (place, digit) in text[at..at + 4].iter_mut().zip(&digits[zeros & 3..]) {
            *place = *digit;
        }
        len = at + 4 - (zeros & 3);
        if i < 7 {
            text[len] = b':';
            len += 1;
        }
    }
    len
}

#[cold]
fn ipv6_with_zeros(value: u128, text: &mut [u8; IPV6_LEN_MAX]) -> usize {
    let mut rest = &mut text[..];
    let room = rest.len();
    let written = write!(rest, "{}", Ipv6Addr::from_bits(value));
    debug_assert!(written.is_ok());
    room - rest.len()
}

/// Six hexadecimal pairs with colons.
#[inline(always)]
pub(crate) fn mac(value: u64, text: &mut [u8; 17]) {
    let (high, low) =
        (hex8(value >> 16 & 0xffff_ffff).to_be_bytes(), hex8(value << 16 & 0xffff_ffff).to_be_bytes());
    *text = [b':'; 17];
    for i in 0..4 {
        text[3 * i..3 * i + 2].copy_from_slice(&high[2 * i..2 * i + 2]);
    }
    text[12..14].copy_from_slice(&low[..2]);
    text[15..].copy_from_slice(&low[2..4]);
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
        let digits = 0x0001_0020_0300_4000_a00b_0c0d_f00f_1111;
        for value in
            [0, 1, u128::MAX, 0x2001_0db8 << 96 | 0xff, 1 << 64, 0xffff_0102_0304, digits, digits << 4 | 7]
        {
            let mut text = [0; IPV6_LEN_MAX];
            let len = ipv6(value, &mut text);
            assert_eq!(&text[..len], Ipv6Addr::from_bits(value).to_string().as_bytes());
        }
        let mut text = [0; 17];
        mac(0x0200_5e10_abff, &mut text);
        assert_eq!(&text, b"02:00:5e:10:ab:ff");
    }
}
