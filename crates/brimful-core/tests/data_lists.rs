//! The word lists keep what generators rely on: size, order, alphabet, length, and references between them.

use std::collections::BTreeSet;

const FIRST_NAMES: &str = include_str!("../data/en/first_names.txt");
const LAST_NAMES: &str = include_str!("../data/en/last_names.txt");
const NOUNS: &str = include_str!("../data/en/nouns.txt");
const WORDS: &str = include_str!("../data/en/words.txt");
const USER_WORDS: &str = include_str!("../data/en/user_words.txt");
const TLDS: &str = include_str!("../data/tlds.txt");
const TLDS_IDN: &str = include_str!("../data/tlds_idn.txt");
const DOMAIN_LABELS: &str = include_str!("../data/domain_labels.txt");
const COUNTRIES: &str = include_str!("../data/countries.tsv");
const CITIES: &str = include_str!("../data/cities.tsv");

/// What every line of a plain list must satisfy.
struct Rule {
    name: &'static str,
    text: &'static str,
    lines_min: usize,
    bytes: std::ops::RangeInclusive<usize>,
    fits: fn(&str) -> bool,
}

fn lower(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// A capital first, then words that are joined by single spaces, hyphens or apostrophes.
fn name(line: &str) -> bool {
    line.starts_with(|first: char| first.is_ascii_uppercase())
        && line
            .split([' ', '-', '\''])
            .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

fn host_label(line: &str) -> bool {
    line.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !line.starts_with('-')
        && !line.ends_with('-')
}

fn internationalised(line: &str) -> bool {
    line.starts_with("xn--") && host_label(line)
}

fn rules() -> [Rule; 8] {
    [
        Rule { name: "first_names", text: FIRST_NAMES, lines_min: 2_000, bytes: 2..=14, fits: name },
        Rule { name: "last_names", text: LAST_NAMES, lines_min: 2_000, bytes: 2..=14, fits: name },
        Rule { name: "nouns", text: NOUNS, lines_min: 4_000, bytes: 3..=14, fits: lower },
        Rule { name: "words", text: WORDS, lines_min: 2_000, bytes: 1..=14, fits: lower },
        Rule { name: "user_words", text: USER_WORDS, lines_min: 500, bytes: 3..=10, fits: lower },
        Rule { name: "tlds", text: TLDS, lines_min: 1_250, bytes: 2..=63, fits: lower },
        Rule { name: "tlds_idn", text: TLDS_IDN, lines_min: 140, bytes: 5..=63, fits: internationalised },
        Rule {
            name: "domain_labels",
            text: DOMAIN_LABELS,
            lines_min: 4_000,
            bytes: 3..=12,
            fits: host_label,
        },
    ]
}

/// The columns of each line of a table.
fn rows<const COLUMNS: usize>(text: &'static str) -> Vec<[&'static str; COLUMNS]> {
    let columns = |line: &'static str| line.split('\t').collect::<Vec<_>>().try_into();
    text.lines().map(|line| columns(line).unwrap_or_else(|_| panic!("columns of {line:?}"))).collect()
}

fn country_codes() -> Vec<&'static str> {
    rows::<4>(COUNTRIES).into_iter().map(|[alpha2, ..]| alpha2).collect()
}

#[test]
fn plain_lists_are_large_enough_and_fit_their_alphabets() {
    for Rule { name, text, lines_min, bytes, fits } in rules() {
        let lines = text.lines().count();
        assert!(lines >= lines_min, "{name} has {lines} lines, fewer than {lines_min}");
        for line in text.lines() {
            assert!(bytes.contains(&line.len()), "{name}: length of {line:?}");
            assert!(fits(line), "{name}: characters of {line:?}");
        }
    }
}

#[test]
fn plain_lists_are_sorted_by_bytes_without_repetition() {
    for Rule { name, text, .. } in rules() {
        for (before, after) in text.lines().zip(text.lines().skip(1)) {
            assert!(before < after, "{name}: {before:?} comes before {after:?}");
        }
    }
}

#[test]
fn files_are_complete_lines_without_blanks_at_the_edges() {
    let tables = [("countries", COUNTRIES), ("cities", CITIES)];
    for (name, text) in rules().map(|rule| (rule.name, rule.text)).into_iter().chain(tables) {
        assert!(text.ends_with('\n') && !text.contains('\r'), "{name}: line ends");
        for cell in text.lines().flat_map(|line| line.split('\t')) {
            assert!(!cell.is_empty() && cell.trim() == cell, "{name}: cell {cell:?}");
        }
    }
}

/// The least that users of comparable tools are used to.
#[test]
fn lists_are_at_least_as_large_as_those_of_peers() {
    let lines = |text: &str| text.lines().count();
    assert!(lines(FIRST_NAMES) >= 705);
    assert!(lines(LAST_NAMES) >= 455);
    assert!(lines(NOUNS) >= 993);
    assert!(lines(USER_WORDS) >= 350);
    assert!(lines(TLDS) + lines(TLDS_IDN) >= 1_400);
    assert!(lines(COUNTRIES) >= 245);
    assert!(lines(CITIES) >= 1_000);
    assert!(lines(DOMAIN_LABELS) >= 3_064);
}

#[test]
fn countries_are_those_of_iso_3166() {
    let countries = rows::<4>(COUNTRIES);
    assert_eq!(countries.len(), 249);
    assert!(countries.is_sorted_by(|[before, ..], [after, ..]| before < after));
    for [alpha2, alpha3, numeric, name] in &countries {
        let upper = |code: &str| code.bytes().all(|byte| byte.is_ascii_uppercase());
        assert!(alpha2.len() == 2 && upper(alpha2), "{name}: {alpha2}");
        assert!(alpha3.len() == 3 && upper(alpha3), "{name}: {alpha3}");
        assert!(numeric.len() == 3 && numeric.bytes().all(|byte| byte.is_ascii_digit()), "{name}: {numeric}");
        assert!(!name.contains([',', '"', ';']), "{name} needs quotes in CSV");
    }
    for column in 1..4 {
        let distinct: BTreeSet<_> = countries.iter().map(|row| row[column]).collect();
        assert_eq!(distinct.len(), countries.len(), "column {column} repeats itself");
    }
    assert!(countries.contains(&["NO", "NOR", "578", "Norway"]));
}

#[test]
fn cities_are_places_on_earth() {
    let cities = rows::<5>(CITIES);
    assert!((2_000..=6_000).contains(&cities.len()), "{} cities", cities.len());
    for [name, _, latitude, longitude, population] in cities {
        assert!(name.len() <= 40 && !name.contains([',', '"', ';']), "{name}");
        assert!(latitude.parse::<f64>().unwrap().abs() <= 90.0, "{name}: {latitude}");
        assert!(longitude.parse::<f64>().unwrap().abs() <= 180.0, "{name}: {longitude}");
        assert!(population.parse::<u32>().unwrap() < 100_000_000, "{name}: {population}");
    }
}

#[test]
fn every_country_has_cities_and_every_city_a_country() {
    let mut in_order: Vec<_> = rows::<5>(CITIES).into_iter().map(|[_, country, ..]| country).collect();
    in_order.dedup();
    assert_eq!(in_order, country_codes(), "cities are grouped by country, in the order of the countries");
}

#[test]
fn cities_of_a_country_are_distinct_and_the_most_populous_is_first() {
    let cities = rows::<5>(CITIES);
    for of_country in cities.chunk_by(|[_, before, ..], [_, after, ..]| before == after) {
        let country = of_country[0][1];
        let names: BTreeSet<_> = of_country.iter().map(|[name, ..]| name).collect();
        assert_eq!(names.len(), of_country.len(), "{country} repeats a name");
        assert!(of_country.len() <= 60, "{country} has {} cities", of_country.len());
        let population = |row: &[&str; 5]| row[4].parse::<u32>().unwrap();
        assert!(
            of_country.is_sorted_by_key(|row| std::cmp::Reverse(population(row))),
            "{country} is not sorted"
        );
    }
}
