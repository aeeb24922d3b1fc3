//! `uuidv4`: a random UUID.

use crate::{Data, Entry, Generator, Key, Request, Rows, Shape, kernel};

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
        fill(self.high, self.low, rows, out.u128s(rows.len()));
    }
}

kernel! {
    fn fill(high: Key, low: Key, rows: Rows<'_>, out: &mut [u128]) {
        rows.each(out, #[inline(always)] |row| {
            let high = high.word(row) & !0xf000 | 0x4000;
            let low = low.word(row) & !(0b11 << 62) | 0b10 << 62;
            u128::from(high) << 64 | u128::from(low)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_and_variant_are_set() {
        let mut values = [0; 64];
        fill(Key::root(1), Key::root(2), Rows::range(0, 64), &mut values);
        for value in values {
            assert_eq!((value >> 76) & 15, 4);
            assert_eq!((value >> 62) & 3, 2);
        }
    }
}
