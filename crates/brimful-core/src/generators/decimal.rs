//! `decimal`: a number with a fixed count of decimals.

use super::whole::fill_whole;
use crate::distributions::{Distribution, Domain};
use crate::draw::law;
use crate::pieces::in_pieces;
use crate::{Arg, Data, Draw, Entry, Fault, Generator, Key, Kind, Modifier, Request, Rows, Shape, kernel};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "decimal",
    aliases: &["numeric"],
    summary: "a number from min to max, both included, with a fixed count of decimals",
    args: &[
        Arg { name: "min", kind: Kind::Number, unit: "", default: "0", summary: "the smallest number" },
        Arg { name: "max", kind: Kind::Number, unit: "", default: "1000", summary: "the largest number" },
        Arg {
            name: "scale",
            kind: Kind::Integer,
            unit: "digits",
            default: "2",
            summary: "decimals, 1 to 18",
        },
    ],
    modifiers: &[Modifier::Uniq, Modifier::Dist],
    example: "decimal:0.99,99.99",
    source: "whole numbers of 64 bits with a point in them: exact, each equally likely; `dist` has its parameters in \
             units of the number, and what it draws, 53 bits, is rounded to the nearest decimal",
    build,
};

/// How many values stand on the stack between two passes.
const CHUNK: usize = 256;

struct Decimal {
    scale: u8,
    low: i64,
    high: i64,
    how: How,
}

enum How {
    Draw(Draw),
    Law(Law),
}

/// A law that sees the numbers themselves.
struct Law {
    key: Key,
    distribution: Box<dyn Distribution>,
    /// How many units of the last decimal make 1.
    units: f64,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let scale = scale(request)?;
    let low = end(request, "min", 0, scale)?;
    let high = end(request, "max", 1000, scale)?;
    if low > high {
        let given = if request.args.text("min").is_some() { "min" } else { "max" };
        let fault = request.args.fault(given, "`min` is above `max`");
        return Err(fault.hint("without them they are 0 and 1000"));
    }
    let units = 10_i64.pow(scale.into()) as f64;
    // Half a unit more on both sides, so that the ends are rounded to as often as the numbers between them.
    let domain = || Ok(Domain::Real { low: (low as f64 - 0.5) / units, high: (high as f64 + 0.5) / units });
    let how = match law(request, domain)? {
        Some(distribution) => How::Law(Law { key: request.key, distribution, units }),
        None => How::Draw(Draw::offset(request, low, high.abs_diff(low).wrapping_add(1))?),
    };
    Ok(Box::new(Decimal { scale, low, high, how }))
}

fn scale(request: &Request<'_>) -> Result<u8, Fault> {
    let scale = request.args.unsigned("scale")?.unwrap_or(2);
    if let Ok(scale @ 1..=18) = u8::try_from(scale) {
        return Ok(scale);
    }
    let fault = request.args.fault("scale", format!("`scale` cannot be {scale}"));
    Err(fault.hint("a decimal has 1 to 18 decimals; `int` makes whole numbers"))
}

/// An end of the range as a count of its last decimal.
fn end(request: &Request<'_>, name: &str, default: i128, scale: u8) -> Result<i64, Fault> {
    let default = default * 10_i128.pow(scale.into());
    let units = request.args.decimal(name, scale.into())?.unwrap_or(default);
    i64::try_from(units).map_err(|_| {
        let message = format!("`{name}` with {scale} decimals has more than 18 digits");
        request.args.fault(name, message).hint("give an end nearer to zero, or a smaller `scale`")
    })
}

impl Generator for Decimal {
    fn shape(&self) -> Shape {
        Shape::Decimal { scale: self.scale, low: self.low, high: self.high }
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let values = out.i64s(rows.len());
        match &self.how {
            How::Draw(draw) => fill_whole(draw, self.low, rows, values),
            How::Law(law) => {
                let mut drawn = [0.0; CHUNK];
                in_pieces(rows, values, CHUNK, |rows, values| {
                    let drawn = &mut drawn[..values.len()];
                    law.distribution.fill(law.key, rows, drawn);
                    round(drawn, law.units, self.low, self.high, values);
                });
            }
        }
    }

    fn capacity(&self) -> Option<u64> {
        match &self.how {
            How::Draw(draw) => draw.capacity(),
            How::Law(_) => None,
        }
    }
}

kernel! {
    /// Rounds to whole units, halves upwards.
    fn round(drawn: &[f64], units: f64, low: i64, high: i64, out: &mut [i64]) {
        for (slot, number) in out.iter_mut().zip(drawn) {
            *slot = ((number * units + 0.5).floor() as i64).clamp(low, high);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::{build, refusal, texts};

    fn values(column: &str) -> Vec<i64> {
        texts(column, Rows::range(0, 10_000)).into_iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn both_ends_are_met_and_none_is_passed() {
        for (column, low, high) in [
            ("decimal:1,1.05", 100, 105),
            ("decimal:-0.3,0.4,1", -3, 4),
            ("decimal:scale=3,max=0.005", 0, 5),
            ("decimal:-9.223372036854775808,-9.223372036854775805,18", i64::MIN, i64::MIN + 3),
            ("decimal:0,0.05,dist=normal/0.02/1", 0, 5),
        ] {
            let values = values(column);
            assert_eq!((values.iter().min(), values.iter().max()), (Some(&low), Some(&high)), "{column}");
        }
        values("decimal:-9.223372036854775808,9.223372036854775807,18");
    }

    #[test]
    fn a_law_has_the_units_of_the_number() {
        let values = values("decimal:0,100,2,dist=normal/40/5");
        let mean = values.iter().sum::<i64>() as f64 / 10_000.0;
        assert!((mean - 4_000.0).abs() < 25.0, "{mean}");
    }

    #[test]
    fn the_ends_of_a_law_are_as_likely_as_the_numbers_between() {
        let values = values("decimal:0,0.3,1,dist=uniform");
        for number in 0..4 {
            let count = values.iter().filter(|value| **value == number).count();
            assert!((2_300..2_700).contains(&count), "{number}: {count}");
        }
    }

    #[test]
    fn unique_numbers_are_as_many_as_the_range_has() {
        assert_eq!(build("decimal:0,1,uniq").unwrap().capacity(), Some(101));
        assert_eq!(build("decimal:0,1").unwrap().capacity(), None);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert_eq!(refusal("decimal:scale=0"), "`scale` cannot be 0");
        assert_eq!(refusal("decimal:scale=19"), "`scale` cannot be 19");
        assert_eq!(refusal("decimal:5,1"), "`min` is above `max`");
        assert_eq!(refusal("decimal:max=-1"), "`min` is above `max`");
        assert_eq!(refusal("decimal:scale=16"), "`max` with 16 decimals has more than 18 digits");
        assert_eq!(refusal("decimal:0.001"), "argument `min`: `0.001` has too many decimals");
    }
}
