//! `uuidv7`: a UUID that grows with the row.

use crate::{Arg, Data, Entry, Fault, Generator, Key, Kind, Request, Rows, Shape, kernel};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "uuidv7",
    aliases: &[],
    summary: "a UUID, version 7: a time that grows with the row, then random bits",
    args: &[
        Arg { name: "start", kind: Kind::Timestamp, unit: "", default: "now", summary: "the time of row 0" },
        Arg {
            name: "every",
            kind: Kind::Duration,
            unit: "",
            default: "1us",
            summary: "the time from row to row",
        },
    ],
    modifiers: &[],
    example: "uuidv7:2026-01-01,10ms",
    source: "RFC 9562, section 5.7, with the fraction of the millisecond in rand_a (6.2, method 3): \
             each row's is greater than the one before; 62 random bits",
    build,
};

/// Times end where 48 bits of milliseconds do, in the year 10889.
const END_US: u64 = (1 << 48) * 1_000;

struct UuidV7 {
    key: Key,
    start_us: u64,
    every_us: u64,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let args = request.args;
    let start = args.timestamp("start")?.unwrap_or(request.now);
    let Ok(start_us) = u64::try_from(start) else {
        let fault = args.fault("start", "a UUID of version 7 has no time before 1970");
        return Err(fault.hint("give a later `start`"));
    };
    match args.duration("every")?.map_or(1, i64::unsigned_abs) {
        0 => Err(args.fault("every", "`every` cannot be 0").hint("1us keeps the rows in order")),
        every_us => Ok(Box::new(UuidV7 { key: request.key, start_us, every_us })),
    }
}

impl Generator for UuidV7 {
    fn shape(&self) -> Shape {
        Shape::Uuid
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        fill(self.key, self.start_us, self.every_us, rows, out.u128s(rows.len()));
    }

    fn capacity(&self) -> Option<u64> {
        Some(END_US.saturating_sub(self.start_us).div_ceil(self.every_us))
    }
}

kernel! {
    fn fill(key: Key, start_us: u64, every_us: u64, rows: Rows<'_>, out: &mut [u128]) {
        rows.each(out, #[inline(always)] |row| {
            let time_us = start_us.wrapping_add(row.wrapping_mul(every_us));
            let (millis, micros) = (time_us / 1_000, time_us % 1_000);
            // 4,096 steps for 1,000 microseconds: different ones stay different.
            let fraction = micros * 512 / 125;
            let high = millis << 16 | 0x7000 | fraction;
            let low = key.word(row) >> 2 | 0b10 << 62;
            u128::from(high) << 64 | u128::from(low)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::{NOW, build, refusal};

    fn values(column: &str, rows: Rows<'_>) -> Vec<u128> {
        let mut data = Data::default();
        build(column).unwrap().values(rows, &mut data);
        data.u128s(rows.len()).to_vec()
    }

    #[test]
    fn version_variant_and_time_are_set() {
        for (row, value) in values("uuidv7", Rows::range(0, 2_000)).into_iter().enumerate() {
            let time_us = NOW as u128 + row as u128;
            assert_eq!(value >> 80, time_us / 1_000);
            assert_eq!((value >> 76) & 15, 7);
            assert_eq!((value >> 64) & 0xfff, (time_us % 1_000) * 4_096 / 1_000);
            assert_eq!((value >> 62) & 3, 2);
        }
        let first = values("uuidv7:1970-01-01,1d", Rows::range(1, 1))[0];
        assert_eq!(first >> 80, 86_400_000);
    }

    #[test]
    fn each_is_greater_than_the_one_before() {
        for column in ["uuidv7", "uuidv7:2026-01-01,3us", "uuidv7:2026-01-01T00:00:00.999Z,1ms"] {
            let last = build(column).unwrap().capacity().unwrap();
            for start in [0, 1 << 32, last - 3_000] {
                assert!(values(column, Rows::range(start, 3_000)).is_sorted_by(|a, b| a < b), "{column}");
            }
        }
    }

    #[test]
    fn rows_end_with_the_bits_of_the_time() {
        let capacity = build("uuidv7:1970-01-01,1h").unwrap().capacity().unwrap();
        assert_eq!(capacity, (1_u64 << 48).div_ceil(3_600_000));
        let last = values("uuidv7:1970-01-01,1h", Rows::range(capacity - 1, 1))[0];
        assert!((1 << 48) - 3_600_000 <= last >> 80 && last >> 80 < 1 << 48);
    }

    #[test]
    fn times_that_cannot_be_are_refused() {
        assert_eq!(refusal("uuidv7:1969-12-31"), "a UUID of version 7 has no time before 1970");
        assert_eq!(refusal("uuidv7:every=0s"), "`every` cannot be 0");
    }
}
