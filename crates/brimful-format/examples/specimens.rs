//! Writes one small table of everything that is hard to write, in every format, into a directory, for independent
//! readers: `specimens.<name>` for each format, and `expected.json` with the values as a person would write them.

use std::path::Path;
use std::sync::Arc;

use brimful_core::civil::{parse_date, parse_timestamp};
use brimful_core::{Args, Buffer, ByteSet, Data, Dictionary, Fault, Shape, Text, Texts, Vector};
use brimful_format::{Column, Encoder, TextPlan, formats};

/// What a file is called, and the format in it.
const FILES: [(&str, &str); 11] = [
    ("csv", "csv"),
    ("semicolon.csv", "csv:separator=;"),
    ("tsv", "tsv"),
    ("ndjson", "ndjson"),
    ("json", "json"),
    ("postgres.sql", "sql:postgres,rows=4"),
    ("mysql.sql", "sql:mysql,rows=4"),
    ("sqlite.sql", "sql:sqlite,rows=4"),
    ("copy", "copy"),
    ("md", "markdown"),
    ("txt", "text"),
];

const TEXTS: [&str; 16] = [
    "plain",
    "",
    "a,b",
    "say \"so\"",
    "it's",
    "line\nfeed",
    "carriage\rreturn\r\n",
    "tab\tstop",
    "back\\slash \\n \\N",
    "\\.",
    "pipe | and ; too",
    "🦀 Zoë — 日本語",
    " spaces ",
    "NULL",
    "\u{1}\u{8}\u{b}\u{c}\u{1b}\u{7f}",
    "'; DROP TABLE specimens; --",
];

/// Text, and the null in row 3 of each column that can be null.
const ROWS: usize = TEXTS.len();
const NULL_ROW: usize = 3;

/// A column with its values, and the same values as text.
struct Specimen {
    column: Column,
    vector: Vector,
    expected: Vec<String>,
}

fn specimen(name: &str, shape: Shape, data: Data, expected: Vec<String>) -> Specimen {
    let nullable = name != "id";
    let validity = nullable.then(|| (0..ROWS).map(|row| row != NULL_ROW).collect());
    Specimen {
        column: Column { name: name.to_owned(), shape, nullable },
        vector: Vector { data, validity },
        expected,
    }
}

/// The numbers of a few interesting values, over and over.
fn cycle<T: Clone>(values: &[T]) -> Vec<T> {
    values.iter().cycle().take(ROWS).cloned().collect()
}

fn strings(values: &[&str]) -> Vec<String> {
    cycle(values).into_iter().map(str::to_owned).collect()
}

fn specimens() -> Vec<Specimen> {
    let days = ["2026-11-21", "1970-01-01", "2000-02-29", "1000-01-01", "9999-12-31"];
    let times = ["2026-11-21T10:20:30.123456Z", "1969-12-31T23:59:59.999999Z", "1000-01-01T00:00:00.000000Z"];
    let uuids = ["00000000-0000-0000-0000-000000000000", "f81d4fae-7dec-41d0-a765-00a0c91e6bf6"];
    let ids = (1..=ROWS).map(|id| id.to_string()).collect();
    vec![
        specimen("id", Shape::Int { low: 1, high: 16 }, Data::U64((1..=ROWS as u64).collect()), ids),
        text(),
        word(),
        specimen(
            "amount",
            Shape::Decimal { scale: 2, low: i64::MIN, high: i64::MAX },
            Data::I64(cycle(&[1250, -5, 0, i64::MAX, i64::MIN])),
            strings(&["12.50", "-0.05", "0.00", "92233720368547758.07", "-92233720368547758.08"]),
        ),
        specimen(
            "big",
            Shape::Int { low: i64::MIN.into(), high: i64::MAX.into() },
            Data::I64(cycle(&[i64::MIN, -1, 0, i64::MAX])),
            strings(&["-9223372036854775808", "-1", "0", "9223372036854775807"]),
        ),
        specimen(
            "ratio",
            Shape::Float,
            Data::F64(cycle(&[0.1, -1.5e-10, 1e300, 3.0])),
            strings(&["0.1", "-1.5e-10", "1e+300", "3.0"]),
        ),
        specimen("flag", Shape::Bool, Data::Bool(cycle(&[true, false])), strings(&["true", "false"])),
        specimen(
            "day",
            Shape::Date(None),
            Data::I64(cycle(&days).into_iter().flat_map(parse_date).collect()),
            strings(&days),
        ),
        specimen(
            "time",
            Shape::Timestamp { digits: 6, pattern: None },
            Data::I64(cycle(&times).into_iter().flat_map(parse_timestamp).collect()),
            strings(&times),
        ),
        specimen(
            "uid",
            Shape::Uuid,
            Data::U128(cycle(&[0, 0xf81d_4fae_7dec_41d0_a765_00a0_c91e_6bf6])),
            strings(&uuids),
        ),
    ]
}

