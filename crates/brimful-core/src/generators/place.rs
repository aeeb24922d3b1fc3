//! The place of a row: one random word gives the country and the city, so that all columns about it agree.

use super::halves::lower;
use crate::random::bound_small;
use crate::{Draw, Fault, Key, Request};

/// Alpha-2 code, alpha-3 code, numeric code and name of a country a line, by alpha-2 code.
const COUNTRIES: &str = include_str!("../../data/countries.tsv");

/// Name, country, latitude, longitude and population of a city a line; countries are in the order of theirs.
const CITIES: &str = include_str!("../../data/cities.tsv");

/// How many countries there are.
const COUNTRY_COUNT: u32 = 249;

/// The key that columns about the same place of a row share.
pub(super) fn key(request: &Request<'_>) -> Key {
    request.entity_key("place")
}

/// The country of each row. With `uniq` it is a permutation of the countries, which all columns of countries with
/// `uniq` share; it is then not the country of the city.
pub(super) fn draw_country(request: &Request<'_>) -> Result<Draw, Fault> {
    Draw::new(&Request { key: key(request), ..*request }, COUNTRY_COUNT.into())
}

/// The names of all countries.
pub(super) fn country_names() -> impl Iterator<Item = &'static str> {
    column(COUNTRIES, 3)
}

/// The alpha-2 codes of all countries.
pub(super) fn country_codes() -> impl Iterator<Item = &'static str> {
    column(COUNTRIES, 0)
}

/// The names of all cities.
pub(super) fn city_names() -> impl Iterator<Item = &'static str> {
    column(CITIES, 0)
}

/// The cells of a column of a table; every line has as many.
fn column(table: &'static str, index: usize) -> impl Iterator<Item = &'static str> {
    table.lines().filter_map(move |line| line.split('\t').nth(index))
}

/// Where the cities of each country are.
pub(super) struct Cities {
    of_country: Vec<Run>,
}

/// Consecutive cities.
#[derive(Clone, Copy)]
struct Run {
    start: u32,
    count: u32,
}

impl Cities {
    /// Counts the cities of each country.
    pub(super) fn new() -> Self {
        let mut of_country: Vec<Run> = Vec::with_capacity(COUNTRY_COUNT as usize);
        let mut before = "";
        for (city, country) in (0..).zip(column(CITIES, 1)) {
            match of_country.last_mut() {
                Some(run) if country == before => run.count += 1,
                _ => of_country.push(Run { start: city, count: 1 }),
            }
            before = country;
        }
        Self { of_country }
    }

    /// The city of a random word. The country is what [`draw_country`] makes of the same word, by its upper bits; the
    /// lower half chooses the city.
    #[inline]
    pub(super) fn pick(&self, word: u64) -> u32 {
        let run = self.of_country[bound_small(word, COUNTRY_COUNT) as usize];
        run.start + lower(word, run.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cities_are_within_their_countries() {
        let codes: Vec<&str> = country_codes().collect();
        let city_countries: Vec<&str> = column(CITIES, 1).collect();
        let cities = Cities::new();
        assert_eq!((codes.len(), cities.of_country.len()), (COUNTRY_COUNT as usize, COUNTRY_COUNT as usize));
        let mut seen = vec![false; city_countries.len()];
        for row in 0..400_000 {
            let word = Key::root(1).word(row);
            let city = cities.pick(word) as usize;
            assert_eq!(city_countries[city], codes[bound_small(word, COUNTRY_COUNT) as usize]);
            seen[city] = true;
        }
        assert!(seen.iter().all(|seen| *seen), "every city can be met");
        assert_eq!(cities.pick(u64::MAX) as usize, city_countries.len() - 1);
        assert_eq!(cities.pick(0), 0);
    }
}
