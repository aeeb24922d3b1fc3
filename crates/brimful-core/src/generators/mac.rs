//! `mac.address`: the hardware address of a network card that nobody made.

use crate::{Data, Draw, Entry, Fault, Generator, Modifier, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "mac.address",
    aliases: &["mac"],
    summary: "a hardware address, 02:… with 40 random bits",
    args: &[],
    modifiers: &[Modifier::Uniq],
    example: "mac.address",
    source: "IEEE 802, section 8.2: a first octet of 02 says unicast and locally administered, which no maker assigns",
    build,
};

/// The first octet, where a 48-bit number has it.
const LOCAL_UNICAST: u64 = 0x02 << 40;

struct Mac {
    draw: Draw,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    Ok(Box::new(Mac { draw: Draw::new(request, 1 << 40)? }))
}

impl Generator for Mac {
    fn shape(&self) -> Shape {
        Shape::Mac
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let values = out.u64s(rows.len());
        self.draw.fill(rows, values);
        for value in values {
            *value |= LOCAL_UNICAST;
        }
    }

    fn capacity(&self) -> Option<u64> {
        self.draw.capacity()
    }
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::generators::testing::{build, texts};

    #[test]
    fn addresses_are_local_unicast_and_use_all_other_bits() {
        let numbers = texts("mac.address", Rows::range(0, 100)).into_iter().map(|text| text.parse().unwrap());
        let (all, any) = numbers.fold((u64::MAX, 0), |(all, any), number: u64| (all & number, any | number));
        assert_eq!((all, any), (0x02 << 40, (0x03 << 40) - 1));
    }

    #[test]
    fn unique_addresses_are_as_many_as_the_bits_can_tell() {
        assert_eq!(build("mac.address:uniq").unwrap().capacity(), Some(1 << 40));
    }
}