/// Text made row by row.
fn text() -> Specimen {
    let mut data = Data::default();
    let bytes = data.bytes();
    for text in TEXTS {
        bytes.arena_mut().push(text.as_bytes());
        bytes.end_row();
    }
    let shape = Shape::Bytes(Texts { alphabet: ByteSet::of(TEXTS.concat().as_bytes()), can_be_empty: true });
    specimen("text", shape, data, strings(&TEXTS))
}

/// The same texts as words, in the opposite order, with something before them.
fn word() -> Specimen {
    let codes: Vec<u32> = (0..ROWS as u32).rev().collect();
    let words = Shape::Codes(Arc::new(Dictionary::new(TEXTS)));
    let before = Shape::Constant { text: "a:".into(), logical: brimful_core::Logical::Text };
    let expected = TEXTS.iter().rev().map(|text| format!("a:{text}")).collect();
    let data = Data::Concat(vec![Data::Constant, Data::Codes(codes)]);
    specimen("or\"der", Shape::Concat(vec![before, words]), data, expected)
}

fn written(expression: &str, columns: &[Column], vectors: &[Vector]) -> Result<Vec<u8>, Fault> {
    let (name, args) = expression.split_once(':').unwrap_or((expression, ""));
    let entry = formats::by_name(name).ok_or_else(|| Fault::new(format!("no format `{name}`")))?;
    let items = if args.is_empty() { Vec::new() } else { Text::parse(args)?.split(',') };
    let format = (entry.build)(&Args::bind(name, entry.args, &[], items)?.0)?;
    let plan = TextPlan::new(&*format, "specimens", columns, ROWS).map_err(|error| error.fault)?;
    let mut out = Buffer::from_bytes(plan.opening());
    Encoder::new(&plan).encode(0, 0, vectors, ROWS, &mut out);
    out.push(&plan.closing(0, ROWS as u64));
    Ok(out.to_vec())
}

/// An array of rows, each an object of texts and nulls.
fn expected(specimens: &[Specimen]) -> serde_json::Value {
    let cell = |specimen: &Specimen, row: usize| match &specimen.vector.validity {
        Some(validity) if !validity[row] => serde_json::Value::Null,
        _ => specimen.expected[row].as_str().into(),
    };
    let object = |row| specimens.iter().map(|one| (one.column.name.clone(), cell(one, row))).collect();
    serde_json::Value::Array((0..ROWS).map(|row| serde_json::Value::Object(object(row))).collect())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::args_os().nth(1).ok_or("usage: specimens DIRECTORY")?;
    let directory = Path::new(&directory);
    let all = specimens();
    std::fs::write(directory.join("expected.json"), expected(&all).to_string())?;
    let (columns, vectors): (Vec<Column>, Vec<Vector>) =
        all.into_iter().map(|one| (one.column, one.vector)).unzip();
    for (extension, expression) in FILES {
        let text = written(expression, &columns, &vectors)?;
        std::fs::write(directory.join(format!("specimens.{extension}")), text)?;
    }
    Ok(())
}
