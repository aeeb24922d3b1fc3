//! The Pareto law.

use super::truncated::{Continuous, truncate};
use super::{Arguments, Distribution, Domain, Entry, Parameter};
use crate::math::{exp, exp_m1, ln, ln_1p_normal};
use crate::random::unit;
use crate::{Fault, Key, Rows, kernel};

pub(super) const ENTRY: Entry = Entry {
    name: "pareto",
    aliases: &["power"],
    summary: "wealth, file sizes: a few values are as large as all others together",
    parameters: &[
        Parameter {
            name: "alpha",
            unit: "",
            default: Some("1.16, where a fifth has four fifths"),
            summary: "how fast large values become rare: of x or more there are x^-alpha",
        },
        Parameter {
            name: "min",
            unit: "values",
            default: Some("the low end of the range, half a unit below the lowest whole number"),
            summary: "the smallest value of the law, above zero",
        },
    ],
    repeats: false,
    example: "int:1,1M,dist=pareto/1.5",
    source: "quantile: min (1 - u)^(-1/alpha); also known as the power law",
    build,
};

fn build(arguments: &Arguments<'_>, domain: Domain) -> Result<Box<dyn Distribution>, Fault> {
    let (low, high) = domain.interval();
    let alpha = arguments.positive(0, 1.16)?;
    let min = arguments.positive(1, low).map_err(|fault| {
        fault.hint(format!(
            "give a smallest value above zero, as in pareto/{alpha}/1, or start the range above zero"
        ))
    })?;
    let from = low.max(min);
    // Of the whole law, what lies above the start, and of that what lies below the end.
    let above = exp(alpha * (ln(min) - ln(from)));
    let below = -exp_m1(alpha * (ln(from) - ln(high.max(from))));
    truncate(Pareto { from, slope: -1.0 / alpha, below }, above * below, domain)
}

#[derive(Clone, Copy, Debug)]
struct Pareto {
    from: f64,
    slope: f64,
    below: f64,
}

impl Continuous for Pareto {
    fn draw(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        fill_pareto(self, key, rows, out);
    }
}

kernel! {
    fn fill_pareto(law: &Pareto, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        let Pareto { from, slope, below } = *law;
        key.each(rows, out, #[inline(always)] |word| from * exp(slope * ln_1p_normal(-below * unit(word))));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{REAL, WHOLE, assert_sound};

    /// The first values, and the bits of the first real ones: frozen.
    const WHOLE_FROZEN: [i64; 8] = [23, 72, 32, 40, 21, 26, 19, 22];
    const REAL_FROZEN: [u64; 8] = [
        0x3fbf_e6dc_1019_67ff,
        0x3fdd_7484_5ba3_5bd8,
        0x3fc4_9a16_527c_e002,
        0x3fc9_7cc7_84bd_df50,
        0x3fbd_14b2_339d_aa07,
        0x3fc1_50a5_082f_ade3,
        0x3fbb_4b80_4d32_712c,
        0x3fbe_17c6_f5db_ab68,
    ];

    #[test]
    fn values_are_sound_and_frozen() {
        assert_sound("pareto/1.3", WHOLE, &WHOLE_FROZEN);
        assert_sound("pareto/2/0.1", REAL, &REAL_FROZEN.map(u64::cast_signed));
    }
}
