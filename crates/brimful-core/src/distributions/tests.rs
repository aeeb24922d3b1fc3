//! What holds for every law. The values of each are frozen in its own file.

use super::*;
use crate::cpu::{self, Level};

pub(super) const WHOLE: Domain = Domain::Whole { low: 18, high: 90 };

pub(super) const REAL: Domain = Domain::Real { low: -3.0, high: 5.5 };

const ROWS: u64 = 3_000;

fn key() -> Key {
    Key::root(42).derive("law")
}

/// The values of rows as bits: integers as they are, floats by their bits.
fn draw(law: &dyn Distribution, domain: Domain, rows: Rows<'_>) -> Vec<i64> {
    let mut reals = vec![0.0; rows.len()];
    law.fill(key(), rows, &mut reals);
    let mut wholes = vec![0; rows.len()];
    law.fill_whole(key(), rows, &mut wholes);
    for (real, whole) in reals.iter().zip(&wholes) {
        assert_eq!(*real as i64, *whole);
    }
    match domain {
        Domain::Whole { .. } => wholes,
        Domain::Real { .. } => reals.iter().map(|real| real.to_bits() as i64).collect(),
    }
}

/// Asserts that values are within the domain, the same in any order of rows and on any processor, rise with the
/// word, and start with those that are frozen.
pub(super) fn assert_sound(text: &str, domain: Domain, frozen: &[i64; 8]) {
    let law = parse(text, domain).unwrap();
    let whole = draw(&*law, domain, Rows::range(0, ROWS as usize));
    let backwards: Vec<u64> = (0..ROWS).rev().collect();
    for level in [Level::Portable, Level::V3] {
        cpu::restrict(level);
        let mut gathered = draw(&*law, domain, Rows::Gather(&backwards));
        gathered.reverse();
        assert_eq!(gathered, whole, "{text} at {level:?}");
    }
    let number = |value: i64| match domain {
        Domain::Whole { .. } => value as f64,
        Domain::Real { .. } => f64::from_bits(value as u64),
    };
    let mut pairs: Vec<(u64, f64)> =
        (0..).zip(&whole).map(|(row, value)| (key().word(row), number(*value))).collect();
    pairs.sort_unstable_by_key(|(word, _)| *word);
    let (low, high) = match domain {
        Domain::Whole { low, high } => (low as f64, high as f64),
        Domain::Real { low, high } => (low, high),
    };
    for pair in pairs.windows(2) {
        assert!((low..=high).contains(&pair[0].1), "{text}: {}", pair[0].1);
        let slack = if text.starts_with("zipf") { f64::INFINITY } else { (high - low) * 1e-14 };
        assert!(pair[1].1 >= pair[0].1 - slack, "{text}: {pair:?}");
    }
    assert_eq!(whole[..8], *frozen, "{text}: {:#x?}", &whole[..8]);
}

/// The law and the domain of a column expression.
fn of_example(example: &str) -> (&str, Domain) {
    let (column, law) = example.split_once(",dist=").unwrap();
    let (generator, ends) = column.split_once(':').unwrap();
    let (low, high) = ends.split_once(',').unwrap();
    let high = high.replace('M', "000000");
    let domain = match generator {
        "int" => Domain::Whole { low: low.parse().unwrap(), high: high.parse().unwrap() },
        _ => Domain::Real { low: low.parse().unwrap(), high: high.parse().unwrap() },
    };
    (law, domain)
}

