//! Functions of real numbers that give the same bits on every machine.
//!
//! The standard library hands `exp`, `ln`, `sin` and their kin to the platform's libm, and libms differ in the last
//! digits; on the way to a value that is forbidden. These use additions, multiplications, divisions and square
//! roots only, which IEEE 754 defines to the bit, in a fixed order, and no fused multiply-add. `exp`, `ln` and what
//! is built from them have no data-dependent branch, so that loops over them vectorise inside a
//! [`kernel!`](crate::kernel).
//!
//! Errors stated here are the largest that sweeps against a reference showed; one ulp is the distance between
//! neighbouring floats.

mod normal;

pub(crate) use normal::{
    QUANTILE_CENTRE, QUANTILE_NEAR, quantile_centre, quantile_depth, quantile_far, quantile_near,
};
pub use normal::{normal_cdf, normal_quantile};

/// 1.5 * 2^52: adding it rounds a small number to an integer, which then stands in the lowest bits of the sum.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// ln 2 in two parts; the first has 32 significant bits, so that its product with an exponent is exact.
const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// pi / 2 in three parts of 33, 33 and 53 significant bits.
const HALF_PI: [f64; 3] = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21];

/// Floats from here to twice as much are integers, whose last bits stand for themselves.
const TWO_52: f64 = 4_503_599_627_370_496.0;

const ONE_BITS: u64 = 0x3ff0_0000_0000_0000;
const MANTISSA: u64 = 0x000f_ffff_ffff_ffff;
const SQRT_HALF_BITS: u64 = 0x3fe6_a09e_667f_3bcd;

/// Evaluates a polynomial by Horner's rule; the coefficient of the highest power comes first.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    let mut sum = coefficients[0];
    for coefficient in &coefficients[1..] {
        sum = sum * x + coefficient;
    }
    sum
}

/// An integer near `x` times `scale`: as a number, and as a word modulo 2^51. For products below 2^50.
#[inline(always)]
fn nearest_integer(x: f64, scale: f64) -> (f64, u64) {
    let shifted = x * scale + ROUNDER;
    (shifted - ROUNDER, shifted.to_bits().wrapping_sub(ROUNDER.to_bits()))
}

/// (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2, by its Taylor series.
#[inline(always)]
fn exp_tail(r: f64) -> f64 {
    polynomial(
        r,
        [
            1.0 / 6_227_020_800.0,
            1.0 / 479_001_600.0,
            1.0 / 39_916_800.0,
            1.0 / 3_628_800.0,
            1.0 / 362_880.0,
            1.0 / 40_320.0,
            1.0 / 5_040.0,
            1.0 / 720.0,
            1.0 / 120.0,
            1.0 / 24.0,
            1.0 / 6.0,
            0.5,
        ],
    )
}

/// An argument of `exp` taken apart: `high + low` = k ln 2 + r + c, where c is what r lost by rounding.
struct Reduced {
    k: u64,
    r: f64,
    c: f64,
}

/// Takes an argument of `exp` apart, for |high| below 800.
#[inline(always)]
fn reduce(high: f64, low: f64) -> Reduced {
    let (number, k) = nearest_integer(high, std::f64::consts::LOG2_E);
    let head = high - number * LN_2_HIGH;
    let tail = number * LN_2_LOW - low;
    let r = head - tail;
    Reduced { k, r, c: (head - r) - tail }
}

/// Two powers of two whose product is 2^k, for k in -2044..=2046, so that results may be subnormal or infinite.
#[inline(always)]
fn powers_of_two(k: u64) -> (f64, f64) {
    let biased = k.wrapping_add(2_048);
    let half = biased >> 1;
    let other = biased.wrapping_sub(half);
    (f64::from_bits(half.wrapping_sub(1) << 52), f64::from_bits(other.wrapping_sub(1) << 52))
}

