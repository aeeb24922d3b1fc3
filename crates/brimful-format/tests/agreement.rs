//! The encoder against the plain reference encoder: the same bytes for any columns, formats, batches and processors.

#![expect(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

mod tables;

use std::sync::Mutex;

use brimful_core::cpu::{self, Level};
use brimful_core::{Args, Buffer, Data, Shape, Text, Vector};
use brimful_format::{Column, Encoder, Format, TextPlan, formats, reference};
use proptest::prelude::*;
use tables::{Table, slice};

/// The level of the processor is one for the whole process.
static LEVEL: Mutex<()> = Mutex::new(());

/// Every format, with arguments that change what stands around and inside of cells.
const EXPRESSIONS: [&str; 22] = [
    "text",
    "text:separator=' | ',header=on",
    "text:separator=''",
    "csv",
    "csv:header=off,separator=;",
    "csv:separator='::'",
    "csv:separator=-",
    "csv:separator=7",
    "csv:separator=e",
    "csv:separator=.",
    "csv:separator='→'",
    "tsv",
    "ndjson",
    "json",
    "sql",
    "sql:postgres,rows=1",
    "sql:mysql,rows=3",
    "sql:sqlite,rows=7",
    "sql:mysql,rows=18446744073709551615",
    "copy",
    "markdown",
    "md",
];

fn built(expression: &str) -> Box<dyn Format> {
    let (name, args) = expression.split_once(':').unwrap_or((expression, ""));
    let entry = formats::by_name(name).unwrap();
    let items = if args.is_empty() { Vec::new() } else { Text::parse(args).unwrap().split(',') };
    (entry.build)(&Args::bind(name, entry.args, &[], items).unwrap().0).unwrap()
}

/// The rows in batches of the given sizes, over and over, all through one encoder.
fn encoded(plan: &TextPlan, table: &Table, first: u64, origin: u64, batches: &[usize]) -> Vec<u8> {
    let (mut out, mut encoder, mut from) = (Buffer::default(), Encoder::new(plan), 0);
    for size in batches.iter().cycle() {
        if from == table.rows {
            break;
        }
        let to = table.rows.min(from + size);
        let part: Vec<Vector> = table.vectors.iter().map(|vector| slice(vector, from..to)).collect();
        encoder.encode(origin, first + from as u64, &part, to - from, &mut out);
        from = to;
    }
    out.to_vec()
}

fn agree(expression: &str, table: &Table, name: &str, first: u64, origin: u64, batches: &[usize]) {
    let format = built(expression);
    let expected =
        reference::encode(&*format, name, &table.columns, origin, first, &table.vectors, table.rows);
    let batch_rows = batches.iter().copied().max().unwrap_or(1);
    let plan = TextPlan::new(&*format, name, &table.columns, batch_rows).unwrap();
    let _level = LEVEL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for level in [Level::Portable, Level::V3] {
        cpu::restrict(level);
        let got = encoded(&plan, table, first, origin, batches);
        if got != expected {
            let at = got.iter().zip(&expected).take_while(|(a, b)| a == b).count();
            let around = |text: &[u8]| {
                String::from_utf8_lossy(&text[at.saturating_sub(40)..text.len().min(at + 40)]).into_owned()
            };
            panic!(
                "{expression} at {level:?}, byte {at}:\n got {:?}\nnot {:?}\n{:?}",
                around(&got),
                around(&expected),
                table.columns
            );
        }
    }
}

