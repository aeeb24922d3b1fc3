//! `int`: a whole number of a range.

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
        let low = self.low as u64;
        if self.low >= 0 {
            let values = out.u64s(rows.len());
            self.draw.fill(rows, values);
            values.iter_mut().for_each(|value| *value = value.wrapping_add(low));
        } else {
            let mut draws = std::mem::take(out);
            let words = draws.u64s(rows.len());
            self.draw.fill(rows, words);
            let values = out.i64s(rows.len());
            values.iter_mut().zip(words).for_each(|(value, word)| *value = word.wrapping_add(low) as i64);
        }
    }

    fn capacity(&self) -> Option<u64> {
        self.draw.capacity()
    }
}
