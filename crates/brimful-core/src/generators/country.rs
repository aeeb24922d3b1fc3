//! `country`: the name of a country.

use std::sync::Arc;

use super::place;
use super::words::Words;
use crate::{Dictionary, Entry, Modifier};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "country",
    aliases: &[],
    summary: "the English name of the country of the row's place",
    args: &[],
    modifiers: &[Modifier::Uniq, Modifier::Of],
    example: "country",
    source: "the 249 countries of ISO 3166-1 by their names in CLDR 48, evenly; agrees with country.code and city, \
             with `uniq` only with country.code that is `uniq` too",
    build: |request| {
        let names = Arc::new(Dictionary::new(place::country_names()));
        Ok(Box::new(Words::new(names, place::draw_country(request)?)))
    },
};

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::generators::testing::{build, texts};

    #[test]
    fn code_and_name_are_of_one_country() {
        for (country, code) in [("country", "country.code"), ("country:uniq", "country.code:uniq")] {
            let names = texts(country, Rows::range(0, 249));
            let codes = texts(code, Rows::range(0, 249));
            let pairs: Vec<(&str, &str)> =
                super::place::country_codes().zip(super::place::country_names()).collect();
            for (name, code) in names.iter().zip(&codes) {
                assert!(pairs.contains(&(code, name)), "{code} {name}");
            }
        }
    }

    #[test]
    fn unique_countries_are_all_there_are() {
        assert_eq!(build("country:uniq").unwrap().capacity(), Some(249));
        assert_eq!(build("country.code:uniq").unwrap().capacity(), Some(249));
        let mut names = texts("country:uniq", Rows::range(0, 249));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 249);
    }
}
