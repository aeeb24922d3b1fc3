//! A histogram: uniform between edges, by weight.

use super::truncated::{Continuous, truncate};
use super::{Arguments, Distribution, Domain, Entry, Parameter};
use crate::random::unit;
use crate::{Fault, Key, Rows, kernel};

pub(super) const ENTRY: Entry = Entry {
    name: "histogram",
    aliases: &["hist"],
    summary: "any shape: between two edges all values equally often, by the weight that stands between them",
    parameters: &[
        Parameter {
            name: "edge",
            unit: "values",
            default: None,
            summary: "where a bin ends and the next begins; a value on an edge belongs to the upper bin, \
                      on the last edge to the last",
        },
        Parameter {
            name: "weight",
            unit: "any",
            default: None,
            summary: "how much of all values is between its neighbours, in proportion to the other weights",
        },
    ],
    repeats: true,
    example: "int:0,100,dist=histogram/0/10/18/60/65/30/100",
    source: "piecewise linear quantile; bins closed as in NumPy's histogram",
    build,
};

fn build(arguments: &Arguments<'_>, domain: Domain) -> Result<Box<dyn Distribution>, Fault> {
    if arguments.len() < 3 || arguments.len().is_multiple_of(2) {
        return Err(arguments.fault(arguments.len(), "is missing: it starts and ends with an edge"));
    }
    let edges = edges(arguments, domain)?;
    let weights = weights(arguments)?;
    let total: f64 = weights.iter().sum();
    let (low, high) = domain.interval();
    let mut bins = Vec::new();
    let mut mass = 0.0;
    for (pair, weight) in edges.windows(2).zip(weights) {
        let (from, to) = (pair[0].max(low), pair[1].min(high));
        let share = weight / total * ((to - from) / (pair[1] - pair[0]));
        if share > 0.0 {
            bins.push(Bin { start: mass, from, to, slope: (to - from) / share });
            mass += share;
        }
    }
    truncate(Histogram { bins, mass }, mass, domain)
}

/// The edges, rising. Whole numbers sit in the middle of their cells, and so do edges between the cells.
fn edges(arguments: &Arguments<'_>, domain: Domain) -> Result<Vec<f64>, Fault> {
    let mut edges: Vec<f64> = Vec::new();
    for at in (0..arguments.len()).step_by(2) {
        let edge = arguments.required(at)?;
        let is_last = at + 1 == arguments.len();
        let shift = match domain {
            Domain::Whole { .. } if edge.fract() != 0.0 => {
                return Err(arguments.fault(at, "must be a whole number on a range of such"));
            }
            Domain::Whole { .. } if is_last => 0.5,
            Domain::Whole { .. } => -0.5,
            Domain::Real { .. } => 0.0,
        };
        if edges.last().is_some_and(|before| edge + shift <= *before) {
            return Err(arguments.fault(at, "must be above the one before"));
        }
        edges.push(edge + shift);
    }
    Ok(edges)
}

fn weights(arguments: &Arguments<'_>) -> Result<Vec<f64>, Fault> {
    let mut weights = Vec::new();
    for at in (1..arguments.len()).step_by(2) {
        let weight = arguments.required(at)?;
        if weight < 0.0 {
            return Err(arguments.fault(at, "must be zero or more"));
        }
        weights.push(weight);
    }
    Ok(weights)
}

#[derive(Debug)]
struct Histogram {
    bins: Vec<Bin>,
    /// The share of all weights that lies within the range.
    mass: f64,
}

/// A bin inside the range.
#[derive(Clone, Copy, Debug)]
struct Bin {
    /// The share of the bins below it.
    start: f64,
    from: f64,
    to: f64,
    /// Its width divided by its share.
    slope: f64,
}

impl Continuous for Histogram {
    fn draw(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        fill_histogram(&self.bins, self.mass, key, rows, out);
    }
}

kernel! {
    fn fill_histogram(bins: &[Bin], mass: f64, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        key.each(rows, out, #[inline(always)] |word| mass * unit(word));
        for share in out {
            // The first bin starts at zero, so one at least starts at or below the share.
            let bin = &bins[bins.partition_point(|bin| bin.start <= *share).saturating_sub(1)];
            *share = (bin.from + (*share - bin.start) * bin.slope).min(bin.to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{REAL, WHOLE, assert_sound};

    /// The first values, and the bits of the first real ones: frozen.
    const WHOLE_FROZEN: [i64; 8] = [53, 88, 68, 76, 34, 59, 26, 38];
    const REAL_FROZEN: [u64; 8] = [
        0x3fef_d5a9_9d35_88f8,
        0x4012_6f9a_cc7b_d934,
        0x4002_f096_dec7_4333,
        0x4008_a2e5_ec01_dda6,
        0x3fd2_2165_0bcc_7dc8,
        0x3ff8_3766_e111_0efd,
        0xbfd4_161b_a1ca_4944,
        0x3fe2_412e_0761_5ecb,
    ];

    #[test]
    fn values_are_sound_and_frozen() {
        assert_sound("histogram/18/3/40/0/50/7/90", WHOLE, &WHOLE_FROZEN);
        assert_sound("histogram/-1/1/0.5/2.5/4/1/9", REAL, &REAL_FROZEN.map(u64::cast_signed));
    }
}
