//! `ipv4`: an IPv4 address of a network.

use std::net::Ipv4Addr;

use crate::{Arg, Data, Draw, Entry, Fault, Generator, Kind, Modifier, Request, Rows, Shape, Text, kernel};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "ipv4",
    aliases: &["ip"],
    summary: "an IPv4 address of a network",
    args: &[Arg {
        name: "network",
        kind: Kind::Cidr,
        unit: "",
        default: "documentation and benchmark networks",
        summary: "where addresses are from, the first and the last included",
    }],
    modifiers: &[Modifier::Uniq, Modifier::Dist],
    example: "ipv4:10.0.0.0/8",
    source: "by default 198.18.0.0/15 (RFC 2544) and 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24 (RFC 5737), \
             131,840 addresses that are never routed",
    build,
};

/// The networks of the default, largest first: where they begin, and how many addresses they have.
const DEFAULT: [(u32, u64); 4] =
    [(0xc612_0000, 1 << 17), (0xc000_0200, 256), (0xc633_6400, 256), (0xcb00_7100, 256)];

struct Ipv4 {
    /// The address of index 0; `None` for the default networks one after the other.
    base: Option<u32>,
    draw: Draw,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let (base, count) = match request.args.text("network") {
        None => (None, DEFAULT.iter().map(|(_, count)| count).sum()),
        Some(text) => {
            let (base, bits) = parse(text)?;
            (Some(base), 1_u64 << (32 - bits))
        }
    };
    Ok(Box::new(Ipv4 { base, draw: Draw::new(request, count)? }))
}

/// Reads a network as its first address and the number of bits that its addresses share.
fn parse(text: &Text) -> Result<(u32, u32), Fault> {
    let fault = |message: String, hint: String| Err(Fault::new(message).at(text.trim().span()).hint(hint));
    let written = text.as_str().trim();
    let parts = written.split_once('/').and_then(|(address, bits)| {
        let address: Ipv4Addr = address.parse().ok()?;
        let bits: u32 = bits.parse().ok().filter(|bits| *bits <= 32)?;
        Some((address.to_bits(), bits))
    });
    let Some((address, bits)) = parts else {
        return fault(
            format!("`{written}` is not an IPv4 network"),
            "a network is written like 10.0.0.0/8".to_owned(),
        );
    };
    let base = (u64::from(address) >> (32 - bits) << (32 - bits)) as u32;
    if base != address {
        return fault(
            format!("`{written}` does not begin its network"),
            format!("did you mean {}/{bits}?", Ipv4Addr::from_bits(base)),
        );
    }
    Ok((base, bits))
}

impl Generator for Ipv4 {
    fn shape(&self) -> Shape {
        Shape::Ipv4
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let values = out.u64s(rows.len());
        self.draw.fill(rows, values);
        match self.base {
            Some(base) => {
                for value in values {
                    *value += u64::from(base);
                }
            }
            None => place(values),
        }
    }

    fn capacity(&self) -> Option<u64> {
        self.draw.capacity()
    }
}

kernel! {
    /// Turns indices into addresses of the default networks, without a branch.
    fn place(values: &mut [u64]) {
        for value in values {
            let mut first = 0;
            let mut shift = u64::from(DEFAULT[0].0);
            for i in 1..DEFAULT.len() {
                first += DEFAULT[i - 1].1;
                let there = u64::from(DEFAULT[i].0).wrapping_sub(first);
                shift = if *value >= first { there } else { shift };
            }
            *value = value.wrapping_add(shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::{build, refusal, texts};

    fn addresses(column: &str, rows: usize) -> Vec<Ipv4Addr> {
        let texts = texts(column, Rows::range(0, rows));
        texts.iter().map(|text| Ipv4Addr::from_bits(text.parse().unwrap())).collect()
    }

    #[test]
    fn the_default_is_each_address_of_its_networks_once() {
        assert_eq!(build("ipv4:uniq").unwrap().capacity(), Some(131_840));
        let mut found = addresses("ipv4:uniq", 131_840);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 131_840);
        let within = |address: &Ipv4Addr| match address.octets() {
            [198, 18 | 19, ..] => true,
            _ => address.is_documentation(),
        };
        assert!(found.iter().all(within));
    }

    #[test]
    fn both_ends_of_a_network_are_met_and_none_is_passed() {
        for (network, first, last) in [
            ("10.0.0.0/30", [10, 0, 0, 0], [10, 0, 0, 3]),
            ("255.255.255.254/31", [255, 255, 255, 254], [255; 4]),
            ("1.2.3.4/32", [1, 2, 3, 4], [1, 2, 3, 4]),
        ] {
            let found = addresses(&format!("ipv4:{network}"), 100);
            assert_eq!(found.iter().min(), Some(&first.into()));
            assert_eq!(found.iter().max(), Some(&last.into()));
        }
        assert_eq!(build("ipv4:0.0.0.0/0,uniq").unwrap().capacity(), Some(1 << 32));
        addresses("ipv4:0.0.0.0/0", 100);
    }

    #[test]
    fn what_is_no_network_is_refused() {
        for network in ["10.0.0.0", "10.0.0.0/33", "10.0.0/8", "::/0", "10.0.0.0/+8x", "a"] {
            assert_eq!(refusal(&format!("ipv4:{network}")), format!("`{network}` is not an IPv4 network"));
        }
        let fault = parse(&Text::plain("10.1.2.3/8")).unwrap_err();
        assert_eq!(fault.message, "`10.1.2.3/8` does not begin its network");
        assert_eq!(fault.hint.unwrap(), "did you mean 10.0.0.0/8?");
    }
}
