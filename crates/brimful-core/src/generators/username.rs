//! `username`: what a person is called where they log in.

use std::sync::Arc;

use super::person::{self, NUMBER_CAPACITY, NUMBER_SHAPE, Person, fill_names, letters};
use crate::random::fill_codes;
use crate::{Data, Dictionary, Entry, Generator, Key, Modifier, Permutation, Request, Rows, Shape};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "username",
    aliases: &["user"],
    summary: "a user name of the row's person: first_last and two digits",
    args: &[],
    modifiers: &[Modifier::Uniq, Modifier::Of],
    example: "username",
    source: "the person of name and email; with `uniq` the digits are a number below 10^10 that no other row has",
    build: |request| Ok(Box::new(Username::new(request))),
};

/// How many pairs of digits there are.
const PAIRS: u32 = 100;

struct Username {
    person: Person,
    firsts: Arc<Dictionary>,
    lasts: Arc<Dictionary>,
    digits: Digits,
}

enum Digits {
    Pair(Key, Arc<Dictionary>),
    Unique(Permutation),
}

impl Username {
    fn new(request: &Request<'_>) -> Self {
        let person = Person::new(request);
        let digits = if request.modifiers.uniq {
            Digits::Unique(person::unique_number(person))
        } else {
            let pairs: Vec<String> = (0..PAIRS).map(|pair| format!("{pair:02}")).collect();
            Digits::Pair(person.derive("digits"), Arc::new(Dictionary::new(pairs.iter().map(String::as_str))))
        };
        let firsts = person::firsts(|name| format!("{}_", letters(name)));
        Self { person, firsts, lasts: person::lasts(letters), digits }
    }
}

impl Generator for Username {
    fn shape(&self) -> Shape {
        let [first, last] = [&self.firsts, &self.lasts].map(|names| Shape::Codes(Arc::clone(names)));
        let digits = match &self.digits {
            Digits::Pair(_, pairs) => Shape::Codes(Arc::clone(pairs)),
            Digits::Unique(_) => NUMBER_SHAPE,
        };
        Shape::Concat(vec![first, last, digits])
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let [first, last, digits] = out.concat();
        fill_names(self.person, rows, first.codes(rows.len()), last.codes(rows.len()));
        match &self.digits {
            Digits::Pair(key, _) => fill_codes(*key, rows, PAIRS, digits.codes(rows.len())),
            Digits::Unique(numbers) => numbers.fill(rows, digits.u64s(rows.len())),
        }
    }

    fn capacity(&self) -> Option<u64> {
        matches!(self.digits, Digits::Unique(_)).then_some(NUMBER_CAPACITY)
    }
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::generators::testing::{build, texts};

    #[test]
    fn digits_follow_the_letters() {
        for username in texts("username", Rows::range(0, 1_000)) {
            let letters = username.trim_end_matches(|c: char| c.is_ascii_digit());
            assert_eq!(username.len() - letters.len(), 2, "{username}");
            assert!(letters.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'), "{username}");
        }
    }

    #[test]
    fn a_number_makes_it_unique_and_leads_to_its_email() {
        assert_eq!(build("username:uniq").unwrap().capacity(), Some(10_000_000_000));
        let number = |text: &str| {
            text.split('@')
                .next()
                .and_then(|local| local.split(['_', '.']).next_back())
                .map(|end| end.trim_start_matches(|c: char| c.is_ascii_lowercase()).parse::<u64>().unwrap())
        };
        let mut numbers = Vec::new();
        let rows = Rows::range(10_000_000_000 - 20_000, 20_000);
        for (username, email) in texts("username:uniq", rows).iter().zip(texts("email:uniq", rows)) {
            assert_eq!(number(username), number(&email), "{username} {email}");
            numbers.push(number(username));
        }
        numbers.sort_unstable();
        assert!(numbers.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
