//! The two tests of fit.

use brimful_core::math::normal_cdf;

/// What a test of fit says.
pub(crate) struct Outcome {
    pub(crate) test: &'static str,
    pub(crate) statistic: f64,
    /// Of the chi-square law; 0 for Kolmogorov and Smirnov.
    pub(crate) degrees: u32,
    /// The probability of a fit as bad as this or worse.
    pub(crate) p: f64,
}

/// The largest distance of the empirical distribution from `cdf`, with Kolmogorov's limit law for p.
pub(crate) fn kolmogorov_smirnov(mut values: Vec<f64>, cdf: impl Fn(f64) -> f64) -> Outcome {
    values.sort_unstable_by(f64::total_cmp);
    let n = values.len() as f64;
    let distance = |(i, x): (usize, &f64)| {
        let share = cdf(*x);
        ((i + 1) as f64 / n - share).max(share - i as f64 / n)
    };
    let statistic = values.iter().enumerate().map(distance).fold(0.0, f64::max);
    let scaled = statistic * n.sqrt();
    let term = |k: i32| {
        f64::from(if k % 2 == 0 { -2 } else { 2 }) * f64::exp(-2.0 * f64::from(k * k) * scaled * scaled)
    };
    let p = if scaled < 0.2 { 1.0 } else { (1..100).map(term).sum() };
    Outcome { test: "KS", statistic, degrees: 0, p }
}

/// Pearson's chi-square of counts against shares of any scale; neighbours are pooled until five are expected. p by
/// the cube root of Wilson and Hilferty (1931).
pub(crate) fn chi_square(counts: &[u32], shares: &[f64]) -> Outcome {
    let draws: u32 = counts.iter().sum();
    let total: f64 = shares.iter().sum();
    let (mut statistic, mut cells, mut seen, mut expected) = (0.0, 0, 0.0, 0.0);
    let mut left = f64::from(draws);
    for (count, share) in counts.iter().zip(shares) {
        seen += f64::from(*count);
        expected += share / total * f64::from(draws);
        // The last cell takes what is left, so it must not be short either.
        if expected >= 5.0 && left - expected >= 5.0 {
            statistic += (seen - expected) * (seen - expected) / expected;
            left -= expected;
            cells += 1;
            (seen, expected) = (0.0, 0.0);
        }
    }
    statistic += (seen - left) * (seen - left) / left;
    let degrees = f64::from(cells);
    let spread = 2.0 / (9.0 * degrees);
    let p = normal_cdf(-((statistic / degrees).cbrt() - (1.0 - spread)) / spread.sqrt());
    Outcome { test: "chi-square", statistic, degrees: cells, p }
}
