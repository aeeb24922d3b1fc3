//! What the tests of generators share: columns made from their text, and values as text.

use super::by_name;
use crate::{Args, Data, Fault, Generator, Key, Request, Rows, Shape, Text, Texts};

/// What the tests take for now: 2026-11-21T10:20:30.5Z.
pub(super) const NOW: i64 = 1_795_256_430_500_000;

/// The generator of a column, in a table of its own, with `read_file` giving a few lines for any path.
pub(super) fn build(column: &str) -> Result<Box<dyn Generator>, Fault> {
    build_reading(column, &|_| Ok(b"red\ngreen\r\nlight blue\n".to_vec()))
}

/// As [`build`], with a file reader.
pub(super) fn build_reading(
    column: &str,
    read_file: &dyn Fn(&str) -> Result<Vec<u8>, Fault>,
) -> Result<Box<dyn Generator>, Fault> {
    let text = Text::parse(column)?;
    let (name, items) = text.split_once(':').unwrap_or_else(|| (text.clone(), Text::plain("")));
    let entry = by_name(name.as_str()).unwrap_or_else(|| panic!("no generator `{name}`"));
    let (args, modifiers) = Args::bind(entry.name, entry.args, entry.modifiers, items.split(','))?;
    let table_key = Key::root(42).derive("");
    let key = table_key.derive(entry.name);
    let request =
        Request { args: &args, modifiers: &modifiers, key, table_key, entity: 1, now: NOW, read_file };
    (entry.build)(&request)
}

/// The message of the fault with which a column is refused.
pub(super) fn refusal(column: &str) -> String {
    match build(column) {
        Ok(_) => panic!("`{column}` is not refused"),
        Err(fault) => fault.message,
    }
}

/// The values of a column for `rows`, as text.
pub(super) fn texts(column: &str, rows: Rows<'_>) -> Vec<String> {
    let generator = build(column).unwrap_or_else(|fault| panic!("{column}: {fault}"));
    texts_of(&*generator, rows)
}

/// The values of a generator for `rows`, as text.
pub(super) fn texts_of(generator: &dyn Generator, rows: Rows<'_>) -> Vec<String> {
    let (shape, mut data) = (generator.shape(), Data::default());
    generator.values(rows, &mut data);
    (0..rows.len()).map(|position| text(&shape, &data, position)).collect()
}

/// One value as text; panics where the data does not have the shape, or a number is out of its bounds.
fn text(shape: &Shape, data: &Data, position: usize) -> String {
    let whole = |value: i128, low: i128, high: i128| {
        assert!((low..=high).contains(&value), "{value} is not in {low}..={high}");
        value.to_string()
    };
    let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text is UTF-8");
    match (shape, data) {
        (Shape::Bool, Data::Bool(values)) => values[position].to_string(),
        (Shape::Int { low, high }, Data::U64(values)) if *low >= 0 => {
            whole(values[position].into(), *low, *high)
        }
        (Shape::Int { low, high }, Data::Sequence(values)) => whole(values.at(position).into(), *low, *high),
        (Shape::Int { low, high }, Data::I64(values)) => whole(values[position].into(), *low, *high),
        (Shape::Decimal { low, high, .. }, Data::I64(values)) => {
            whole(values[position].into(), (*low).into(), (*high).into())
        }
        (Shape::Float, Data::F64(values)) => {
            assert!(values[position].is_finite());
            values[position].to_string()
        }
        (Shape::Uuid | Shape::Ipv6, Data::U128(values)) => format!("{:032x}", values[position]),
        (Shape::Date(_), Data::I64(values)) => whole(values[position].into(), -719_162, 2_932_896),
        (Shape::Timestamp { .. }, Data::I64(values)) => {
            whole(values[position].into(), -719_162 * 86_400_000_000, 2_932_897 * 86_400_000_000 - 1)
        }
        (Shape::Ipv4, Data::U64(values)) => whole(values[position].into(), 0, u32::MAX.into()),
        (Shape::Mac, Data::U64(values)) => whole(values[position].into(), 0, (1 << 48) - 1),
        (Shape::Codes(dictionary), Data::Codes(codes)) => dictionary.get(codes[position] as usize).into(),
        (Shape::Slices(arena, _), Data::Slices(views)) => string(arena.get(views[position])),
        (Shape::Bytes(Texts { alphabet, .. }), Data::Bytes(bytes)) => {
            let text = bytes.arena().get(bytes.views()[position]);
            assert!(text.iter().all(|byte| alphabet.contains(*byte)));
            string(text)
        }
        (Shape::Constant { text, .. }, Data::Constant) => text.to_string(),
        (Shape::Concat(shapes), Data::Concat(parts)) => {
            assert_eq!(shapes.len(), parts.len());
            shapes.iter().zip(parts).map(|(shape, data)| self::text(shape, data, position)).collect()
        }
        _ => panic!("{data:?} does not have the shape {shape:?}"),
    }
}
