//! `city`: the name of a city.

use std::sync::Arc;

use super::place::{self, Cities};
use crate::pieces::in_pieces;
use crate::random::fill_words;
use crate::{Data, Dictionary, Entry, Generator, Key, Modifier, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "city",
    aliases: &[],
    summary: "a city in the country of the row's place",
    args: &[],
    modifiers: &[Modifier::Of],
    example: "city",
    source: "5,891 cities of GeoNames (CC BY 4.0), up to 40 of each country, evenly within the country; \
             agrees with country and country.code",
    build: |request| Ok(Box::new(City::new(request))),
};

/// How many random words stand on the stack between two passes.
const CHUNK: usize = 256;

struct City {
    key: Key,
    names: Arc<Dictionary>,
    cities: Cities,
}

impl City {
    fn new(request: &Request<'_>) -> Self {
        let names = Arc::new(Dictionary::new(place::city_names()));
        Self { key: place::key(request), names, cities: Cities::new() }
    }
}

impl Generator for City {
    fn shape(&self) -> Shape {
        Shape::Codes(Arc::clone(&self.names))
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let mut words = [0; CHUNK];
        in_pieces(rows, out.codes(rows.len()), CHUNK, |rows, out| {
            let words = &mut words[..out.len()];
            fill_words(self.key, rows, words);
            out.iter_mut().zip(words).for_each(|(code, word)| *code = self.cities.pick(*word));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::texts;

    #[test]
    fn the_city_is_in_the_country_of_its_row() {
        let rows = Rows::range(1 << 40, 5_000);
        let codes = texts("country.code", rows);
        for (city, code) in texts("city", rows).iter().zip(codes) {
            let line = format!("{city}\t{code}\t");
            assert!(
                include_str!("../../data/cities.tsv").lines().any(|found| found.starts_with(&line)),
                "{line}"
            );
        }
    }
}