/// exp(high + low).
#[inline(always)]
fn exp_of_sum(high: f64, low: f64) -> f64 {
    let high = if high < -746.0 { -746.0 } else { high };
    let high = if high > 710.0 { 710.0 } else { high };
    let Reduced { k, r, c } = reduce(high, low);
    let (scale, rest) = powers_of_two(k);
    (1.0 + (r + (c + r * r * exp_tail(r)))) * scale * rest
}

/// e to the power of `x`, within 1 ulp. Infinite above 709.78, zero below -745.13, subnormal between that and
/// -708.39, NaN for NaN.
#[inline(always)]
#[must_use]
pub fn exp(x: f64) -> f64 {
    exp_of_sum(x, 0.0)
}

/// exp(x) - 1 without loss near zero, within 2 ulp.
#[inline(always)]
#[must_use]
pub fn exp_m1(x: f64) -> f64 {
    let clamped = if x < -60.0 { -60.0 } else { x };
    let clamped = if clamped > 710.0 { 710.0 } else { clamped };
    let Reduced { k, r, c } = reduce(clamped, 0.0);
    let (scale, rest) = powers_of_two(k);
    let fraction = r + (c + r * r * exp_tail(r));
    // Half of the scale first: 2^1024 is infinite while its product with a fraction below one half need not be.
    let half = rest * 0.5;
    ((fraction * scale) * half + (scale * half - 0.5)) * 2.0
}

/// A positive normal number taken apart: x = 2^k (1 + f), 1 + f between the square roots of 1/2 and 2.
#[inline(always)]
fn take_apart(x: f64) -> (f64, f64) {
    let shifted = x.to_bits().wrapping_add(ONE_BITS - SQRT_HALF_BITS);
    let fraction = f64::from_bits((shifted & MANTISSA).wrapping_add(SQRT_HALF_BITS)) - 1.0;
    // The biased exponent becomes a float as the last bits of 2^52 + k.
    let exponent = f64::from_bits(TWO_52.to_bits() | (shifted >> 52)) - (TWO_52 + 1_023.0);
    (exponent, fraction)
}

/// (ln((1 + s) / (1 - s)) - 2 s) / s for |s| <= 0.1716, z = s^2: the series of the inverse hyperbolic tangent.
#[inline(always)]
fn ln_tail(z: f64) -> f64 {
    z * polynomial(
        z,
        [
            2.0 / 23.0,
            2.0 / 21.0,
            2.0 / 19.0,
            2.0 / 17.0,
            2.0 / 15.0,
            2.0 / 13.0,
            2.0 / 11.0,
            2.0 / 9.0,
            2.0 / 7.0,
            2.0 / 5.0,
            2.0 / 3.0,
        ],
    )
}

/// ln(2^k (1 + f)) + correction. That ln(1 + f) = f - (f^2/2 - s (f^2/2 + R)) with s = f / (2 + f), which keeps the
/// leading term exact, is how fdlibm does it (Sun Microsystems, 1993).
#[inline(always)]
fn ln_assemble(k: f64, f: f64, correction: f64) -> f64 {
    let s = f / (2.0 + f);
    let half_square = 0.5 * f * f;
    let rest = s * (half_square + ln_tail(s * s)) + (k * LN_2_LOW + correction);
    k * LN_2_HIGH - ((half_square - rest) - f)
}

/// [`ln`] of a positive, finite, normal number: what kernels call, where nothing else can occur.
#[inline(always)]
#[must_use]
pub fn ln_normal(x: f64) -> f64 {
    let (k, f) = take_apart(x);
    ln_assemble(k, f, 0.0)
}

/// The natural logarithm, within 1 ulp, of subnormal numbers too. Minus infinity for zero, infinite for infinity,
/// NaN for negative numbers and NaN.
#[inline(always)]
#[must_use]
pub fn ln(x: f64) -> f64 {
    const TWO_54: f64 = 18_014_398_509_481_984.0;
    let tiny = x < f64::MIN_POSITIVE;
    let (k, f) = take_apart(if tiny { x * TWO_54 } else { x });
    let result = ln_assemble(if tiny { k - 54.0 } else { k }, f, 0.0);
    let result = if x == f64::INFINITY { x } else { result };
    let result = if x == 0.0 { f64::NEG_INFINITY } else { result };
    if x >= 0.0 { result } else { f64::NAN }
}

