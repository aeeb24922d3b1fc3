//! `country.code`: the two letters of a country.

use std::sync::Arc;

use super::place;
use super::words::Words;
use crate::{Dictionary, Entry, Modifier};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "country.code",
    aliases: &[],
    summary: "the two-letter code of the country of the row's place",
    args: &[],
    modifiers: &[Modifier::Uniq, Modifier::Of],
    example: "country.code",
    source: "ISO 3166-1 alpha-2, all 249, evenly; agrees with country and city, \
             with `uniq` only with country that is `uniq` too",
    build: |request| {
        let codes = Arc::new(Dictionary::new(place::country_codes()));
        Ok(Box::new(Words::new(codes, place::draw_country(request)?)))
    },
};
