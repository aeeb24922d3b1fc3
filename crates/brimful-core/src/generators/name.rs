//! `name`: the full name of a person.

use std::sync::Arc;

use super::person::{self, Person, fill_names};
use crate::{Data, Dictionary, Entry, Generator, Modifier, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "name",
    aliases: &[],
    summary: "the first and last name of the row's person",
    args: &[],
    modifiers: &[Modifier::Of],
    example: "name",
    source: "frequent names of the US census of 1990, each equally likely; agrees with name.first, name.last, username \
             and email, which is why it can be neither `uniq` nor drawn by `dist`",
    build: |request| Ok(Box::new(Name::new(request))),
};

struct Name {
    person: Person,
    firsts: Arc<Dictionary>,
    lasts: Arc<Dictionary>,
}

impl Name {
    fn new(request: &Request<'_>) -> Self {
        let firsts = person::firsts(|name| format!("{name} "));
        Self { person: Person::new(request), firsts, lasts: person::lasts(str::to_owned) }
    }
}

impl Generator for Name {
    fn shape(&self) -> Shape {
        Shape::Concat([&self.firsts, &self.lasts].map(|names| Shape::Codes(Arc::clone(names))).to_vec())
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let [first, last] = out.concat();
        fill_names(self.person, rows, first.codes(rows.len()), last.codes(rows.len()));
    }
}
