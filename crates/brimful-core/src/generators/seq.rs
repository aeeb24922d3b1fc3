//! `seq`: numbers at equal steps.

use crate::{Arg, Data, Entry, Fault, Generator, Kind, Request, Rows, Sequence, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "seq",
    aliases: &["sequence", "serial"],
    summary: "the numbers from start on, one step further each row or each few rows",
    args: &[
        Arg { name: "start", kind: Kind::Integer, unit: "", default: "1", summary: "the number of row 0" },
        Arg {
            name: "step",
            kind: Kind::Integer,
            unit: "",
            default: "1",
            summary: "what is added; may be negative",
        },
        Arg {
            name: "repeat",
            kind: Kind::Integer,
            unit: "rows",
            default: "1",
            summary: "rows with the same number",
        },
    ],
    modifiers: &[],
    example: "seq:100,10",
    source: "start + step * (row / repeat); refused where it would leave 64 bits",
    build,
};

#[derive(Clone, Copy)]
struct Seq {
    start: i64,
    step: i64,
    repeat: u64,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let start = request.args.integer("start")?.unwrap_or(1);
    let step = request.args.integer("step")?.unwrap_or(1);
    let repeat = request.args.unsigned("repeat")?.unwrap_or(1);
    if repeat == 0 {
        return Err(request
            .args
            .fault("repeat", "`repeat` cannot be 0")
            .hint("1 gives each row its own number"));
    }
    Ok(Box::new(Seq { start, step, repeat }))
}

impl Seq {
    /// Whether no number is negative, so that all 64 bits hold digits.
    fn is_unsigned(self) -> bool {
        self.start >= 0 && self.step >= 0
    }

    /// How many different numbers there are before they leave their type.
    fn numbers(self) -> u128 {
        let (start, step) = (i128::from(self.start), i128::from(self.step));
        let room = match step {
            0 => return u128::MAX,
            1.. if self.is_unsigned() => i128::from(u64::MAX) - start,
            1.. => i128::from(i64::MAX) - start,
            _ => start - i128::from(i64::MIN),
        };
        room.unsigned_abs() / step.unsigned_abs() + 1
    }
}

impl Generator for Seq {
    fn shape(&self) -> Shape {
        let (low, high) = match (self.is_unsigned(), self.step) {
            (true, _) => (self.start.into(), u64::MAX.into()),
            (false, 0..) => (self.start.into(), i64::MAX.into()),
            (false, _) => (i64::MIN.into(), self.start.into()),
        };
        Shape::Int { low, high }
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let number =
            |row: u64| (self.start as u64).wrapping_add((self.step as u64).wrapping_mul(row / self.repeat));
        match rows {
            Rows::Range { start, .. } if self.is_unsigned() => {
                let (first, phase) = (number(start), start % self.repeat);
                *out = Data::Sequence(Sequence { first, step: self.step as u64, repeat: self.repeat, phase });
            }
            _ if self.is_unsigned() => rows.each(out.u64s(rows.len()), number),
            _ => rows.each(out.i64s(rows.len()), |row| number(row) as i64),
        }
    }

    fn capacity(&self) -> Option<u64> {
        u64::try_from(self.numbers().saturating_mul(self.repeat.into())).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_ends_where_the_type_does() {
        let capacity = |start, step, repeat| Seq { start, step, repeat }.capacity();
        assert_eq!(capacity(0, 1, 1), None);
        assert_eq!(capacity(1, 1, 1), Some(u64::MAX));
        assert_eq!(capacity(1, 0, 1), None);
        assert_eq!(capacity(i64::MAX, i64::MAX, 1), Some(2));
        assert_eq!(capacity(-1, 1, 1), Some(i64::MAX as u64 + 2));
        assert_eq!(capacity(0, -1, 2), None);
        assert_eq!(capacity(i64::MIN, -1, 3), Some(3));
    }
}