/// [`ln_1p`] of a finite number above -1: what kernels call, where nothing else can occur.
#[inline(always)]
#[must_use]
pub fn ln_1p_normal(x: f64) -> f64 {
    let sum = 1.0 + x;
    // What the sum lost; which operand lost it depends on which is larger.
    let lost = if x > 1.0 { 1.0 - (sum - x) } else { x - (sum - 1.0) };
    let (k, f) = take_apart(sum);
    ln_assemble(k, f, lost / sum)
}

/// ln(1 + x) without loss near zero, within 2 ulp. Minus infinity for -1, NaN below and for NaN.
#[inline(always)]
#[must_use]
pub fn ln_1p(x: f64) -> f64 {
    let result = if x == 0.0 || x == f64::INFINITY { x } else { ln_1p_normal(x) };
    let result = if x + 1.0 == 0.0 { f64::NEG_INFINITY } else { result };
    if x >= -1.0 { result } else { f64::NAN }
}

/// The product of two floats and what it lost by rounding (Dekker 1971), for factors below 2^970.
#[inline(always)]
fn exact_product(a: f64, b: f64) -> (f64, f64) {
    let (a_high, a_low) = halves(a);
    let (b_high, b_low) = halves(b);
    let product = a * b;
    (product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low)
}

/// A float as the sum of two of at most 26 significant bits (Veltkamp 1968).
#[inline(always)]
fn halves(a: f64) -> (f64, f64) {
    let shifted = a * 134_217_729.0;
    let high = shifted - (shifted - a);
    (high, a - high)
}

/// The logarithm of a positive, finite, normal number to about 60 bits, as a sum of two floats.
fn ln_in_two_parts(x: f64) -> (f64, f64) {
    let (k, f) = take_apart(x);
    let divisor = 2.0 + f;
    let s = f / divisor;
    // The rounding errors of the divisor and of the quotient, divided alike.
    let divisor_lost = f - (divisor - 2.0);
    let (product, product_lost) = exact_product(s, divisor);
    let s_lost = (((f - product) - product_lost) - s * divisor_lost) / divisor;
    let head = k * LN_2_HIGH;
    let sum = head + 2.0 * s;
    let large_first = if k == 0.0 { 0.0 } else { (head - sum) + 2.0 * s };
    let tail = large_first + (2.0 * s_lost + s * ln_tail(s * s) + k * LN_2_LOW);
    let high = sum + tail;
    (high, (sum - high) + tail)
}

/// `x` to the power of `y`, within 1 ulp where the result is not beyond 2^100 or below 2^-100, 8 ulp elsewhere; exact
/// where the result is a float below 2^53. 1 for y = 0 or x = 1; NaN for a negative `x` with a fractional `y`.
#[must_use]
pub fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 || x - 1.0 == 0.0 {
        return 1.0;
    }
    if x < 0.0 {
        let magnitude = if y.fract() == 0.0 { pow(-x, y) } else { f64::NAN };
        return if (y * 0.5).fract() == 0.0 { magnitude } else { -magnitude };
    }
    let estimate = y * ln(x);
    // Zero, subnormal, infinite and NaN arguments, and results too large or too small, need no second part.
    if !(estimate.abs() < 750.0 && x >= f64::MIN_POSITIVE && y.abs() < 1e290) {
        return exp(estimate);
    }
    let (high, low) = ln_in_two_parts(x);
    let (product, lost) = exact_product(y, high);
    exp_of_sum(product, lost + y * low)
}

