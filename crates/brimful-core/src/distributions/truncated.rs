//! Continuous laws on the domain of a column.

use std::fmt;

use super::{Distribution, Domain};
use crate::pieces::in_pieces;
use crate::{Fault, Key, Rows, kernel};

/// Rows of one pass; what passes need between them stays on the stack.
pub(super) const CHUNK: usize = 256;

/// Less of a law than this inside a range is a mistake, and too little to be drawn from with 52 bits.
const MASS_MIN: f64 = 1e-9;

/// Whole numbers up to here are floats.
const EXACT: u64 = 1 << 53;

/// A law that draws real numbers from the interval that it was made for, exceeding it by rounding errors at most.
pub(super) trait Continuous: fmt::Debug + Send + Sync {
    /// Writes the number of each row; at most [`CHUNK`] rows.
    fn draw(&self, key: Key, rows: Rows<'_>, out: &mut [f64]);
}

/// A continuous law on a domain: rounded if that is one of whole numbers, and never beyond its ends.
#[derive(Debug)]
struct Truncated<L> {
    law: L,
    domain: Domain,
}

/// Puts a law that has a share `mass` of its probability inside a domain onto it.
pub(super) fn truncate(
    law: impl Continuous + 'static,
    mass: f64,
    domain: Domain,
) -> Result<Box<dyn Distribution>, Fault> {
    // A law so far away that its mass is not a number is refused too.
    if mass < MASS_MIN || mass.is_nan() {
        let message = format!("the range {domain} holds less than a billionth of this distribution");
        return Err(Fault::new(message).hint("move the distribution into the range, or widen one of them"));
    }
    if let Domain::Whole { low, high } = domain
        && low.unsigned_abs().max(high.unsigned_abs()) > EXACT
    {
        let message = format!("the range {domain} is too wide for a distribution");
        return Err(Fault::new(message).hint("keep both ends within 2^53, or use `uniform`"));
    }
    Ok(Box::new(Truncated { law, domain }))
}

impl<L: Continuous> Distribution for Truncated<L> {
    fn fill(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        in_pieces(rows, out, CHUNK, |rows, out| {
            self.law.draw(key, rows, out);
            match self.domain {
                Domain::Whole { low, high } => round_within(low as f64, high as f64, out),
                Domain::Real { low, high } => keep_within(low, high, out),
            }
        });
    }

    fn fill_whole(&self, key: Key, rows: Rows<'_>, out: &mut [i64]) {
        let mut numbers = [0.0; CHUNK];
        in_pieces(rows, out, CHUNK, |rows, out| {
            let numbers = &mut numbers[..out.len()];
            self.fill(key, rows, numbers);
            for (slot, number) in out.iter_mut().zip(numbers) {
                *slot = *number as i64;
            }
        });
    }
}

/// The nearest number of a range; zero without a sign. (`f64::clamp` leaves the sign of zeros to the processor.)
#[inline(always)]
fn within(number: f64, low: f64, high: f64) -> f64 {
    let number = if number < low { low } else { number };
    (if number > high { high } else { number }) + 0.0
}

kernel! {
    fn keep_within(low: f64, high: f64, out: &mut [f64]) {
        for number in out {
            *number = within(*number, low, high);
        }
    }
}

kernel! {
    fn round_within(low: f64, high: f64, out: &mut [f64]) {
        for number in out {
            *number = within((*number + 0.5).floor(), low, high);
        }
    }
}
