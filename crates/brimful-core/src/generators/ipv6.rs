//! `ipv6`: an IPv6 address of a network.

use std::net::Ipv6Addr;

use super::join::{Fixed, fill_joined};
use crate::random::fill_words;
use crate::{Arg, Data, Draw, Entry, Fault, Generator, Key, Kind, Modifier, Request, Rows, Shape, Text};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "ipv6",
    aliases: &[],
    summary: "an IPv6 address of a network",
    args: &[Arg {
        name: "network",
        kind: Kind::Cidr,
        unit: "",
        default: "2001:db8::/32",
        summary: "where addresses are from",
    }],
    modifiers: &[Modifier::Uniq],
    example: "ipv6",
    source: "by default 2001:db8::/32 (RFC 3849), which is never routed; `uniq` permutes the last 64 bits",
    build,
};

struct Ipv6 {
    network: Fixed,
    /// Makes the upper 64 bits, as far as they are not the network's.
    high: Key,
    /// Draws from the lower 64 bits, or as many of them as are not the network's.
    low: Draw,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let network = match request.args.text("network") {
        None => Fixed { mask: mask(32), bits: 0x2001_0db8 << 96 },
        Some(text) => parse(text)?,
    };
    // All 64 bits are as many values as 0 stands for.
    let low_count = (!network.mask as u64).wrapping_add(1);
    let low = Draw::new(request, low_count)?;
    Ok(Box::new(Ipv6 { network, high: request.key.derive("high"), low }))
}

/// The upper `bits` of 128.
fn mask(bits: u32) -> u128 {
    !u128::MAX.checked_shr(bits).unwrap_or(0)
}

/// Reads a network: the bits that its addresses share.
fn parse(text: &Text) -> Result<Fixed, Fault> {
    let fault = |message: String, hint: String| Err(Fault::new(message).at(text.trim().span()).hint(hint));
    let written = text.as_str().trim();
    let parts = written.split_once('/').and_then(|(address, bits)| {
        let address: Ipv6Addr = address.parse().ok()?;
        let bits: u32 = bits.parse().ok().filter(|bits| *bits <= 128)?;
        Some((address.to_bits(), bits))
    });
    let Some((address, bits)) = parts else {
        return fault(
            format!("`{written}` is not an IPv6 network"),
            "a network is written like 2001:db8::/32".to_owned(),
        );
    };
    let mask = mask(bits);
    let base = address & mask;
    if base != address {
        return fault(
            format!("`{written}` does not begin its network"),
            format!("did you mean {}/{bits}?", Ipv6Addr::from_bits(base)),
        );
    }
    Ok(Fixed { mask, bits: base })
}

impl Generator for Ipv6 {
    fn shape(&self) -> Shape {
        Shape::Ipv6
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let high = |rows: Rows<'_>, out: &mut [u64]| fill_words(self.high, rows, out);
        let low = |rows: Rows<'_>, out: &mut [u64]| self.low.fill(rows, out);
        fill_joined(self.network, high, low, rows, out.u128s(rows.len()));
    }

    fn capacity(&self) -> Option<u64> {
        self.low.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::{build, refusal, texts};

    fn addresses(column: &str) -> Vec<Ipv6Addr> {
        let texts = texts(column, Rows::range(0, 100));
        texts.iter().map(|text| Ipv6Addr::from_bits(u128::from_str_radix(text, 16).unwrap())).collect()
    }

    #[test]
    fn addresses_stay_in_their_network_and_use_all_of_it() {
        for (column, bits) in
            [("ipv6", 32), ("ipv6:2001:db8::/32,uniq", 32), ("ipv6:fd00::/64", 64), ("ipv6:::/0", 0)]
        {
            let found = addresses(column);
            let (all, any) = found.iter().fold((u128::MAX, 0), |(all, any), address| {
                (all & address.to_bits(), any | address.to_bits())
            });
            let host_mask = u128::MAX >> bits;
            assert_eq!((all ^ any), host_mask, "{column}: every bit of the host is met as 0 and as 1");
        }
        assert!(addresses("ipv6").iter().all(|address| address.segments()[..2] == [0x2001, 0xdb8]));
        let few = addresses("ipv6:fd00::4/127");
        let ends = (few.iter().min().unwrap().to_string(), few.iter().max().unwrap().to_string());
        assert_eq!(ends, ("fd00::4".to_owned(), "fd00::5".to_owned()));
        assert_eq!(addresses("ipv6:::1/128")[0], Ipv6Addr::LOCALHOST);
    }

    #[test]
    fn capacity_counts_the_last_64_bits() {
        assert_eq!(build("ipv6:fd00::/120,uniq").unwrap().capacity(), Some(256));
        assert_eq!(build("ipv6:fd00::/64,uniq").unwrap().capacity(), None);
        assert_eq!(build("ipv6:uniq").unwrap().capacity(), None);
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for network in ["2001:db8::", "2001:db8::/129", "10.0.0.0/8", "x/3"] {
            assert_eq!(refusal(&format!("ipv6:{network}")), format!("`{network}` is not an IPv6 network"));
        }
        let fault = parse(&Text::plain("2001:db8::1/32")).unwrap_err();
        assert_eq!(fault.hint.unwrap(), "did you mean 2001:db8::/32?");
    }
}
