//! The normal law.

use super::truncated::{CHUNK, Continuous, truncate};
use super::{Arguments, Distribution, Domain, Entry, Parameter};
use crate::math::{
    QUANTILE_CENTRE, QUANTILE_NEAR, normal_cdf, quantile_centre, quantile_depth, quantile_far, quantile_near,
};
use crate::random::unit;
use crate::{Fault, Key, Rows, kernel};

pub(super) const ENTRY: Entry = Entry {
    name: "normal",
    aliases: &["gauss", "gaussian"],
    summary: "a bell: most often the mean, both sides alike",
    parameters: &[
        Parameter {
            name: "mean",
            unit: "values",
            default: Some("the middle of the range"),
            summary: "the centre of the bell",
        },
        Parameter {
            name: "sd",
            unit: "values",
            default: Some("a sixth of the range"),
            summary: "the standard deviation: two thirds of the values are nearer to the mean than this",
        },
    ],
    repeats: false,
    example: "int:18,90,dist=normal/38/12",
    source: "quantile: Wichura, \"Algorithm AS 241\", Applied Statistics 37/3 (1988)",
    build,
};

fn build(arguments: &Arguments<'_>, domain: Domain) -> Result<Box<dyn Distribution>, Fault> {
    if arguments.get(0).and(arguments.get(1)).is_none() {
        arguments.needs_range(domain)?;
    }
    let (low, high) = domain.interval();
    let mean = arguments.get(0).unwrap_or(low + (high - low) / 2.0);
    let sd = arguments.positive(1, (high - low) / 6.0)?;
    let slice = Slice::new((low - mean) / sd, (high - mean) / sd, sd, mean);
    truncate(slice, slice.span, domain)
}

/// A slice of the normal law between two quantiles, and where its variable goes: `shift + scale * z`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// The probability at the lower end, and that between the ends.
    base: f64,
    pub(super) span: f64,
    shift: f64,
    scale: f64,
    /// Turns words around when all bits are set.
    flip: u64,
}

impl Slice {
    /// The slice from `low` to `high` standard deviations. One that lies above the mean is mirrored, for
    /// probabilities near zero have more digits than those near one.
    pub(super) fn new(low: f64, high: f64, scale: f64, shift: f64) -> Self {
        let (low, high, scale, flip) =
            if low > 0.0 { (-high, -low, -scale, u64::MAX) } else { (low, high, scale, 0) };
        let base = normal_cdf(low);
        Self { base, span: normal_cdf(high) - base, shift, scale, flip }
    }
}

impl Continuous for Slice {
    fn draw(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        fill_normal(self, key, rows, out);
    }
}

kernel! {
    /// Writes a normal variable for each row. The central approximation serves five rows in six and is evaluated for
    /// all; the others are gathered without a branch and have their own pass.
    pub(super) fn fill_normal(slice: &Slice, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        // The largest float below one: the last steps of a slice that ends at one may be rounded up to it.
        const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;
        let Slice { base, span, shift, scale, flip } = *slice;
        key.each(rows, out, #[inline(always)] |word| (base + span * unit(word ^ flip)).min(BELOW_ONE));
        let (mut places, mut tails) = ([0; CHUNK], [0.0; CHUNK]);
        let mut count = 0_usize;
        for (place, p) in out.iter().enumerate() {
            (places[count], tails[count]) = (place, *p);
            count = count.wrapping_add(usize::from((*p - 0.5).abs() > QUANTILE_CENTRE));
        }
        for p in &mut *out {
            *p = shift + scale * quantile_centre(*p - 0.5);
        }
        for p in &mut tails[..count] {
            *p = shift + scale * quantile_tail(*p);
        }
        for (place, value) in places[..count].iter().zip(&tails[..count]) {
            out[*place] = *value;
        }
    }
}

/// The quantile of a probability outside the centre.
#[inline(always)]
fn quantile_tail(p: f64) -> f64 {
    let depth = quantile_depth(p.min(1.0 - p));
    let magnitude = if depth <= QUANTILE_NEAR { quantile_near(depth) } else { quantile_far(depth) };
    if p < 0.5 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{REAL, WHOLE, assert_sound};
    use super::*;

    /// The first values, and the bits of the first real ones: frozen.
    const WHOLE_FROZEN: [i64; 8] = [34, 58, 42, 46, 30, 37, 26, 32];
    const REAL_FROZEN: [u64; 8] = [
        0xc003_b12d_5ec4_3a08,
        0x3fcb_2d9c_c65c_9c00,
        0xbffe_01ab_a179_e830,
        0xbff6_a5b6_ffa1_b060,
        0xc005_786f_f238_bbb2,
        0xc002_2761_256a_bdec,
        0xc006_b73d_6f67_5618,
        0xc004_ced0_b595_15ca,
    ];

    #[test]
    fn values_are_sound_and_frozen() {
        assert_sound("normal/38/12", WHOLE, &WHOLE_FROZEN);
        assert_sound("normal/-9/3", REAL, &REAL_FROZEN.map(u64::cast_signed));
    }

    #[test]
    fn slices_above_the_mean_mirror_those_below() {
        let (mut below, mut above) = ([0.0; 100], [0.0; 100]);
        fill_normal(&Slice::new(-6.0, -4.0, 1.0, 0.0), Key::root(1), Rows::range(0, 100), &mut below);
        fill_normal(&Slice::new(4.0, 6.0, 1.0, 0.0), Key::root(1), Rows::range(0, 100), &mut above);
        assert!(
            below.iter().all(|z| (-6.0..=-4.0).contains(z)) && above.iter().all(|z| (4.0..=6.0).contains(z))
        );
    }
}
