//! `name.first`: the first name of a person.

use std::sync::Arc;

use super::person::{self, Person, fill_first};
use crate::{Data, Dictionary, Entry, Generator, Modifier, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "name.first",
    aliases: &[],
    summary: "the first name of the row's person",
    args: &[],
    modifiers: &[Modifier::Of],
    example: "name.first",
    source: "2,724 frequent first names of the US census of 1990, each equally likely; agrees with name, username and \
             email",
    build: |request| Ok(Box::new(First::new(request))),
};

struct First {
    person: Person,
    names: Arc<Dictionary>,
}

impl First {
    fn new(request: &Request<'_>) -> Self {
        Self { person: Person::new(request), names: person::firsts(str::to_owned) }
    }
}

impl Generator for First {
    fn shape(&self) -> Shape {
        Shape::Codes(Arc::clone(&self.names))
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        fill_first(self.person, rows, out.codes(rows.len()));
    }
}
