//! Random tables over every shape, and parts of them.

use std::ops::Range;
use std::sync::Arc;

use brimful_core::civil::DAY_US;
use brimful_core::{Buffer, ByteSet, Data, Dictionary, Logical, Sequence, Shape, Texts, Vector};
use brimful_format::Column;
use proptest::prelude::*;

/// Columns with the vectors of all their rows.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) columns: Vec<Column>,
    pub(crate) vectors: Vec<Vector>,
    pub(crate) rows: usize,
}

/// How many kinds of columns [`column`] knows.
pub(crate) const KINDS: usize = 18;

const YEAR_1: i64 = -719_162;
const YEAR_10_000: i64 = 2_932_897;

/// A table of random columns and at most `rows` rows.
pub(crate) fn table(columns: Range<usize>, rows: usize) -> impl Strategy<Value = Table> {
    let kinds = proptest::collection::vec(0..KINDS, columns);
    (kinds, 1..=rows, any::<u64>()).prop_map(|(kinds, rows, seed)| specimen(&kinds, rows, seed))
}

/// A table with a column of each of these kinds.
pub(crate) fn specimen(kinds: &[usize], rows: usize, seed: u64) -> Table {
    let mut random = Random(seed);
    let (mut columns, mut vectors) = (Vec::new(), Vec::new());
    for (i, kind) in kinds.iter().enumerate() {
        let (shape, data) = column(*kind, rows, &mut random, 0);
        let validity = match random.below(5) {
            0 => Some(vec![false; rows]),
            1 => Some(vec![true; rows]),
            2 => Some((0..rows).map(|_| random.below(3) > 0).collect()),
            _ => None,
        };
        let nullable = validity.is_some() || random.below(4) == 0;
        columns.push(Column { name: ["id", "a b", "c\"d", "e,f|"][i % 4].to_owned(), shape, nullable });
        vectors.push(Vector { data, validity });
    }
    Table { columns, vectors, rows }
}

/// The same texts in columns of every shape that holds texts, with and without nulls.
pub(crate) fn of_texts(texts: &[String]) -> Table {
    let facts = facts(texts);
    let codes = || {
        let dictionary = Arc::new(Dictionary::new(texts.iter().map(String::as_str)));
        (Shape::Codes(dictionary), Data::Codes((0..texts.len() as u32).collect()))
    };
    let bytes = || (Shape::Bytes(facts), bytes_of(texts.iter().map(String::as_bytes)));
    let slices = || {
        let mut arena = Buffer::default();
        let views = texts.iter().map(|text| arena.add(text.as_bytes())).collect();
        (Shape::Slices(Arc::new(arena), facts), Data::Slices(views))
    };
    let (words, text) = (codes(), bytes());
    let both = (Shape::Concat(vec![words.0, text.0]), Data::Concat(vec![words.1, text.1]));
    let parts = [codes(), bytes(), slices(), both, codes(), bytes(), slices()];
    let (mut columns, mut vectors) = (Vec::new(), Vec::new());
    for (i, (shape, data)) in parts.into_iter().enumerate() {
        let nullable = i > 3;
        columns.push(Column { name: format!("c{i}"), shape, nullable });
        let validity = nullable.then(|| (0..texts.len()).map(|row| row % 5 > 0).collect());
        vectors.push(Vector { data, validity });
    }
    Table { columns, vectors, rows: texts.len() }
}

/// The rows of a range.
pub(crate) fn slice(vector: &Vector, rows: Range<usize>) -> Vector {
    let validity = vector.validity.as_ref().map(|validity| validity[rows.clone()].to_vec());
    Vector { data: slice_data(&vector.data, rows), validity }
}

fn slice_data(data: &Data, rows: Range<usize>) -> Data {
    match data {
        Data::Bool(values) => Data::Bool(values[rows].to_vec()),
        Data::I64(values) => Data::I64(values[rows].to_vec()),
        Data::U64(values) => Data::U64(values[rows].to_vec()),
        Data::U128(values) => Data::U128(values[rows].to_vec()),
        Data::F64(values) => Data::F64(values[rows].to_vec()),
        Data::Sequence(sequence) => {
            let phase = (sequence.phase + rows.start as u64) % sequence.repeat;
            Data::Sequence(Sequence { first: sequence.at(rows.start), phase, ..*sequence })
        }
        Data::Codes(codes) => Data::Codes(codes[rows].to_vec()),
        Data::Slices(views) => Data::Slices(views[rows].to_vec()),
        Data::Bytes(bytes) => bytes_of(bytes.views()[rows].iter().map(|view| bytes.arena().get(*view))),
        Data::Constant => Data::Constant,
        Data::Concat(parts) => {
            Data::Concat(parts.iter().map(|part| slice_data(part, rows.clone())).collect())
        }
    }
}

