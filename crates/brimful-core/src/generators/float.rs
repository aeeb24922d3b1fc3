//! `float`: a real number of a range.

use crate::distributions::{Distribution, Domain, OPEN_END};
use crate::draw::law;
use crate::random::unit;
use crate::{Arg, Data, Entry, Fault, Generator, Key, Kind, Modifier, Request, Rows, Shape, kernel};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "float",
    aliases: &["double", "real"],
    summary: "a real number from min to max",
    args: &[
        Arg {
            name: "min",
            kind: Kind::Number,
            unit: "",
            default: "0 (none with dist)",
            summary: "no number is below",
        },
        Arg {
            name: "max",
            kind: Kind::Number,
            unit: "",
            default: "1 (none with dist)",
            summary: "no number is above",
        },
    ],
    modifiers: &[Modifier::Dist],
    example: "float:-1,1",
    source: "2^52 equally likely fractions strictly between 0 and 1, spread over the range and rounded to 64-bit IEEE 754",
    build,
};

struct Float {
    key: Key,
    low: f64,
    high: f64,
    law: Option<Box<dyn Distribution>>,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let (low, high) = if request.modifiers.dist.is_some() { (-OPEN_END, OPEN_END) } else { (0.0, 1.0) };
    let (low, high) = request.args.number_range("min", "max", low, high)?;
    let law = law(request, || Ok(Domain::Real { low, high }))?;
    Ok(Box::new(Float { key: request.key, low, high, law }))
}

impl Generator for Float {
    fn shape(&self) -> Shape {
        Shape::Float
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let values = out.f64s(rows.len());
        match &self.law {
            Some(law) => law.fill(self.key, rows, values),
            None => fill(self.key, self.low, self.high, rows, values),
        }
    }
}

kernel! {
    /// The ends are weighed, not their difference added, which could be infinite.
    fn fill(key: Key, low: f64, high: f64, rows: Rows<'_>, out: &mut [f64]) {
        key.each(rows, out, #[inline(always)] |word| {
            let share = unit(word);
            let value = low * (1.0 - share) + high * share;
            let value = if value < low { low } else { value };
            if value > high { high } else { value }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::{refusal, texts};

    fn values(column: &str) -> Vec<f64> {
        texts(column, Rows::range(0, 10_000)).into_iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn numbers_fill_their_range_and_stay_in_it() {
        let cases = [
            ("float", 0.0, 1.0),
            ("double:-5,20", -5.0, 20.0),
            ("float:0.1,0.1", 0.1, 0.1),
            ("float:-1.5e308,1.5e308", -1.5e308, 1.5e308),
            ("float:5,6,dist=normal/5/2", 5.0, 6.0),
        ];
        for (column, low, high) in cases {
            let values = values(column);
            assert!(values.iter().all(|value| (low..=high).contains(value)), "{column}");
            let mean = values.iter().map(|value| value / 10_000.0).sum::<f64>();
            let margin = (high / 20.0 - low / 20.0).max(1e-9);
            assert!((mean - (low / 2.0 + high / 2.0)).abs() < margin, "{column}: {mean}");
        }
        assert!(values("float").iter().all(|value| *value > 0.0 && *value < 1.0), "the interval is open");
    }

    #[test]
    fn a_law_needs_no_range() {
        let values = values("float:dist=normal/1000/10");
        let mean = values.iter().sum::<f64>() / 10_000.0;
        assert!((mean - 1_000.0).abs() < 1.0, "{mean}");
        for law in ["lognormal/1/2", "pareto/1/3"] {
            texts(&format!("float:dist={law}"), Rows::range(0, 1_000));
        }
    }

    #[test]
    fn a_law_that_starts_at_the_low_end_starts_at_zero_without_one() {
        let texts = |column| texts(column, Rows::range(0, 1_000));
        assert_eq!(texts("float:dist=exponential/3"), texts("float:0,dist=exponential/3"));
    }

    #[test]
    fn a_law_that_takes_its_shape_from_the_range_needs_one() {
        let open =
            ["dist=uniform", "dist=normal", "dist=normal/5", "0,dist=exponential", "max=9,dist=normal"];
        for column in open {
            let message = refusal(&format!("float:{column}"));
            assert!(message.ends_with("needs a range from `min` to `max`"), "{column}: {message}");
        }
    }
}
