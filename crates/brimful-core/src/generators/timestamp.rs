//! `timestamp`: a point in time of a range.

use std::sync::Arc;

use super::date::pattern;
use super::whole::fill_scaled;
use crate::{Arg, Data, Draw, Entry, Fault, Generator, Kind, Modifier, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "timestamp",
    aliases: &["datetime"],
    summary: "a point in time from min to max, both included, in UTC",
    args: &[
        Arg {
            name: "min",
            kind: Kind::Timestamp,
            unit: "",
            default: "1970-01-01T00:00:00Z",
            summary: "the earliest",
        },
        Arg { name: "max", kind: Kind::Timestamp, unit: "", default: "now", summary: "the latest" },
        Arg {
            name: "unit",
            kind: Kind::Text,
            unit: "",
            default: "s",
            summary: "what times are whole numbers of: s, ms or us",
        },
    ],
    modifiers: &[Modifier::Uniq, Modifier::Dist, Modifier::Fmt],
    example: "timestamp:2026-01-01,2026-06-30T23:59:59Z",
    source: "RFC 3339, without leap seconds; `dist` counts units after min; now is that of --now",
    build,
};

struct Timestamp {
    /// Units since 1970.
    low: i64,
    unit: Unit,
    draw: Draw,
    pattern: Option<Arc<str>>,
}

#[derive(Clone, Copy)]
struct Unit {
    micros: i64,
    /// How many digits of a second's fraction show it.
    digits: u8,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let (min, max) = request.args.timestamp_range("min", "max", 0, request.now)?;
    let unit = unit(request)?;
    let (low, high) = (-(-min).div_euclid(unit.micros), max.div_euclid(unit.micros));
    if low > high {
        let fault = request.args.fault("max", "there is no whole second or millisecond from `min` to `max`");
        return Err(fault.hint("move them apart, or give unit=us"));
    }
    let draw = Draw::new(request, high.abs_diff(low) + 1)?;
    Ok(Box::new(Timestamp { low, unit, draw, pattern: pattern(request) }))
}

fn unit(request: &Request<'_>) -> Result<Unit, Fault> {
    match request.args.text("unit").map_or("s", |text| text.as_str()) {
        "s" => Ok(Unit { micros: 1_000_000, digits: 0 }),
        "ms" => Ok(Unit { micros: 1_000, digits: 3 }),
        "us" => Ok(Unit { micros: 1, digits: 6 }),
        other => {
            let fault = request.args.fault("unit", format!("`{other}` is not a unit of timestamps"));
            Err(fault.hint("write unit=s, unit=ms or unit=us"))
        }
    }
}

impl Generator for Timestamp {
    fn shape(&self) -> Shape {
        Shape::Timestamp { digits: self.unit.digits, pattern: self.pattern.clone() }
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        fill_scaled(&self.draw, self.low, self.unit.micros, rows, out.i64s(rows.len()));
    }

    fn capacity(&self) -> Option<u64> {
        self.draw.capacity()
    }
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::civil::parse_timestamp;
    use crate::generators::testing::{NOW, build, refusal, texts};

    fn values(column: &str) -> Vec<i64> {
        let texts = texts(column, Rows::range(0, 2_000));
        texts.into_iter().map(|time| time.parse().unwrap()).collect()
    }

    #[test]
    fn both_ends_are_met_and_none_is_passed() {
        let time = |text| parse_timestamp(text).unwrap();
        let cases = [
            ("timestamp:2026-01-01T00:00:00Z,2026-01-01T00:00:03Z", 0, 3_000_000, 1_000_000),
            // A range within seconds is narrowed to the whole ones.
            ("timestamp:2025-12-31T23:59:59.1Z,2026-01-01T00:00:01.9Z", 0, 1_000_000, 1_000_000),
            ("timestamp:2026-01-01T00:00:00Z,2026-01-01T00:00:00.005Z,ms", 0, 5_000, 1_000),
            ("timestamp:2026-01-01T00:00:00.000001Z,2026-01-01T00:00:00.000004Z,us", 1, 4, 1),
        ];
        for (column, low, high, unit) in cases {
            let base = time("2026-01-01");
            let found: Vec<i64> = values(column).iter().map(|value| value - base).collect();
            assert_eq!((found.iter().min(), found.iter().max()), (Some(&low), Some(&high)), "{column}");
            assert!(found.iter().all(|value| value % unit == 0));
        }
        assert!(values("timestamp").iter().all(|time| (0..=NOW).contains(time) && time % 1_000_000 == 0));
        let before = values("timestamp:1969-12-31T23:59:58.5Z,1970-01-01T00:00:00.5Z");
        assert_eq!((before.iter().min(), before.iter().max()), (Some(&-1_000_000), Some(&0)));
    }

    #[test]
    fn capacity_counts_units() {
        let capacity = |column: &str| build(column).unwrap().capacity();
        assert_eq!(capacity("timestamp:2026-01-01,2026-01-02,uniq"), Some(86_401));
        assert_eq!(capacity("timestamp:2026-01-01,2026-01-02,ms,uniq"), Some(86_400_001));
    }

    #[test]
    fn what_contains_no_time_is_refused() {
        assert_eq!(refusal("timestamp:unit=h"), "`h` is not a unit of timestamps");
        let column = "timestamp:2026-01-01T00:00:00.1Z,2026-01-01T00:00:00.2Z";
        assert_eq!(refusal(column), "there is no whole second or millisecond from `min` to `max`");
    }
}