fn bytes_of<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Data {
    let mut data = Data::default();
    let bytes = data.bytes();
    for text in texts {
        bytes.arena_mut().push(text);
        bytes.end_row();
    }
    data
}

/// splitmix64: a whole table follows from one number, so that proptest has little to shrink.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Small, large and in between, equally often.
    fn magnitude(&mut self) -> u64 {
        let shift = self.below(64);
        self.next() >> shift
    }

    fn between(&mut self, low: i128, high: i128) -> i128 {
        match self.below(8) {
            0 => low,
            1 => high,
            2 if low <= 0 && high >= 0 => 0,
            // Near one of the ends as often as anywhere.
            3 => (low + i128::from(self.magnitude())).min(high),
            4 => (high - i128::from(self.magnitude())).max(low),
            _ => low + (i128::from(self.next()) % (high - low + 1)),
        }
    }

    fn text(&mut self) -> String {
        const PIECES: [&str; 16] =
            ["a", "Zoë", ",", "\"", "'", "\\", "\n", "\t", "|", ";", "🦀", "\r", "\x08", "→", " ", "\x7f"];
        let longest = [0, 1, 3, 17, 50, 300][self.below(6) as usize];
        let plain = self.below(2) == 0;
        let mut text = String::new();
        while text.len() < longest {
            let kinds = if plain { 2 } else { PIECES.len() as u64 };
            text.push_str(PIECES[self.below(kinds) as usize]);
        }
        text
    }

    fn each<T>(&mut self, rows: usize, mut f: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..rows).map(|_| f(self)).collect()
    }
}

/// A column of a kind; `depth` is how many composites it is inside of.
fn column(kind: usize, rows: usize, random: &mut Random, depth: usize) -> (Shape, Data) {
    match kind {
        0 => (Shape::Bool, Data::Bool(random.each(rows, |random| random.below(2) == 1))),
        1 => unsigned(rows, random),
        2 => signed(rows, random),
        3 => sequence(random),
        4 => decimal(rows, random),
        5 => (Shape::Float, Data::F64(random.each(rows, float))),
        6 => (Shape::Uuid, Data::U128(random.each(rows, wide))),
        7 | 8 => date(kind == 7, rows, random),
        9 | 10 => timestamp(kind == 9, rows, random),
        11 => (Shape::Ipv4, Data::U64(random.each(rows, |random| random.magnitude() & 0xffff_ffff))),
        12 => (Shape::Ipv6, Data::U128(random.each(rows, wide))),
        13 => (Shape::Mac, Data::U64(random.each(rows, |random| random.magnitude() & 0xffff_ffff_ffff))),
        14 => codes(rows, random),
        15 => slices(rows, random),
        16 => text(rows, random, depth),
        _ => concat(rows, random, depth),
    }
}

fn wide(random: &mut Random) -> u128 {
    let half = u128::from(random.magnitude()) << 64 | u128::from(random.magnitude());
    if random.below(4) == 0 {
        half & u128::from(random.next()).wrapping_mul(0x1_0001_0000_ffff)
    } else {
        half
    }
}

fn float(random: &mut Random) -> f64 {
    let value = match random.below(4) {
        0 => f64::from_bits(random.next()),
        1 => random.magnitude() as f64 / 100.0,
        2 => -(random.magnitude() as f64),
        _ => [0.0, -0.0, f64::MAX, f64::MIN, 5e-324, -f64::MIN_POSITIVE][random.below(6) as usize],
    };
    if value.is_finite() { value } else { 1.5 }
}

fn unsigned(rows: usize, random: &mut Random) -> (Shape, Data) {
    let high = if random.below(4) == 0 { u64::MAX } else { random.magnitude() };
    let low = [0, high, random.magnitude().min(high)][random.below(3) as usize];
    let (low, high) = (i128::from(low), i128::from(high));
    let values = random.each(rows, |random| random.between(low, high) as u64);
    (Shape::Int { low, high }, Data::U64(values))
}

fn signed(rows: usize, random: &mut Random) -> (Shape, Data) {
    let low = if random.below(4) == 0 { i64::MIN } else { -((random.magnitude() >> 1) as i64) - 1 };
    let high =
        if random.below(4) == 0 { i64::MAX } else { low.saturating_add((random.magnitude() >> 1) as i64) };
    let (low, high) = (i128::from(low), i128::from(high));
    let values = random.each(rows, |random| random.between(low, high) as i64);
    (Shape::Int { low, high }, Data::I64(values))
}