#[test]
fn every_law_is_documented_and_its_example_works() {
    let mut names: Vec<&str> =
        REGISTRY.iter().flat_map(|entry| [&[entry.name], entry.aliases].concat()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name stands for two laws");
    for entry in REGISTRY {
        assert!(!entry.summary.is_empty() && !entry.source.is_empty());
        for parameter in entry.parameters {
            assert!(!parameter.name.is_empty() && !parameter.summary.is_empty());
            assert!(parameter.default.is_none_or(|default| !default.is_empty()));
        }
        let (law, domain) = of_example(entry.example);
        assert!(law.starts_with(entry.name), "{}", entry.example);
        assert!(parse(law, domain).is_ok(), "{}", entry.example);
        for alias in entry.aliases {
            assert!(parse(&law.replacen(entry.name, alias, 1), domain).is_ok(), "{alias}");
        }
    }
}

#[test]
fn every_refusal_points_and_hints() {
    let wide = Domain::Whole { low: i64::MIN, high: i64::MAX };
    let below = Domain::Whole { low: -9, high: -1 };
    let cases: [(&str, Domain, &str, &str); 26] = [
        ("", WHOLE, "", "there is no distribution"),
        ("nromal/3", WHOLE, "nromal", "there is no distribution `nromal`"),
        ("normal/38/0", WHOLE, "0", "sd of `normal` must be above zero"),
        ("normal/38/-2", WHOLE, "-2", "sd of `normal` must be above zero"),
        ("normal/x/2", WHOLE, "x", "mean of `normal`: `x` is not a number"),
        ("normal/inf", WHOLE, "inf", "mean of `normal`: `inf` is not a number"),
        ("normal/1e999", WHOLE, "1e999", "mean of `normal`: `1e999` is too large"),
        ("normal/1/2/3", WHOLE, "/3", "`normal` takes 2 parameters at most"),
        ("normal/1/2/3/4", WHOLE, "/3/4", "`normal` takes 2 parameters at most"),
        ("normal/900/1", WHOLE, "normal/900/1", "holds less than a billionth"),
        ("normal", wide, "normal", "too wide"),
        ("uniform/1", WHOLE, "/1", "`uniform` takes 0 parameters at most"),
        ("uniform", Domain::Whole { low: 2, high: 1 }, "uniform", "2 to 1 is not a range"),
        ("uniform", Domain::Real { low: -f64::MAX, high: f64::MAX }, "uniform", "is not a range"),
        ("exponential/0", WHOLE, "0", "mean of `exponential` must be above zero"),
        ("exponential/1e30", WHOLE, "exponential/1e30", "holds less than a billionth"),
        ("lognormal", WHOLE, "lognormal", "median of `lognormal` is missing"),
        ("lognormal//2", WHOLE, "lognormal//2", "median of `lognormal` is missing"),
        ("lognormal/5", below, "lognormal/5", "holds less than a billionth"),
        ("pareto/0", WHOLE, "0", "alpha of `pareto` must be above zero"),
        ("pareto", below, "pareto", "min of `pareto` must be above zero"),
        ("zipf/-1", WHOLE, "-1", "s of `zipf` must be zero or more"),
        ("zipf", REAL, "zipf", "needs ranks"),
        ("zipf", wide, "zipf", "too many ranks"),
        ("histogram/1/2", WHOLE, "histogram/1/2", "edge of `histogram` is missing"),
        ("histogram/30/1/20", WHOLE, "20", "edge of `histogram` must be above the one before"),
    ];
    for (text, domain, place, message) in cases {
        let fault = parse(text, domain).unwrap_err();
        assert!(fault.message.contains(message), "{text}: {fault}");
        assert_eq!(&text[fault.span.clone().unwrap()], place, "{text}: {fault}");
        assert!(fault.hint.is_some_and(|hint| !hint.is_empty()), "{text}");
    }
    let hint = parse("nromal", WHOLE).unwrap_err().hint.unwrap();
    assert!(hint.starts_with("did you mean `normal`? the distributions are uniform, normal"), "{hint}");
    for text in ["histogram/18/-1/90", "histogram/18/0/90", "histogram/1.5/1/90", "histogram/100/1/200"] {
        assert!(parse(text, WHOLE).is_err(), "{text}");
    }
}

#[test]
fn the_ends_of_the_integers_are_a_domain() {
    for (low, high) in [(i64::MIN, i64::MAX), (i64::MAX - 2, i64::MAX), (i64::MIN, i64::MIN)] {
        let law = parse("uniform", Domain::Whole { low, high }).unwrap();
        let mut values = [0; 300];
        law.fill_whole(key(), Rows::range(u64::MAX - 299, 300), &mut values);
        assert!(values.iter().all(|value| (low..=high).contains(value)));
        assert!(low == high || values.iter().any(|value| *value != values[0]));
    }
}

#[test]
fn a_single_value_is_a_range() {
    for text in ["uniform", "normal/5/1", "exponential/1", "lognormal/5", "pareto", "zipf", "histogram/5/1/6"]
    {
        let law = parse(text, Domain::Whole { low: 5, high: 5 }).unwrap();
        let mut values = [0; 9];
        law.fill_whole(key(), Rows::range(0, 9), &mut values);
        assert_eq!(values, [5; 9], "{text}");
    }
}

#[test]
fn wide_ranges_are_shown_as_powers_of_ten() {
    let shown = |low, high| Domain::Real { low, high }.to_string();
    assert_eq!(shown(-0.5, 1e6), "-0.5 to 1000000");
    assert_eq!(shown(0.0, OPEN_END), "0e0 to 1e300");
}
