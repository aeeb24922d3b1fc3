//! `domain`: a host name that belongs to nobody.

use std::sync::Arc;

use super::words::formed;
use crate::{Data, Dictionary, Draw, Entry, Fault, Generator, Modifier, Request, Rows, Shape, kernel};

/// One label a line.
const LABELS: &str = include_str!("../../data/domain_labels.txt");

/// What is reserved by RFC 2606, sections 2 and 3.
const SUFFIXES: [&str; 5] = ["example", "test", "example.com", "example.net", "example.org"];

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "domain",
    aliases: &[],
    summary: "a host name below a reserved domain",
    args: &[],
    modifiers: &[Modifier::Uniq, Modifier::Dist],
    example: "domain",
    source: "4,608 labels of two words below .example, .test, .example.com, .example.net and .example.org, which \
             RFC 2606 reserves: 23,040 names that nobody can register",
    build,
};

struct Domain {
    labels: Arc<Dictionary>,
    suffixes: Arc<Dictionary>,
    draw: Draw,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let labels = formed(LABELS.lines(), |label| format!("{label}."));
    let suffixes = Arc::new(Dictionary::new(SUFFIXES));
    let draw = Draw::new(request, (labels.len() * suffixes.len()) as u64)?;
    Ok(Box::new(Domain { labels, suffixes, draw }))
}

/// One name for each label, as the domain of an organisation; `before` stands before each.
pub(super) fn organisations(before: &str) -> Arc<Dictionary> {
    let suffixes = SUFFIXES.iter().cycle();
    let names: Vec<String> =
        LABELS.lines().zip(suffixes).map(|(label, suffix)| format!("{before}{label}.{suffix}")).collect();
    Arc::new(Dictionary::new(names.iter().map(String::as_str)))
}

impl Generator for Domain {
    fn shape(&self) -> Shape {
        Shape::Concat([&self.labels, &self.suffixes].map(|parts| Shape::Codes(Arc::clone(parts))).to_vec())
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        let [label, suffix] = out.concat();
        let labels = label.codes(rows.len());
        self.draw.fill_codes(rows, labels);
        split(labels, suffix.codes(rows.len()));
    }

    fn capacity(&self) -> Option<u64> {
        self.draw.capacity()
    }
}

kernel! {
    /// Takes numbers of names apart into label and suffix.
    fn split(labels: &mut [u32], suffixes: &mut [u32]) {
        const COUNT: u32 = SUFFIXES.len() as u32;
        for (label, suffix) in labels.iter_mut().zip(suffixes) {
            (*label, *suffix) = (*label / COUNT, *label % COUNT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::{build, texts};

    fn is_reserved(name: &str) -> bool {
        SUFFIXES.iter().any(|suffix| name.strip_suffix(suffix).is_some_and(|label| label.ends_with('.')))
    }

    #[test]
    fn every_name_is_reserved_and_comes_once() {
        assert_eq!(build("domain:uniq").unwrap().capacity(), Some(4_608 * 5));
        let mut names = texts("domain:uniq", Rows::range(0, 4_608 * 5));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 4_608 * 5);
        assert!(names.iter().all(|name| is_reserved(name)));
        assert!(names.contains(&"alder-lab.example".to_owned()));
    }

    #[test]
    fn organisations_have_reserved_names_too() {
        let names = organisations("@");
        assert_eq!(names.len(), 4_608);
        assert!(names.iter().all(|name| name.starts_with('@') && is_reserved(name)));
        for suffix in SUFFIXES {
            assert!(names.iter().any(|name| name.ends_with(&format!(".{suffix}"))));
        }
    }
}
