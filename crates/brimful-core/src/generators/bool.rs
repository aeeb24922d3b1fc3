//! `bool`: true or false.

use crate::{Arg, Data, Entry, Fault, Generator, Key, Kind, Request, Rows, Shape, kernel};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "bool",
    aliases: &["boolean"],
    summary: "true or false",
    args: &[Arg {
        name: "true",
        kind: Kind::Number,
        unit: "probability",
        default: "50%",
        summary: "how likely true is: 30% or 0.3",
    }],
    modifiers: &[],
    example: "bool:30%",
    source: "true where 53 random bits, read as a fraction, are below the probability",
    build,
};

struct Bool {
    key: Key,
    /// Of 2^53 equally likely numbers, those below are true.
    below: u64,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let probability = request.args.probability("true")?.unwrap_or(0.5);
    // A power of two changes the exponent only, so this is exact for 0, 1 and all that 53 bits can tell apart.
    let below = (probability * (1_u64 << 53) as f64) as u64;
    Ok(Box::new(Bool { key: request.key, below }))
}

impl Generator for Bool {
    fn shape(&self) -> Shape {
        Shape::Bool
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        fill(self.key, self.below, rows, out.bools(rows.len()));
    }
}

kernel! {
    fn fill(key: Key, below: u64, rows: Rows<'_>, out: &mut [bool]) {
        key.each(rows, out, #[inline(always)] |word| word >> 11 < below);
    }
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::generators::testing::texts;

    #[test]
    fn shares_are_as_asked_for() {
        for (column, share) in [("bool", 0.5), ("bool:2%", 0.02), ("bool:0", 0.0), ("bool:true=100%", 1.0)] {
            let values = texts(column, Rows::range(0, 100_000));
            let found = values.iter().filter(|value| *value == "true").count() as f64 / 100_000.0;
            assert!((found - share).abs() <= 5.0 * (share * (1.0 - share) / 100_000.0).sqrt(), "{found}");
        }
    }
}