/// sin(r) for |r| <= pi / 4, by its Taylor series.
#[inline(always)]
fn sin_near_zero(r: f64) -> f64 {
    let z = r * r;
    let series = polynomial(
        z,
        [
            1.0 / 355_687_428_096_000.0,
            -1.0 / 1_307_674_368_000.0,
            1.0 / 6_227_020_800.0,
            -1.0 / 39_916_800.0,
            1.0 / 362_880.0,
            -1.0 / 5_040.0,
            1.0 / 120.0,
            -1.0 / 6.0,
        ],
    );
    r + r * z * series
}

/// cos(r) for |r| <= pi / 4, by its Taylor series.
#[inline(always)]
fn cos_near_zero(r: f64) -> f64 {
    let z = r * r;
    let series = polynomial(
        z,
        [
            1.0 / 20_922_789_888_000.0,
            -1.0 / 87_178_291_200.0,
            1.0 / 479_001_600.0,
            -1.0 / 3_628_800.0,
            1.0 / 40_320.0,
            -1.0 / 720.0,
            1.0 / 24.0,
        ],
    );
    let half = 0.5 * z;
    let head = 1.0 - half;
    head + (((1.0 - head) - half) + z * z * series)
}

/// sin(x + quarters pi / 2).
#[inline(always)]
fn sin_shifted(x: f64, quarters: u64) -> f64 {
    let (number, n) = nearest_integer(x, std::f64::consts::FRAC_2_PI);
    let r = ((x - number * HALF_PI[0]) - number * HALF_PI[1]) - number * HALF_PI[2];
    let quadrant = n.wrapping_add(quarters);
    let value = if quadrant & 1 == 0 { sin_near_zero(r) } else { cos_near_zero(r) };
    let value = if quadrant & 2 == 0 { value } else { -value };
    if x.abs() <= 1_048_576.0 { value } else { f64::NAN }
}

/// The sine of an angle in radians, for |x| <= 2^20, within 2 ulp; NaN beyond, where nothing here needs it.
#[inline(always)]
#[must_use]
pub fn sin(x: f64) -> f64 {
    sin_shifted(x, 0)
}

