//! `name.last`: the last name of a person.

use std::sync::Arc;

use super::person::{self, Person, fill_last};
use crate::{Data, Dictionary, Entry, Generator, Modifier, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "name.last",
    aliases: &[],
    summary: "the last name of the row's person",
    args: &[],
    modifiers: &[Modifier::Of],
    example: "name.last",
    source: "3,578 frequent last names of the US census of 1990, each equally likely; agrees with name, username and \
             email",
    build: |request| Ok(Box::new(Last::new(request))),
};

struct Last {
    person: Person,
    names: Arc<Dictionary>,
}

impl Last {
    fn new(request: &Request<'_>) -> Self {
        Self { person: Person::new(request), names: person::lasts(str::to_owned) }
    }
}

impl Generator for Last {
    fn shape(&self) -> Shape {
        Shape::Codes(Arc::clone(&self.names))
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        fill_last(self.person, rows, out.codes(rows.len()));
    }
}
