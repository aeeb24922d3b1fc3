//! `int`: a whole number of a range.

use super::whole::fill_whole;
use crate::{Arg, Data, Draw, Entry, Fault, Generator, Kind, Modifier, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "int",
    aliases: &["integer"],
    summary: "a whole number from min to max, both included",
    args: &[
        Arg { name: "min", kind: Kind::Integer, unit: "", default: "0", summary: "the smallest number" },
        Arg { name: "max", kind: Kind::Integer, unit: "", default: "1000", summary: "the largest number" },
    ],
    modifiers: &[Modifier::Uniq, Modifier::Dist],
    example: "int:1,6",
    source: "64-bit signed; each number of the range is equally likely unless `dist` says otherwise",
    build,
};

struct Int {
    low: i64,
    high: i64,
    draw: Draw,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let (low, high) = request.args.integer_range("min", "max", 0, 1000)?;
    // The whole range of 64 bits has 2^64 numbers, for which 0 stands.
    let count = high.abs_diff(low).wrapping_add(1);
    Ok(Box::new(Int { low, high, draw: Draw::offset(request, low, count)? }))
}

impl Generator for Int {
    fn shape(&self) -> Shape {
        Shape::Int { low: self.low.into(), high: self.high.into() }
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        if let Ok(low) = u64::try_from(self.low) {
            let values = out.u64s(rows.len());
            self.draw.fill(rows, values);
            for value in values {
                *value = value.wrapping_add(low);
            }
        } else {
            fill_whole(&self.draw, self.low, rows, out.i64s(rows.len()));
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
    fn both_ends_are_met_and_none_is_passed() {
        for (column, low, high) in [("int:1,6", "1", "6"), ("int:-3,2", "-3", "2"), ("int:7,7", "7", "7")] {
            let values = texts(column, Rows::range(0, 200));
            assert!(values.iter().any(|value| value == low) && values.iter().any(|value| value == high));
        }
        texts("int:-9223372036854775808,9223372036854775807", Rows::range(0, 10));
        texts("int:0,9223372036854775807", Rows::range(0, 10));
    }

    #[test]
    fn unique_numbers_are_as_many_as_the_range_has() {
        assert_eq!(build("int:-3,2,uniq").unwrap().capacity(), Some(6));
        let mut values = texts("int:-3,2,uniq", Rows::range(0, 6));
        values.sort_by_key(|value| value.parse::<i64>().unwrap());
        assert_eq!(values, ["-3", "-2", "-1", "0", "1", "2"]);
    }
}
