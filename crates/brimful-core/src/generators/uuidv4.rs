//! `uuidv4`: a random UUID.

use super::join::{Fixed, fill_joined};
use crate::random::fill_words;
use crate::{Data, Entry, Generator, Key, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "uuidv4",
    aliases: &["uuid"],
    summary: "a random UUID, version 4",
    args: &[],
    modifiers: &[],
    example: "uuidv4",
    source: "RFC 9562, section 5.4: 122 random bits",
    build: |request| Ok(Box::new(UuidV4::new(request))),
};

/// Four bits of the version, two of the variant.
const VERSION_4: Fixed = Fixed { mask: 0xf << 76 | 0b11 << 62, bits: 0x4 << 76 | 0b10 << 62 };

struct UuidV4 {
    high: Key,
    low: Key,
}

impl UuidV4 {
    fn new(request: &Request<'_>) -> Self {
        Self { high: request.key.derive("high"), low: request.key.derive("low") }
    }
}

impl Generator for UuidV4 {
    fn shape(&self) -> Shape {
        Shape::Uuid
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let high = |rows: Rows<'_>, out: &mut [u64]| fill_words(self.high, rows, out);
        let low = |rows: Rows<'_>, out: &mut [u64]| fill_words(self.low, rows, out);
        fill_joined(VERSION_4, high, low, rows, out.u128s(rows.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::build;

    #[test]
    fn version_and_variant_are_set() {
        let mut data = Data::default();
        build("uuidv4").unwrap().values(Rows::range(0, 64), &mut data);
        for value in data.u128s(64) {
            assert_eq!((*value >> 76) & 15, 4);
            assert_eq!((*value >> 62) & 3, 2);
        }
    }
}
