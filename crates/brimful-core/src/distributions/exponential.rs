//! The exponential law.

use super::truncated::{Continuous, truncate};
use super::{Arguments, Distribution, Domain, Entry, OPEN_END, Parameter};
use crate::math::{exp_m1, ln_1p_normal};
use crate::random::unit;
use crate::{Fault, Key, Rows, kernel};

pub(super) const ENTRY: Entry = Entry {
    name: "exponential",
    aliases: &["exp"],
    summary: "most often the smallest values, each step upwards rarer by the same factor",
    parameters: &[Parameter {
        name: "mean",
        unit: "values above the low end",
        default: Some("a fifth of the range"),
        summary: "how far above the low end values are on average, were there no high end",
    }],
    repeats: false,
    example: "int:0,600,dist=exponential/90",
    source: "quantile: low - mean ln(1 - u), low being 0 where a real range has no low end; on whole numbers this is the geometric law",
    build,
};

fn build(arguments: &Arguments<'_>, domain: Domain) -> Result<Box<dyn Distribution>, Fault> {
    if arguments.get(0).is_none() {
        arguments.needs_range(domain)?;
    }
    let (low, high) = domain.interval();
    let low = if domain.ends_with(-OPEN_END) { 0.0 } else { low };
    let mean = arguments.positive(0, (high - low) / 5.0)?;
    let mass = -exp_m1((low - high) / mean);
    truncate(Exponential { low, mean, mass }, mass, domain)
}

#[derive(Clone, Copy, Debug)]
struct Exponential {
    low: f64,
    mean: f64,
    /// The probability below the high end.
    mass: f64,
}

impl Continuous for Exponential {
    fn draw(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        fill_exponential(self, key, rows, out);
    }
}

kernel! {
    fn fill_exponential(law: &Exponential, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        let Exponential { low, mean, mass } = *law;
        key.each(rows, out, #[inline(always)] |word| low - mean * ln_1p_normal(-mass * unit(word)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{REAL, WHOLE, assert_sound};

    /// The first values, and the bits of the first real ones: frozen.
    const WHOLE_FROZEN: [i64; 8] = [21, 45, 26, 30, 20, 23, 19, 20];
    const REAL_FROZEN: [u64; 8] = [
        0xc002_0fed_0475_588a,
        0x3fff_bc95_67c2_7ca4,
        0xbff6_6285_818c_85c9,
        0xbfe6_16d5_a976_f51c,
        0xc004_8ec1_552f_c643,
        0xbfff_b55e_cff7_e3ab,
        0xc006_44a6_b176_9f65,
        0xc003_a296_2512_474c,
    ];

    #[test]
    fn values_are_sound_and_frozen() {
        assert_sound("exponential/9", WHOLE, &WHOLE_FROZEN);
        assert_sound("exponential", REAL, &REAL_FROZEN.map(u64::cast_signed));
    }
}
