//! What holds for every generator of the registry.

use super::testing::{build, texts_of};
use super::{REGISTRY, by_name, names};
use crate::cpu::{self, Level};
use crate::{Arg, Entry, Generator, Key, Rows};

/// Columns besides the examples: other modifiers, other paths through the code.
const COLUMNS: &[&str] = &[
    "const:'a b'",
    "country.code:uniq",
    "country:uniq",
    "date:uniq",
    "date:dist=exponential/30",
    "decimal:-5,5,3,uniq",
    "decimal:0,100,dist=normal/40/9",
    "domain:uniq",
    "email:uniq",
    "enum:a,b,c,uniq",
    "enum:a,b,c,dist=zipf/1.1",
    "enum",
    "file:x,uniq",
    "float:dist=normal/0/1000",
    "int:-5,5",
    "int:-5,500000,uniq",
    "int:0,100,dist=normal/38/12",
    "ipv4:uniq",
    "ipv4:dist=zipf/1.1",
    "ipv6:uniq",
    "ipv6:fd00::/120,uniq",
    "mac.address:uniq",
    "noun:uniq",
    "seq:-5,-3,2",
    "sentence:1,100",
    "text:9,9",
    "timestamp:uniq",
    "timestamp:unit=us,dist=pareto/5M/1.2",
    "username:uniq",
    "uuidv7",
    "word:dist=zipf/1.1",
];

const LEN: usize = 1_000;

/// The examples of all entries, and more.
fn columns() -> impl Iterator<Item = &'static str> {
    REGISTRY.iter().map(|entry| entry.example).chain(COLUMNS.iter().copied())
}

#[test]
fn the_registry_is_sorted_and_names_mean_one_thing() {
    assert!(REGISTRY.is_sorted_by(|a, b| a.name < b.name));
    let mut all: Vec<&str> = names().collect();
    all.sort_unstable();
    assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
    for name in all {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '.';
        assert!(name.chars().all(plain) && by_name(name).is_some(), "{name}");
    }
}

#[test]
fn every_entry_is_documented() {
    let is_line = |text: &str| {
        !text.is_empty() && text.trim() == text && !text.contains(['\n', '\t']) && !text.ends_with('.')
    };
    for Entry { name, summary, args, example, source, .. } in REGISTRY {
        assert!(is_line(summary) && is_line(source), "{name}");
        assert!(!source.contains("  "), "{name}: {source}");
        let generator = example.split(':').next();
        assert_eq!(generator, Some(*name), "{name}: the example is of another");
        for Arg { name: arg, summary, .. } in *args {
            assert!(is_line(summary) && arg.bytes().all(|byte| byte.is_ascii_lowercase()), "{name} {arg}");
        }
    }
}

/// The names of fakedata that exist here.
#[test]
fn names_of_fakedata_are_known() {
    let known = "city country country.code date domain double email enum file int ipv4 ipv6 mac.address name \
                 name.first name.last noun sentence timestamp username uuidv4 uuidv7";
    assert!(known.split(' ').all(|name| by_name(name).is_some()));
}

/// Ranges of rows at the beginning, behind 2^32 and around 2^63, as far as the generator serves them.
fn ranges(generator: &dyn Generator) -> Vec<(u64, usize)> {
    let rows = generator.capacity().unwrap_or(u64::MAX);
    let len = LEN.min(usize::try_from(rows).unwrap_or(LEN));
    let starts = [0, (1 << 32) - 300, (1 << 63) - 300, u64::MAX];
    starts.map(|start: u64| (start.min(rows - len as u64), len)).to_vec()
}

#[test]
fn any_rows_in_any_order_have_the_same_values() {
    for column in columns() {
        let generator = build(column).unwrap_or_else(|fault| panic!("{column}: {fault}"));
        for (start, len) in ranges(&*generator) {
            let mut order: Vec<usize> = (0..len).collect();
            order.sort_by_key(|i| Key::root(9).word(*i as u64));
            let rows: Vec<u64> = order.iter().map(|i| start + *i as u64).collect();
            cpu::restrict(Level::V3);
            let whole = texts_of(&*generator, Rows::range(start, len));
            let shuffled: Vec<&String> = order.iter().map(|i| &whole[*i]).collect();
            for level in [Level::V3, Level::Portable] {
                cpu::restrict(level);
                let gathered = texts_of(&*generator, Rows::Gather(&rows));
                assert!(gathered.iter().eq(shuffled.iter().copied()), "{column} at {start}, {level:?}");
                let again = texts_of(&*generator, Rows::range(start, len));
                assert_eq!(again, whole, "{column} at {start}, {level:?}");
            }
            cpu::restrict(Level::V3);
        }
    }
}

#[test]
fn batches_use_their_memory_again() {
    for column in columns() {
        let generator = build(column).unwrap();
        let rows = ranges(&*generator)[0].1;
        let mut data = crate::Data::default();
        generator.values(Rows::range(0, rows), &mut data);
        generator.values(Rows::range(0, 0), &mut data);
        generator.values(Rows::range(0, rows), &mut data);
        let mut fresh = crate::Data::default();
        generator.values(Rows::range(0, rows), &mut fresh);
        assert_eq!(format!("{data:?}"), format!("{fresh:?}"), "{column}");
    }
}

#[test]
fn unique_values_are_unique() {
    for column in columns().filter(|column| column.contains("uniq")) {
        let generator = build(column).unwrap();
        let rows = generator.capacity().map_or(20_000, |capacity| capacity.min(20_000)) as usize;
        let mut values = texts_of(&*generator, Rows::range(0, rows));
        values.sort_unstable();
        assert!(values.windows(2).all(|pair| pair[0] != pair[1]), "{column}");
    }
}
