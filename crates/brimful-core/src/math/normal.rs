//! The normal law's distribution function and its inverse.

use super::{exp, ln, polynomial};

/// The probability that a standard normal variable is at most `x`, with a relative error below 2e-15 in both tails.
///
/// Near zero by the series of Marsaglia, "Evaluating the normal distribution" (Journal of Statistical Software 11/4,
/// 2004), beyond by Laplace's continued fraction (Abramowitz and Stegun 26.2.14). It costs microseconds: laws call
/// it once, when they are made.
#[must_use]
pub fn normal_cdf(x: f64) -> f64 {
    if x <= -1.0 {
        normal_tail(-x)
    } else if x < 1.0 {
        normal_centre(x)
    } else if x >= 1.0 {
        1.0 - normal_tail(x)
    } else {
        x
    }
}

/// The density of the standard normal law. The square is taken of a short head and of the rest, since its rounding
/// error would be multiplied by the exponent.
fn normal_density(x: f64) -> f64 {
    let head = (x * 16.0).floor() * 0.0625;
    let rest = (x - head) * (x + head);
    exp(-0.5 * head * head) * exp(-0.5 * rest) * 0.398_942_280_401_432_7
}

/// The mass below `x`, |x| < 1: one half and the density times x + x^3/3 + x^5/(3*5) + ...
fn normal_centre(x: f64) -> f64 {
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    for _ in 0..30 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + sum * normal_density(x)
}

/// The mass above `x`, x >= 1: the density divided by x + 1/(x + 2/(x + 3/(x + ...))).
fn normal_tail(x: f64) -> f64 {
    if x > 39.0 {
        return 0.0;
    }
    let mut fraction = x;
    for i in (1..=600).rev() {
        fraction = x + f64::from(i) / fraction;
    }
    normal_density(x) / fraction
}

/// Where the central approximation of the normal quantile ends, as a distance of the probability from one half.
pub(crate) const QUANTILE_CENTRE: f64 = 0.425;

/// The normal quantile of 1/2 + `q` for |q| <= [`QUANTILE_CENTRE`].
#[inline(always)]
pub(crate) fn quantile_centre(q: f64) -> f64 {
    let r = 0.180_625 - q * q;
    let above = polynomial(
        r,
        [
            2.509_080_928_730_122_6e3,
            3.343_057_558_358_813e4,
            6.726_577_092_700_87e4,
            4.592_195_393_154_987e4,
            1.373_169_376_550_946e4,
            1.971_590_950_306_551_3e3,
            1.331_416_678_917_843_8e2,
            3.387_132_872_796_366_5,
        ],
    );
    let below = polynomial(
        r,
        [
            5.226_495_278_852_854e3,
            2.872_908_573_572_194_3e4,
            3.930_789_580_009_271e4,
            2.121_379_430_158_659_7e4,
            5.394_196_021_424_751e3,
            6.871_870_074_920_579e2,
            4.231_333_070_160_091e1,
            1.0,
        ],
    );
    q * above / below
}

/// How far out a tail probability `p` lies: sqrt(-ln p), the argument of the two functions that follow.
#[inline(always)]
pub(crate) fn quantile_depth(p: f64) -> f64 {
    (-ln(p)).sqrt()
}

/// Where the approximation for the near tail ends, as a [`quantile_depth`]: at probabilities of 1.4e-11.
pub(crate) const QUANTILE_NEAR: f64 = 5.0;

/// Minus the normal quantile of a tail probability of this depth, at most [`QUANTILE_NEAR`].
#[inline(always)]
pub(crate) fn quantile_near(depth: f64) -> f64 {
    let r = depth - 1.6;
    let above = polynomial(
        r,
        [
            7.745_450_142_783_414e-4,
            2.272_384_498_926_918_4e-2,
            2.417_807_251_774_506e-1,
            1.270_458_252_452_368_4,
            3.647_848_324_763_204_5,
            5.769_497_221_460_691,
            4.630_337_846_156_545,
            1.423_437_110_749_683_5,
        ],
    );
    let below = polynomial(
        r,
        [
            1.050_750_071_644_416_9e-9,
            5.475_938_084_995_345e-4,
            1.519_866_656_361_645_7e-2,
            1.481_039_764_274_800_8e-1,
            6.897_673_349_851e-1,
            1.676_384_830_183_803_8,
            2.053_191_626_637_759,
            1.0,
        ],
    );
    above / below
}

/// Minus the normal quantile of a tail probability of this depth, above [`QUANTILE_NEAR`].
#[inline(always)]
pub(crate) fn quantile_far(depth: f64) -> f64 {
    let r = depth - 5.0;
    let above = polynomial(
        r,
        [
            2.010_334_399_292_288_1e-7,
            2.711_555_568_743_487_6e-5,
            1.242_660_947_388_078_4e-3,
            2.653_218_952_657_612_4e-2,
            2.965_605_718_285_048_7e-1,
            1.784_826_539_917_291_3,
            5.463_784_911_164_114,
            6.657_904_643_501_103,
        ],
    );
    let below = polynomial(
        r,
        [
            2.044_263_103_389_939_8e-15,
            1.421_511_758_316_446e-7,
            1.846_318_317_510_054_8e-5,
            7.868_691_311_456_133e-4,
            1.487_536_129_085_061_5e-2,
            1.369_298_809_227_358e-1,
            5.998_322_065_558_879e-1,
            1.0,
        ],
    );
    above / below
}

/// The standard normal variable below which a share `p` of the mass lies, with a relative error below 2e-15.
/// Infinite for 0 and 1, NaN outside and for NaN.
///
/// Algorithm AS 241, PPND16 (Wichura, "The percentage points of the normal distribution", Applied Statistics 37/3,
/// 1988), with its coefficients.
#[must_use]
pub fn normal_quantile(p: f64) -> f64 {
    let q = p - 0.5;
    if q.abs() <= QUANTILE_CENTRE {
        return quantile_centre(q);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    let depth = quantile_depth(tail);
    let magnitude = if depth <= QUANTILE_NEAR {
        quantile_near(depth)
    } else if depth == f64::INFINITY {
        depth
    } else {
        quantile_far(depth)
    };
    if q < 0.0 { -magnitude } else { magnitude }
}
