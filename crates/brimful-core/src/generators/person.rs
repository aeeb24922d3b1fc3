//! The person of a row: one random word gives the first and the last name, so that all columns about it agree.

use std::sync::Arc;

use super::halves::{lower, upper};
use super::words::formed;
use crate::{Dictionary, Key, Permutation, Request, Rows, Shape, kernel};

/// One first name a line.
const FIRST_NAMES: &str = include_str!("../../data/en/first_names.txt");

/// One last name a line.
const LAST_NAMES: &str = include_str!("../../data/en/last_names.txt");

/// How many unique numbers there are for names that need one: more than people.
const NUMBERS: u64 = 10_000_000_000;

/// Who the people of a table are.
#[derive(Clone, Copy)]
pub(super) struct Person {
    key: Key,
    first_count: u32,
    last_count: u32,
}

impl Person {
    /// The people that a column describes.
    pub(super) fn new(request: &Request<'_>) -> Self {
        let key = request.entity_key("person");
        let count = |lines: &str| lines.lines().count() as u32;
        Self { key, first_count: count(FIRST_NAMES), last_count: count(LAST_NAMES) }
    }

    /// The key of something else about them.
    pub(super) fn derive(self, what: &str) -> Key {
        self.key.derive(what)
    }

    /// The code of the first name of a random word.
    #[inline(always)]
    fn first(self, word: u64) -> u32 {
        upper(word, self.first_count)
    }

    /// The code of the last name of a random word.
    #[inline(always)]
    fn last(self, word: u64) -> u32 {
        lower(word, self.last_count)
    }
}

kernel! {
    /// Writes the code of each row's first name.
    pub(super) fn fill_first(person: Person, rows: Rows<'_>, out: &mut [u32]) {
        person.key.each(rows, out, #[inline(always)] |word| person.first(word));
    }
}

kernel! {
    /// Writes the code of each row's last name.
    pub(super) fn fill_last(person: Person, rows: Rows<'_>, out: &mut [u32]) {
        person.key.each(rows, out, #[inline(always)] |word| person.last(word));
    }
}

kernel! {
    /// Writes the codes of each row's names: one random word for both.
    pub(super) fn fill_names(person: Person, rows: Rows<'_>, firsts: &mut [u32], lasts: &mut [u32]) {
        person.key.each_pair(
            rows,
            firsts,
            lasts,
            #[inline(always)]
            |word| (person.first(word), person.last(word)),
        );
    }
}

/// A number for each row that no other row has, for texts that must be unique: a permutation, the same in all
/// columns about the person, so that a number leads back to its row.
pub(super) fn unique_number(person: Person) -> Permutation {
    Permutation::new(person.derive("number"), NUMBERS)
}

/// How unique numbers are written, and how many there are.
pub(super) const NUMBER_SHAPE: Shape = Shape::Int { low: 0, high: NUMBERS as i128 - 1 };

/// How many rows unique numbers serve.
pub(super) const NUMBER_CAPACITY: u64 = NUMBERS;

/// The first names, each in some form.
pub(super) fn firsts(form: impl Fn(&str) -> String) -> Arc<Dictionary> {
    formed(FIRST_NAMES.lines(), form)
}

/// The last names, each in some form.
pub(super) fn lasts(form: impl Fn(&str) -> String) -> Arc<Dictionary> {
    formed(LAST_NAMES.lines(), form)
}

/// A name as it stands in addresses: lower case, letters only.
pub(super) fn letters(name: &str) -> String {
    name.bytes().filter(u8::is_ascii_alphabetic).map(|byte| byte.to_ascii_lowercase() as char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::texts;

    /// First and last name of some rows, from the two columns.
    fn names(rows: Rows<'_>) -> Vec<(String, String)> {
        texts("name.first", rows).into_iter().zip(texts("name.last", rows)).collect()
    }

    #[test]
    fn all_columns_of_a_person_agree() {
        for start in [0, 1 << 32] {
            let rows = Rows::range(start, 3_000);
            let columns = ["name", "username", "username:uniq", "email", "email:uniq"];
            let columns = columns.map(|column| texts(column, rows));
            for (i, (first, last)) in names(rows).into_iter().enumerate() {
                let (lower_first, lower_last) = (letters(&first), letters(&last));
                let [name, username, unique_username, email, unique_email] =
                    columns.each_ref().map(|column| &column[i]);
                assert_eq!(*name, format!("{first} {last}"));
                let username_start = format!("{lower_first}_{lower_last}");
                assert!(username.starts_with(&username_start), "{name} {username}");
                assert!(unique_username.starts_with(&username_start), "{name} {unique_username}");
                assert!(email.starts_with(&format!("{lower_first}.{lower_last}@")), "{name} {email}");
                let unique_start = format!("{lower_first}.{lower_last}.");
                assert!(unique_email.starts_with(&unique_start), "{name} {unique_email}");
            }
        }
    }

    #[test]
    fn another_person_of_the_row_is_another() {
        let of = |entity| {
            let (args, modifiers) = crate::Args::bind("it", &[], &[], Vec::new()).unwrap();
            let request = Request {
                args: &args,
                modifiers: &modifiers,
                key: Key::root(1),
                table_key: Key::root(2),
                entity,
                now: 0,
                read_file: &|_| Err(crate::Fault::new("no file")),
            };
            let (mut firsts, mut lasts) = ([0; 500], [0; 500]);
            fill_names(Person::new(&request), Rows::range(0, 500), &mut firsts, &mut lasts);
            (firsts, lasts)
        };
        let same = of(1).0.iter().zip(of(2).0).filter(|(a, b)| *a == b).count();
        assert!(of(1) == of(1) && same < 10);
    }

    #[test]
    fn letters_are_all_that_is_left() {
        assert_eq!(letters("De La O'Hara-Smith"), "delaoharasmith");
        for list in [FIRST_NAMES, LAST_NAMES] {
            let mut names: Vec<String> = list.lines().map(letters).collect();
            assert!(names.iter().all(|name| !name.is_empty()));
            names.sort_unstable();
            assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "different names stay different");
        }
    }
}
