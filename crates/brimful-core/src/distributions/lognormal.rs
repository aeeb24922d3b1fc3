//! The lognormal law.

use super::normal::{Slice, fill_normal};
use super::truncated::{Continuous, truncate};
use super::{Arguments, Distribution, Domain, Entry, Parameter};
use crate::math::{exp, ln};
use crate::{Fault, Key, Rows, kernel};

pub(super) const ENTRY: Entry = Entry {
    name: "lognormal",
    aliases: &["log-normal"],
    summary: "prices, sizes, durations: many small values and a long tail; the logarithm is normal",
    parameters: &[
        Parameter {
            name: "median",
            unit: "values",
            default: None,
            summary: "half of the values are below it, were there no ends",
        },
        Parameter {
            name: "sigma",
            unit: "natural logarithms",
            default: Some("1"),
            summary: "the standard deviation of the logarithm: 0.5 is narrow, 2 very wide",
        },
    ],
    repeats: false,
    example: "decimal:1,5000,dist=lognormal/40/0.8",
    source: "quantile: median exp(sigma z), z normal",
    build,
};

fn build(arguments: &Arguments<'_>, domain: Domain) -> Result<Box<dyn Distribution>, Fault> {
    let (low, high) = domain.interval();
    arguments.required(0)?;
    let median = arguments.positive(0, 1.0)?;
    let sigma = arguments.positive(1, 1.0)?;
    let deviations = |x: f64| (ln(x.max(0.0)) - ln(median)) / sigma;
    let slice = Slice::new(deviations(low), deviations(high), sigma, 0.0);
    truncate(Lognormal { slice, median }, slice.span, domain)
}

#[derive(Debug)]
struct Lognormal {
    slice: Slice,
    median: f64,
}

impl Continuous for Lognormal {
    fn draw(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        fill_normal(&self.slice, key, rows, out);
        exponentiate(self.median, out);
    }
}

kernel! {
    fn exponentiate(factor: f64, out: &mut [f64]) {
        for number in out {
            *number = factor * exp(*number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{REAL, WHOLE, assert_sound};

    /// The first values, and the bits of the first real ones: frozen.
    const WHOLE_FROZEN: [i64; 8] = [27, 59, 35, 40, 24, 30, 21, 25];
    const REAL_FROZEN: [u64; 8] = [
        0x3fd5_f543_715e_a86e,
        0x4003_d200_714d_92d5,
        0x3fe5_1b7e_13cd_2426,
        0x3fee_9f13_fbf7_394d,
        0x3fcd_e565_c175_529d,
        0x3fdc_375a_d569_7ff4,
        0x3fc3_b431_4e84_fa40,
        0x3fd1_8e1b_18af_63bd,
    ];

    #[test]
    fn values_are_sound_and_frozen() {
        assert_sound("lognormal/30/0.4", WHOLE, &WHOLE_FROZEN);
        assert_sound("lognormal/0.5", REAL, &REAL_FROZEN.map(u64::cast_signed));
    }
}
