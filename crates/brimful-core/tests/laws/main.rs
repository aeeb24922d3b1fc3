//! Every law has the shape that its definition gives it. `cargo run --release --example law_tests` prints the figures.

mod cases;
mod statistics;

use brimful_core::distributions::REGISTRY;
use statistics::Outcome;

#[test]
fn laws_fit_their_definitions() {
    let cases = cases::cases();
    for case in &cases {
        let Outcome { test, statistic, degrees, p } = case.run().unwrap();
        assert!(p > 1e-4, "{} on {}: {test} {statistic} ({degrees} degrees), p = {p}", case.law, case.domain);
    }
    for entry in REGISTRY {
        assert!(cases.iter().any(|case| case.law.starts_with(entry.name)), "{} has no case", entry.name);
    }
}

#[test]
fn a_wrong_law_is_noticed() {
    let counts: Vec<u32> = (0..1_000).map(|i| 1_000 + i / 5).collect();
    assert!(statistics::chi_square(&counts, &[1.0; 1_000]).p < 1e-4);
    let values: Vec<f64> = (0..100_000).map(|i| (f64::from(i) / 1e5).powf(1.05)).collect();
    assert!(statistics::kolmogorov_smirnov(values, |x| x).p < 1e-4);
}