/// The cosine of an angle in radians, for |x| <= 2^20, within 2 ulp; NaN beyond, where nothing here needs it.
#[inline(always)]
#[must_use]
pub fn cos(x: f64) -> f64 {
    sin_shifted(x, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;
    use crate::random::unit;

    type Function = fn(f64) -> f64;

    /// How many floats lie between two of one sign; the most when one is NaN or they differ in sign.
    fn ulps(a: f64, b: f64) -> u64 {
        if a.to_bits() == b.to_bits() || (a == 0.0 && b == 0.0) || (a.is_nan() && b.is_nan()) {
            0
        } else if a.is_nan() || b.is_nan() || a.is_sign_negative() != b.is_sign_negative() {
            u64::MAX
        } else {
            a.to_bits().abs_diff(b.to_bits())
        }
    }

    /// The largest error of a function over random arguments of a range, in ulp.
    fn worst(low: f64, high: f64, ours: Function, reference: Function) -> u64 {
        let key = Key::root(1).derive("sweep");
        let arguments = (0..400_000).map(|i| low + (high - low) * unit(key.word(i)));
        arguments.map(|x| ulps(ours(x), reference(x))).max().unwrap()
    }

    #[test]
    fn exp_and_its_kin_are_within_their_bounds() {
        for (low, high) in [(-745.0, 709.7), (-1.0, 1.0), (-1e-3, 1e-3), (-30.0, 30.0), (-745.2, -708.0)] {
            assert!(worst(low, high, exp, f64::exp) <= 1, "exp {low} {high}");
            assert!(worst(low, high, exp_m1, f64::exp_m1) <= 2, "exp_m1 {low} {high}");
        }
        assert!(worst(709.0, 709.79, exp_m1, f64::exp_m1) <= 2);
    }

    #[test]
    fn logarithms_are_within_their_bounds() {
        for (low, high) in
            [(0.0, 1.0), (0.5, 2.0), (0.999, 1.001), (0.0, 1e300), (0.0, 1e-300), (0.0, 1e-310)]
        {
            assert!(worst(low, high, ln, f64::ln) <= 1, "ln {low} {high}");
        }
        for (low, high) in [(-1.0, 1.0), (-1e-9, 1e-9), (-0.3, 0.5), (0.0, 1e20), (-1.0, -0.999_999)] {
            assert!(worst(low, high, ln_1p, f64::ln_1p) <= 2, "ln_1p {low} {high}");
        }
    }

    #[test]
    fn sine_and_cosine_are_within_their_bounds() {
        for (low, high) in [(-0.8, 0.8), (-7.0, 7.0), (-1e3, 1e3), (-1_048_576.0, 1_048_576.0), (3.1, 3.2)] {
            assert!(worst(low, high, sin, f64::sin) <= 2, "sin {low} {high}");
            assert!(worst(low, high, cos, f64::cos) <= 2, "cos {low} {high}");
        }
        assert!(sin(1e7).is_nan() && cos(f64::INFINITY).is_nan() && sin(f64::NAN).is_nan());
    }

    #[test]
    fn powers_are_within_their_bounds() {
        let key = Key::root(2);
        for i in 0..200_000 {
            let x = unit(key.word(i)) * 20.0;
            let y = (unit(key.word(!i)) - 0.5) * 40.0;
            let (ours, reference) = (pow(x, y), x.powf(y));
            let bound = if (1e-30..1e30).contains(&reference) { 1 } else { 8 };
            assert!(ulps(ours, reference) <= bound, "{x}^{y}: {ours:e} {reference:e}");
        }
        for (base, most) in [(10_u64, 15), (2, 52), (3, 33), (7, 18), (99, 7)] {
            for exponent in 0..=most {
                let (ours, exact) = (pow(base as f64, f64::from(exponent)), base.pow(exponent) as f64);
                assert_eq!(ulps(ours, exact), 0, "{base}^{exponent}");
            }
        }
        assert_eq!((pow(4.0, 0.5), pow(-2.0, 3.0), pow(-2.0, -2.0), pow(0.25, -1.5)), (2.0, -8.0, 0.25, 8.0));
    }

    #[test]
    fn edges_are_as_documented() {
        let (inf, nan) = (f64::INFINITY, f64::NAN);
        let cases: [(Function, f64, f64); 22] = [
            (exp, 0.0, 1.0),
            (exp, inf, inf),
            (exp, -inf, 0.0),
            (exp, 709.79, inf),
            (exp, -745.2, 0.0),
            (exp, nan, nan),
            (exp_m1, inf, inf),
            (exp_m1, -inf, -1.0),
            (exp_m1, 0.0, 0.0),
            (exp_m1, nan, nan),
            (ln, 0.0, -inf),
            (ln, -0.0, -inf),
            (ln, 1.0, 0.0),
            (ln, inf, inf),
            (ln, -1.0, nan),
            (ln, nan, nan),
            (ln_1p, -1.0, -inf),
            (ln_1p, 0.0, 0.0),
            (ln_1p, inf, inf),
            (ln_1p, -1.5, nan),
            (sin, 0.0, 0.0),
            (cos, 0.0, 1.0),
        ];
        for (at, (function, x, expected)) in cases.into_iter().enumerate() {
            assert!(ulps(function(x), expected) == 0, "case {at}: {x} gives {}", function(x));
        }
        assert_eq!(ulps(ln(5e-324), 5e-324_f64.ln()), 0);
        assert_eq!((pow(0.0, 2.0), pow(0.0, -1.0), pow(inf, -1.0), pow(2.0, inf)), (0.0, inf, 0.0, inf));
        assert!(pow(-2.0, 0.5).is_nan() && pow(nan, 1.0).is_nan() && pow(2.0, nan).is_nan());
        assert_eq!((pow(2.0, -1_074.0), pow(2.0, 1_024.0)), (5e-324, inf));
    }

    /// Computed with 300 bits of precision.
    const CDF: [(f64, f64); 13] = [
        (-38.0, 2.885_428_35e-316),
        (-20.0, 2.753_624_118_606_233_7e-89),
        (-8.0, 6.220_960_574_271_784e-16),
        (-5.0, 2.866_515_718_791_939e-7),
        (-3.0, 0.001_349_898_031_630_094_5),
        (-1.5, 0.066_807_201_268_858_07),
        (-1.0, 0.158_655_253_931_457_05),
        (-0.5, 0.308_537_538_725_986_9),
        (0.0, 0.5),
        (0.25, 0.598_706_325_682_923_7),
        (1.0, 0.841_344_746_068_542_9),
        (2.5, 0.993_790_334_674_224),
        (6.0, 0.999_999_999_013_412_4),
    ];

    /// Computed with 300 bits of precision, for the floats that these decimals stand for.
    const QUANTILES: [(f64, f64); 11] = [
        (1e-300, -37.047_096_299_361_2),
        (1e-20, -9.262_340_089_798_408),
        (1e-9, -5.997_807_015_007_687),
        (0.001, -3.090_232_306_167_813_5),
        (0.074, -1.446_632_067_158_979),
        (0.076, -1.432_502_720_825_811_9),
        (0.3, -0.524_400_512_708_040_8),
        (0.5, 0.0),
        (0.7, 0.524_400_512_708_040_7),
        (0.93, 1.475_791_028_179_171),
        (0.999, 3.090_232_306_167_813),
    ];

    #[test]
    fn the_normal_law_is_accurate_into_its_tails() {
        for (x, expected) in CDF {
            let error = (normal_cdf(x) - expected).abs() / expected;
            // Subnormal results have fewer digits.
            assert!(error < 2e-15 || (expected < 1e-300 && error < 1e-7), "cdf {x}: {error:e}");
        }
        for (p, expected) in QUANTILES {
            let error = (normal_quantile(p) - expected).abs() / expected.abs().max(1e-300);
            assert!(error < 2e-15, "quantile {p}: {error:e}");
        }
        for i in 1..2_000 {
            let x = f64::from(i) * -0.015;
            assert!((normal_quantile(normal_cdf(x)) - x).abs() < 1e-14 * x.abs().max(1.0), "{x}");
        }
        assert_eq!((normal_cdf(f64::NEG_INFINITY), normal_cdf(f64::INFINITY)), (0.0, 1.0));
        assert_eq!((normal_quantile(0.0), normal_quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(
            normal_cdf(f64::NAN).is_nan() && normal_quantile(-0.1).is_nan() && normal_quantile(1.1).is_nan()
        );
    }

    #[test]
    fn bits_are_frozen() {
        let values = [
            exp(1.1),
            exp(-87.3),
            exp_m1(0.3),
            ln(1.1),
            ln(987.65),
            ln_1p(-0.7),
            pow(1.7, 3.3),
            sin(2.2),
            cos(123.4),
            normal_cdf(-0.7),
            normal_cdf(-4.4),
            normal_quantile(0.6),
            normal_quantile(0.03),
            normal_quantile(1e-13),
        ];
        let bits = values.map(f64::to_bits);
        assert_eq!(bits, FROZEN, "{bits:#x?}");
    }

    const FROZEN: [u64; 14] = [
        0x4008_0888_3244_d593,
        0x3810_9874_c0b9_cacb,
        0x3fd6_6416_3230_6a56,
        0x3fb8_663f_793c_46cc,
        0x401b_94d0_f6c1_6546,
        0xbff3_4378_fcbd_a720,
        0x4017_0b0a_6f6e_ccfa,
        0x3fe9_df33_d9aa_d708,
        0xbfe4_70df_f686_6900,
        0x3fce_f8aa_3a8f_3560,
        0x3ed6_b3ac_bd97_7230,
        0x3fd0_36d6_c4a0_4b5a,
        0xbffe_17bb_09d8_9140,
        0xc01d_652a_ce3a_0131,
    ];
}
