//! The laws that are tested, each with the probabilities that it must have, from its textbook definition.

use std::sync::OnceLock;

use brimful_core::distributions::{Domain, parse};
use brimful_core::{Fault, Key, Rows};

use crate::statistics::{Outcome, chi_square, kolmogorov_smirnov};

/// Draws of each case.
pub(crate) const DRAWS: usize = 1_000_000;

/// A law on a domain, and its probability of values up to x, at any scale: only ratios of differences count.
pub(crate) struct Case {
    pub(crate) law: &'static str,
    pub(crate) domain: Domain,
    cumulative: Box<dyn Fn(f64) -> f64>,
}

/// All cases.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = reals();
    cases.extend(wholes());
    cases.extend(zipfs());
    cases
}

impl Case {
    /// Draws and compares.
    pub(crate) fn run(&self) -> Result<Outcome, Fault> {
        let key = Key::root(20).derive(self.law);
        let law = parse(self.law, self.domain)?;
        Ok(match self.domain {
            Domain::Real { low, high } => {
                let mut values = vec![0.0; DRAWS];
                law.fill(key, Rows::range(0, DRAWS), &mut values);
                let (from, to) = ((self.cumulative)(low), (self.cumulative)(high));
                kolmogorov_smirnov(values, |x| ((self.cumulative)(x) - from) / (to - from))
            }
            Domain::Whole { low, high } => {
                let mut values = vec![0; DRAWS];
                law.fill_whole(key, Rows::range(0, DRAWS), &mut values);
                let mut counts = vec![0_u32; (high - low + 1) as usize];
                for value in values {
                    counts[(value - low) as usize] += 1;
                }
                let ends: Vec<f64> =
                    (low..=high + 1).map(|value| (self.cumulative)(value as f64 - 0.5)).collect();
                let shares: Vec<f64> = ends.windows(2).map(|pair| pair[1] - pair[0]).collect();
                chi_square(&counts, &shares)
            }
        })
    }
}

fn real(law: &'static str, low: f64, high: f64, cumulative: impl Fn(f64) -> f64 + 'static) -> Case {
    Case { law, domain: Domain::Real { low, high }, cumulative: Box::new(cumulative) }
}

fn whole(law: &'static str, low: i64, high: i64, cumulative: impl Fn(f64) -> f64 + 'static) -> Case {
    Case { law, domain: Domain::Whole { low, high }, cumulative: Box::new(cumulative) }
}

fn reals() -> Vec<Case> {
    vec![
        real("uniform", -3.0, 9.0, |x| x),
        real("normal/0/1", -8.0, 8.0, normal),
        real("normal/-9/3", -3.0, 5.5, |x| normal((x + 9.0) / 3.0)),
        real("normal/38/12", 40.0, 41.0, |x| normal((x - 38.0) / 12.0)),
        real("exponential/2", 0.0, 100.0, |x| 1.0 - f64::exp(-x / 2.0)),
        real("exponential/7", -5.0, 5.0, |x| 1.0 - f64::exp(-(x + 5.0) / 7.0)),
        real("lognormal/40/0.8", 1.0, 5_000.0, |x| normal((x / 40.0).ln() / 0.8)),
        real("lognormal/3/2", 0.0, 1e9, |x| normal((x / 3.0).ln() / 2.0)),
        real("pareto/1.5", 1.0, 1e6, |x| 1.0 - x.powf(-1.5)),
        real("pareto/1.16/5", 0.0, 50.0, |x| 1.0 - (x.max(5.0) / 5.0).powf(-1.16)),
        real("histogram/0/1/2/0/3/5/10", 0.0, 8.0, |x| x.min(2.0) / 2.0 + (x - 3.0).max(0.0) * 5.0 / 7.0),
    ]
}

fn wholes() -> Vec<Case> {
    vec![
        whole("uniform", 1, 1_000, |x| x),
        whole("normal/38/12", 18, 90, |x| normal((x - 38.0) / 12.0)),
        whole("normal", -500, 500, |x| normal(x / (1_001.0 / 6.0))),
        whole("exponential/90", 0, 600, |x| 1.0 - f64::exp(-(x + 0.5) / 90.0)),
        whole("lognormal/40/0.8", 1, 500, |x| normal((x / 40.0).ln() / 0.8)),
        whole("pareto/1.5", 1, 10_000, |x| 1.0 - (x / 0.5).powf(-1.5)),
        // Edges before 0, 10, 20 and 41: a value on an edge is in the upper bin, 40 in the last.
        whole("histogram/0/2/10/1/20/7/40", 0, 40, |x| {
            let x = x + 0.5;
            x.min(10.0) * 0.2 + (x.clamp(10.0, 20.0) - 10.0) * 0.1 + (x - 20.0).max(0.0) * 7.0 / 21.0
        }),
    ]
}

fn zipfs() -> Vec<Case> {
    let laws = [
        ("zipf/0", 0.0),
        ("zipf/0.5", 0.5),
        ("zipf/1", 1.0),
        ("zipf/1.1", 1.1),
        ("zipf/2", 2.0),
        ("zipf/5", 5.0),
    ];
    let mut cases: Vec<Case> = laws.into_iter().map(|(law, s)| zipf(law, s, 1_000)).collect();
    cases.extend([
        zipf("zipf/1", 1.0, 2),
        zipf("zipf/0.9", 0.9, 1_000_000),
        zipf("zipf/1.5", 1.5, 1_000_000),
    ]);
    cases
}

/// Ranks from the low end, -3, on; probabilities summed one by one.
fn zipf(law: &'static str, s: f64, n: i64) -> Case {
    let mut sums = vec![0.0];
    for k in 1..=n {
        sums.push(sums[sums.len() - 1] + (k as f64).powf(-s));
    }
    whole(law, -3, n - 4, move |x| sums[(x + 3.5) as usize])
}

/// The distribution function of the normal law from -12 to 12 by Simpson's rule on a fine grid, and between the points
/// of the grid by Hermite's cubic.
fn normal(z: f64) -> f64 {
    const STEPS: usize = 24 * 512;
    const STEP: f64 = 1.0 / 512.0;
    static GRID: OnceLock<Vec<f64>> = OnceLock::new();
    let density = |z: f64| f64::exp(-0.5 * z * z) / std::f64::consts::TAU.sqrt();
    let grid = GRID.get_or_init(|| {
        let mut grid = vec![0.0];
        for i in 0..STEPS {
            let z = -12.0 + i as f64 * STEP;
            let simpson = (density(z) + 4.0 * density(z + STEP / 2.0) + density(z + STEP)) * STEP / 6.0;
            grid.push(grid[i] + simpson);
        }
        grid
    });
    let at = ((z.clamp(-11.9, 11.9) + 12.0) / STEP).floor();
    let (left, i) = (-12.0 + at * STEP, at as usize);
    let t = (z.clamp(-11.9, 11.9) - left) / STEP;
    let (rise, fall) = (density(left) * STEP, density(left + STEP) * STEP);
    let step = grid[i + 1] - grid[i];
    grid[i] + t * rise + t * t * (3.0 * step - 2.0 * rise - fall) + t * t * t * (rise + fall - 2.0 * step)
}
