//! `date`: a day of a range.

use std::sync::Arc;

use super::whole::fill_whole;
use crate::civil::DAY_US;
use crate::{Arg, Data, Draw, Entry, Fault, Generator, Kind, Modifier, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "date",
    aliases: &[],
    summary: "a day from min to max, both included",
    args: &[
        Arg { name: "min", kind: Kind::Date, unit: "", default: "364 days ago", summary: "the first day" },
        Arg { name: "max", kind: Kind::Date, unit: "", default: "today", summary: "the last day" },
    ],
    modifiers: &[Modifier::Uniq, Modifier::Dist, Modifier::Fmt],
    example: "date:2025-01-01,2025-12-31",
    source: "proleptic Gregorian calendar; `dist` counts days after min; today is that of --now in UTC",
    build,
};

/// 0001-01-01, the first day that can be written.
const FIRST_DAY: i64 = -719_162;

struct Date {
    low: i64,
    draw: Draw,
    pattern: Option<Arc<str>>,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let today = request.now.div_euclid(DAY_US);
    let year_ago = (today - 364).max(FIRST_DAY);
    let (low, high) = request.args.date_range("min", "max", year_ago, today)?;
    let draw = Draw::new(request, high.abs_diff(low) + 1)?;
    Ok(Box::new(Date { low, draw, pattern: pattern(request) }))
}

/// The pattern that `fmt=` asks for; the format that writes it checks it.
pub(super) fn pattern(request: &Request<'_>) -> Option<Arc<str>> {
    request.modifiers.fmt.as_ref().map(|text| text.as_str().into())
}

impl Generator for Date {
    fn shape(&self) -> Shape {
        Shape::Date(self.pattern.clone())
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        fill_whole(&self.draw, self.low, rows, out.i64s(rows.len()));
    }

    fn capacity(&self) -> Option<u64> {
        self.draw.capacity()
    }
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::civil::parse_date;
    use crate::generators::testing::{build, texts};

    fn ends(column: &str) -> (i64, i64) {
        let days = texts(column, Rows::range(0, 20_000)).into_iter().map(|day| day.parse().unwrap());
        let days: Vec<i64> = days.collect();
        (*days.iter().min().unwrap(), *days.iter().max().unwrap())
    }

    #[test]
    fn both_ends_are_met_and_none_is_passed() {
        let day = |text| parse_date(text).unwrap();
        assert_eq!(ends("date:2024-02-28,2024-03-01"), (day("2024-02-28"), day("2024-03-01")));
        assert_eq!(ends("date:0001-01-01,0001-01-02"), (day("0001-01-01"), day("0001-01-02")));
        assert_eq!(ends("date"), (day("2025-11-22"), day("2026-11-21")));
        assert_eq!(ends("date:max=2025-12-01").1, day("2025-12-01"));
    }

    #[test]
    fn unique_days_are_as_many_as_the_range_has() {
        assert_eq!(build("date:uniq").unwrap().capacity(), Some(365));
        assert_eq!(build("date:2024-01-01,2024-12-31,uniq").unwrap().capacity(), Some(366));
    }
}
