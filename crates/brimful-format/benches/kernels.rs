//! Time per row of each kernel: one column in a plain format, so the figures include copying one segment into the
//! block; the `interleave` cases show what that costs. `cargo bench -p brimful-format`

use std::hint::black_box;
use std::sync::Arc;

use brimful_core::{Args, Buffer, ByteSet, Data, Dictionary, Segment, Sequence, Shape, Texts, Vector, View};
use brimful_format::{Column, Encoder, Format, TextPlan, formats};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const ROWS: usize = 512;

/// A fixed stream of bits.
fn bits(row: usize) -> u64 {
    let mixed = (row as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn each<T>(value: impl Fn(u64) -> T) -> Vec<T> {
    (0..ROWS).map(|row| value(bits(row) >> 8)).collect()
}

fn integers(high: u64) -> (Shape, Data) {
    (Shape::Int { low: 0, high: high.into() }, Data::U64(each(|bits| bits % (high + 1))))
}

fn words(count: usize, len: usize) -> (Shape, Data) {
    let words: Vec<String> = (0..count).map(|i| format!("w{i:0len$}")[..len - i % 4].to_owned()).collect();
    let dictionary = Dictionary::new(words.iter().map(String::as_str));
    (Shape::Codes(Arc::new(dictionary)), Data::Codes(each(|bits| (bits % count as u64) as u32)))
}

/// Texts of which one in `special` has a comma and a quote.
fn texts(special: u64) -> (Shape, Data) {
    let mut data = Data::default();
    let bytes = data.bytes();
    for row in 0..ROWS {
        let text = "The quick brown fox jumps over the lazy dog and then some more";
        bytes.arena_mut().push(&text.as_bytes()[..30 + bits(row) as usize % 30]);
        if bits(row).is_multiple_of(special) {
            bytes.arena_mut().push(b", \"so to say\"");
        }
        bytes.end_row();
    }
    (Shape::Bytes(Texts { alphabet: ByteSet::ALL, can_be_empty: true }), data)
}

fn cases() -> Vec<(&'static str, &'static str, Shape, Data)> {
    let one = |name, (shape, data)| (name, "text", shape, data);
    let sequence = Sequence { first: 123_456, step: 1, repeat: 1, phase: 0 };
    let days = |bits: u64| (bits % 20_000) as i64;
    let micros = |bits: u64| (bits % 1_800_000_000_000_000) as i64;
    let signed = each(|bits| (bits % 2_000_000) as i64 - 1_000_000);
    let decimal = Shape::Decimal { scale: 2, low: 0, high: 999_999 };
    let timestamp = |digits| (Shape::Timestamp { digits, pattern: None }, Data::I64(each(micros)));
    let pairs = (each(|bits| bits), each(|bits| bits >> 3));
    let wide: Vec<u128> =
        pairs.0.iter().zip(pairs.1).map(|(a, b)| u128::from(*a) << 72 | u128::from(b)).collect();
    vec![
        one("words", words(4_000, 10)),
        one("int below 1,000", integers(999)),
        one("int below 1,000,000", integers(999_999)),
        one("int below 10^15", integers(999_999_999_999_999)),
        one("int signed", (Shape::Int { low: -1_000_000, high: 1_000_000 }, Data::I64(signed))),
        one("sequence", (Shape::Int { low: 0, high: u64::MAX.into() }, Data::Sequence(sequence))),
        one("decimal", (decimal, Data::I64(each(|bits| (bits % 1_000_000) as i64)))),
        one("uuid", (Shape::Uuid, Data::U128(wide.clone()))),
        one("date", (Shape::Date(None), Data::I64(each(days)))),
        one("timestamp", timestamp(0)),
        one("timestamp with microseconds", timestamp(6)),
        one("ipv4", (Shape::Ipv4, Data::U64(each(|bits| bits & 0xffff_ffff)))),
        one("ipv6", (Shape::Ipv6, Data::U128(wide))),
        one("mac", (Shape::Mac, Data::U64(each(|bits| bits & 0xffff_ffff_ffff)))),
        one("float", (Shape::Float, Data::F64(each(|bits| bits as f64 / 1e9)))),
        ("plain text, csv", "csv", texts(u64::MAX).0, texts(u64::MAX).1),
        ("escaped text, csv", "csv", texts(8).0, texts(8).1),
        ("escaped text, ndjson", "ndjson", texts(8).0, texts(8).1),
    ]
}

fn format(name: &str) -> Box<dyn Format> {
    let built = formats::by_name(name).map(|entry| {
        let bound = Args::bind(name, entry.args, &[], Vec::new());
        bound.and_then(|(args, _)| (entry.build)(&args))
    });
    match built {
        Some(Ok(format)) => format,
        _ => panic!("{name} is a format that needs no arguments"),
    }
}

fn columns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("column");
    group.throughput(Throughput::Elements(ROWS as u64));
    for (name, format_name, shape, data) in cases() {
        let column = Column { name: "a".to_owned(), shape, nullable: false };
        let Ok(plan) = TextPlan::new(&*format(format_name), "t", &[column], ROWS) else {
            panic!("{format_name} takes any column")
        };
        let vectors = [Vector { data, validity: None }];
        let (mut encoder, mut out) = (Encoder::new(&plan), Buffer::with_capacity(1 << 20));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                out.clear();
                encoder.encode(0, 0, black_box(&vectors), ROWS, &mut out);
                out.len()
            });
        });
    }
    group.finish();
}

fn interleave(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("interleave");
    group.throughput(Throughput::Elements(ROWS as u64));
    let arena = Buffer::from_bytes(&[b'x'; ROWS * 16]);
    for (segments, len) in [(1, 9), (1, 20), (1, 37), (3, 9), (8, 9)] {
        let views: Vec<View> =
            (0..ROWS).map(|row| View { offset: 8 * row as u32, len: len - row as u32 % 4 }).collect();
        let segments = vec![Segment { arena: &arena, views: &views }; segments];
        let mut out = Buffer::with_capacity(1 << 20);
        let id = BenchmarkId::new(format!("{} segments", segments.len()), len);
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                out.clear();
                out.interleave(black_box(&segments), ROWS);
                out.len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, columns, interleave);
criterion_main!(benches);