/// First rows where group numbers, signs and the last row number could go wrong.
fn first_row() -> impl Strategy<Value = u64> {
    let near = |row: u64| (0..20_u64).prop_map(move |back| row - back);
    prop_oneof![
        0..30_u64,
        near(1_000),
        near(1 << 63),
        near(u64::MAX - 60),
        any::<u64>().prop_map(|row| row >> 1)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn random_tables(
        table in tables::table(1..7, 48),
        expression in proptest::sample::select(&EXPRESSIONS[..]),
        first in first_row(),
        back in 0..3_u64,
        batches in proptest::collection::vec(1..20_usize, 1..4),
    ) {
        agree(expression, &table, "app.users", first, first.saturating_sub(back), &batches);
    }
}

#[test]
fn every_shape_in_every_format() {
    for shape in 0..tables::KINDS {
        for expression in EXPRESSIONS {
            let table = tables::specimen(&[shape, shape], 40, shape as u64);
            agree(expression, &table, "t", 5, 3, &[16]);
        }
    }
}

#[test]
fn all_short_texts() {
    const ALPHABET: [&str; 9] = ["a", ",", "\"", "'", "\\", "\n", "\t", "|", "🦀"];
    let mut texts = vec![String::new(), ";".to_owned(), "\r".to_owned()];
    let mut from = 0;
    for _ in 0..3 {
        let longer: Vec<String> =
            texts[from..].iter().flat_map(|text| ALPHABET.map(|letter| format!("{text}{letter}"))).collect();
        from = texts.len();
        texts.extend(longer);
    }
    assert!(texts.len() > 9 * 9 * 9);
    for expression in EXPRESSIONS {
        agree(expression, &tables::of_texts(&texts), "t", 0, 0, &[100, 1, 37]);
    }
}

#[test]
fn long_names_and_many_columns() {
    for (count, name_len) in [(1, 17), (2, 70), (5, 300), (9, 1), (17, 16), (1_000, 20)] {
        let mut table = tables::specimen(&(0..count).map(|i| i % tables::KINDS).collect::<Vec<_>>(), 9, 1);
        for (i, column) in table.columns.iter_mut().enumerate() {
            column.name = format!("{i}{}", "\"n`'".repeat(name_len / 4 + 1));
        }
        for expression in EXPRESSIONS {
            agree(expression, &table, &"schema\".table`".repeat(name_len), 8, 8, &[4]);
        }
    }
}

#[test]
fn rows_wider_than_a_block() {
    let texts: Vec<String> = [0, 1, 70_000, 15, 200_000, 96, 97]
        .iter()
        .map(|len| "x\"y,'\\".chars().cycle().take(*len).collect())
        .collect();
    let plain: Vec<String> = texts.iter().map(|text| "é".repeat(text.len())).collect();
    for expression in EXPRESSIONS {
        agree(expression, &tables::of_texts(&texts), "t", 0, 0, &[3]);
        agree(expression, &tables::of_texts(&plain), "t", 0, 0, &[3]);
    }
}

#[test]
fn a_table_without_columns() {
    let table = Table { columns: Vec::new(), vectors: Vec::new(), rows: 5 };
    for expression in EXPRESSIONS {
        agree(expression, &table, "t", 0, 0, &[2]);
    }
}

#[test]
fn outputs_of_any_cut_are_whole_json() {
    let format = built("json");
    let columns = [Column { name: "n".into(), shape: Shape::Int { low: 0, high: 9 }, nullable: false }];
    for (origin, rows) in [(0, 1), (0, 5), (7, 3), (u64::MAX - 3, 3), (u64::MAX - 2, 1)] {
        let plan = TextPlan::new(&*format, "t", &columns, 2).unwrap();
        let vectors = [Vector { data: Data::U64((0..rows as u64).collect()), validity: None }];
        let table = Table { columns: columns.to_vec(), vectors: vectors.into(), rows };
        let body = encoded(&plan, &table, origin, origin, &[2]);
        let whole = [plan.opening(), &body, &plan.closing(origin, origin + rows as u64)].concat();
        let read: serde_json::Value = serde_json::from_slice(&whole).unwrap();
        assert_eq!(read.as_array().unwrap().len(), rows);
        assert!(whole.ends_with(b"}\n]\n"));
    }
}

#[test]
#[should_panic(expected = "a batch has at most 2 rows")]
fn larger_batches_than_planned_are_refused() {
    let table = tables::specimen(&[0], 3, 0);
    let plan = TextPlan::new(&*built("csv"), "t", &table.columns, 2).unwrap();
    encoded(&plan, &table, 0, 0, &[3]);
}
