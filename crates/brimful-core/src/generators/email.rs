//! `email`: the e-mail address of a person.

use std::sync::Arc;

use super::domain::organisations;
use super::person::{self, NUMBER_CAPACITY, NUMBER_SHAPE, Person, fill_names, letters};
use crate::random::fill_codes;
use crate::{Data, Dictionary, Entry, Generator, Key, Modifier, Permutation, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "email",
    aliases: &[],
    summary: "an e-mail address of the row's person: first.last@domain",
    args: &[],
    modifiers: &[Modifier::Uniq, Modifier::Of],
    example: "email",
    source: "the person of name and username at one of 4,608 domains that RFC 2606 reserves, so that no mail arrives; \
             with `uniq` a number below 10^10 that no other row has stands before the @",
    build: |request| Ok(Box::new(Email::new(request))),
};

struct Email {
    person: Person,
    firsts: Arc<Dictionary>,
    lasts: Arc<Dictionary>,
    number: Option<Permutation>,
    domain: Key,
    domains: Arc<Dictionary>,
}

impl Email {
    fn new(request: &Request<'_>) -> Self {
        let person = Person::new(request);
        let unique = request.modifiers.uniq;
        let (behind, before) = if unique { ('.', "@") } else { ('@', "") };
        Self {
            person,
            firsts: person::firsts(|name| format!("{}.", letters(name))),
            lasts: person::lasts(|name| format!("{}{behind}", letters(name))),
            number: unique.then(|| person::unique_number(person)),
            domain: person.derive("domain"),
            domains: organisations(before),
        }
    }
}

impl Generator for Email {
    fn shape(&self) -> Shape {
        let [first, last, domain] =
            [&self.firsts, &self.lasts, &self.domains].map(|words| Shape::Codes(Arc::clone(words)));
        Shape::Concat(match self.number {
            None => vec![first, last, domain],
            Some(_) => vec![first, last, NUMBER_SHAPE, domain],
        })
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let len = rows.len();
        let [first, last, domain] = match &self.number {
            None => out.concat::<3>().each_mut(),
            Some(numbers) => {
                let [first, last, number, domain] = out.concat();
                numbers.fill(rows, number.u64s(len));
                [first, last, domain]
            }
        };
        fill_names(self.person, rows, first.codes(len), last.codes(len));
        fill_codes(self.domain, rows, self.domains.len() as u32, domain.codes(len));
    }

    fn capacity(&self) -> Option<u64> {
        self.number.is_some().then_some(NUMBER_CAPACITY)
    }
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::generators::testing::{build, texts};

    #[test]
    fn addresses_have_two_names_and_a_reserved_domain() {
        for column in ["email", "email:uniq"] {
            for email in texts(column, Rows::range(0, 1_000)) {
                let (local, domain) = email.split_once('@').unwrap();
                assert_eq!(local.matches('.').count(), if column == "email" { 1 } else { 2 }, "{email}");
                assert!(local.len() <= 64 && !domain.contains('@'), "{email}");
                let reserved = [".example", ".test", ".example.com", ".example.net", ".example.org"];
                assert!(reserved.iter().any(|suffix| domain.ends_with(suffix)), "{email}");
            }
        }
    }

    #[test]
    fn a_number_makes_it_unique() {
        assert_eq!(build("email").unwrap().capacity(), None);
        assert_eq!(build("email:uniq").unwrap().capacity(), Some(10_000_000_000));
        let mut emails = texts("email:uniq", Rows::range(0, 20_000));
        emails.sort_unstable();
        assert!(emails.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