fn sequence(random: &mut Random) -> (Shape, Data) {
    let repeat = [1, 1, 2, 7, 1 << 40][random.below(5) as usize];
    let near_power = 10_u64.pow(random.below(20) as u32) - random.below(20).min(1);
    let first = [near_power, near_power.saturating_sub(random.below(30)), random.magnitude()];
    let step = [1, 1, 0, 10, 999][random.below(5) as usize];
    // The last of 4,096 rows is still a u64.
    let first = first[random.below(3) as usize].min(u64::MAX - 4_096 * 999);
    let sequence = Sequence { first, step, repeat, phase: random.next() % repeat };
    (Shape::Int { low: 0, high: u64::MAX.into() }, Data::Sequence(sequence))
}

fn decimal(rows: usize, random: &mut Random) -> (Shape, Data) {
    let scale = 1 + random.below(18) as u8;
    let bound = (random.magnitude() >> 1) as i64;
    let (low, high) =
        [(0, bound), (-bound, bound), (i64::MIN, i64::MAX), (-bound, -bound / 2)][random.below(4) as usize];
    let values = random.each(rows, |random| random.between(low.into(), high.into()) as i64);
    (Shape::Decimal { scale, low, high }, Data::I64(values))
}

const PATTERNS: [&str; 6] =
    ["%d/%b/%Y:%H:%M:%S", "%A, \"%j\"", "%s.%3", "", "%F\n%T|%f%%", "it's %I\\%p\t%B %y %a"];

fn date(plain: bool, rows: usize, random: &mut Random) -> (Shape, Data) {
    let pattern = (!plain).then(|| PATTERNS[random.below(6) as usize].into());
    let days = random.each(rows, |random| random.between(YEAR_1.into(), i128::from(YEAR_10_000) - 1) as i64);
    (Shape::Date(pattern), Data::I64(days))
}

fn timestamp(plain: bool, rows: usize, random: &mut Random) -> (Shape, Data) {
    let pattern = (!plain).then(|| PATTERNS[random.below(6) as usize].into());
    let (low, high) = (i128::from(YEAR_1 * DAY_US), i128::from(YEAR_10_000 * DAY_US) - 1);
    let micros = random.each(rows, |random| random.between(low, high) as i64);
    (Shape::Timestamp { digits: [0, 3, 6][random.below(3) as usize], pattern }, Data::I64(micros))
}

fn codes(rows: usize, random: &mut Random) -> (Shape, Data) {
    let words = 1 + random.below(6) as usize;
    let words = random.each(words, Random::text);
    let codes = random.each(rows, |random| random.below(words.len() as u64) as u32);
    (Shape::Codes(Arc::new(Dictionary::new(words.iter().map(String::as_str)))), Data::Codes(codes))
}

fn slices(rows: usize, random: &mut Random) -> (Shape, Data) {
    let mut arena = Buffer::default();
    let texts = random.each(5, Random::text);
    let known: Vec<_> = texts.iter().map(|text| arena.add(text.as_bytes())).collect();
    let views = random.each(rows, |random| known[random.below(5) as usize]);
    (Shape::Slices(Arc::new(arena), facts(&texts)), Data::Slices(views))
}

/// What is known of texts: exactly what they are.
fn facts(texts: &[String]) -> Texts {
    let alphabet = texts.iter().fold(ByteSet::default(), |all, text| all.union(ByteSet::of(text.as_bytes())));
    Texts { alphabet, can_be_empty: texts.iter().any(String::is_empty) }
}

/// Text of its own, or a constant.
fn text(rows: usize, random: &mut Random, depth: usize) -> (Shape, Data) {
    if random.below(3) == 0 || depth > 1 {
        let logical = [Logical::Text, Logical::Integer, Logical::Boolean, Logical::Timestamp];
        let text = [random.text(), "7".into(), "true".into(), "2026-11-21T10:20:30Z".into()];
        let i = random.below(4) as usize;
        return (Shape::Constant { text: text[i].as_str().into(), logical: logical[i] }, Data::Constant);
    }
    let texts = random.each(rows, Random::text);
    (Shape::Bytes(facts(&texts)), bytes_of(texts.iter().map(String::as_bytes)))
}

fn concat(rows: usize, random: &mut Random, depth: usize) -> (Shape, Data) {
    let count = random.below(4);
    let kinds = if depth < 2 { KINDS } else { KINDS - 1 } as u64;
    let parts = (0..count).map(|_| {
        let kind = random.below(kinds) as usize;
        column(kind, rows, random, depth + 1)
    });
    let (shapes, parts) = parts.unzip();
    (Shape::Concat(shapes), Data::Concat(parts))
}
