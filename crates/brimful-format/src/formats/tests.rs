//! What holds for every entry of the registry, and what is special about some.

use brimful_core::{Args, Text};

use super::*;
use crate::format::{Column, Format};
use crate::{Encoder, TextPlan, reference};

fn built(expression: &str) -> Result<Box<dyn Format>, Fault> {
    let (name, args) = expression.split_once(':').unwrap_or((expression, ""));
    let entry = by_name(name).expect("the format is in the registry");
    (entry.build)(&bound(entry, args)?)
}

fn bound(entry: &Entry, args: &str) -> Result<Args, Fault> {
    let items = if args.is_empty() { Vec::new() } else { Text::parse(args)?.split(',') };
    Ok(Args::bind(entry.name, entry.args, &[], items)?.0)
}

fn column(name: &str, shape: Shape) -> Column {
    Column { name: name.to_owned(), shape, nullable: true }
}

fn is_unique<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let mut names: Vec<&str> = names.collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    names.len() == count
}

#[test]
fn names_and_extensions_are_unique() {
    let names = REGISTRY.iter().flat_map(|entry| entry.aliases.iter().chain([&entry.name]).copied());
    assert!(is_unique(names.clone()));
    assert!(is_unique(REGISTRY.iter().flat_map(|entry| entry.extensions.iter().copied())));
    for name in names {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
    }
}

#[test]
fn entries_are_found() {
    for entry in REGISTRY {
        for name in entry.aliases.iter().chain([&entry.name]) {
            assert_eq!(by_name(name).map(|found| found.name), Some(entry.name));
        }
        for extension in entry.extensions {
            let upper = extension.to_ascii_uppercase();
            assert_eq!(by_extension(extension).map(|found| found.name), Some(entry.name));
            assert_eq!(by_extension(&upper).map(|found| found.name), Some(entry.name));
        }
    }
    assert!(by_name("CSV").is_none() && by_name("").is_none() && by_extension("").is_none());
}

#[test]
fn entries_are_documented_and_their_examples_work() {
    for entry in REGISTRY {
        for text in [entry.summary, entry.source] {
            assert!(text.len() > 5 && !text.ends_with('.') && !text.contains('\n'), "{}: {text}", entry.name);
        }
        for arg in entry.args {
            assert!(!arg.summary.is_empty() && !arg.default.is_empty(), "{}: {}", entry.name, arg.name);
        }
        let name = entry.example.split(':').next().expect("an example has a name");
        assert_eq!(name, entry.name);
        assert!(built(entry.example).is_ok() && built(entry.name).is_ok(), "{}", entry.example);
        assert!(entry.args.is_empty() || entry.example != entry.name, "{}: show an argument", entry.name);
    }
}

#[test]
fn bad_arguments_are_pointed_at() {
    let cases = [
        ("csv:separator=''", "a separator of csv cannot be \"\""),
        ("csv:separator='\"'", "a separator of csv cannot be"),
        ("csv:header=yes", "`header` is on or off, not `yes`"),
        ("sql:oracle", "there is no SQL dialect `oracle`"),
        ("sql:rows=0", "a statement cannot have 0 rows"),
        ("sql:rows=-1", "argument `rows`: `-1` is below zero"),
        ("tsv:separator=x", "`tsv` has no argument `separator`"),
    ];
    for (expression, message) in cases {
        let Err(fault) = built(expression) else { panic!("{expression} was built") };
        assert!(fault.message.starts_with(message), "{expression}: {}", fault.message);
        assert!(fault.span.is_some() && fault.hint.is_some(), "{expression}");
    }
}

/// The whole output for columns of words, each row a code per column; `None` is a null.
fn written(expression: &str, table: &str, rows: &[&[Option<&str>]]) -> String {
    let format = built(expression).expect("the format is built");
    let width = rows.first().map_or(1, |row| row.len());
    let (mut columns, mut vectors) = (Vec::new(), Vec::new());
    for i in 0..width {
        let words: Vec<&str> = rows.iter().map(|row| row[i].unwrap_or("")).collect();
        let shape = Shape::Codes(std::sync::Arc::new(brimful_core::Dictionary::new(words)));
        let mut vector = brimful_core::Vector::default();
        vector.data.codes(rows.len()).iter_mut().zip(0..).for_each(|(code, row)| *code = row);
        vector.validity = Some(rows.iter().map(|row| row[i].is_some()).collect());
        columns.push(column(["a", "b", "c"][i], shape));
        vectors.push(vector);
    }
    let plan = TextPlan::new(&*format, table, &columns, rows.len()).expect("the plan is made");
    let mut out = brimful_core::Buffer::from_bytes(plan.opening());
    Encoder::new(&plan).encode(0, 0, &vectors, rows.len(), &mut out);
    assert_eq!(
        out[plan.opening().len()..],
        reference::encode(&*format, table, &columns, 0, 0, &vectors, rows.len())
    );
    out.push(&plan.closing(0, rows.len() as u64));
    String::from_utf8(out.to_vec()).expect("the output is UTF-8")
}

#[test]
fn specimens() {
    let rows: &[&[Option<&str>]] = &[&[Some("x,\"\\|"), None], &[Some("it's\n"), Some("")]];
    let cases = [
        ("text:separator=;,header=on", "a;b\nx,\"\\|;\nit's\n;\n"),
        ("csv", "a,b\n\"x,\"\"\\|\",\n\"it's\n\",\"\"\n"),
        ("tsv:header=off", "\"x,\"\"\\|\"\t\n\"it's\n\"\t\"\"\n"),
        ("ndjson", "{\"a\":\"x,\\\"\\\\|\",\"b\":null}\n{\"a\":\"it's\\n\",\"b\":\"\"}\n"),
        ("json", "[\n{\"a\":\"x,\\\"\\\\|\",\"b\":null},\n{\"a\":\"it's\\n\",\"b\":\"\"}\n]\n"),
        ("sql", "INSERT INTO \"s\".\"t\" (\"a\", \"b\") VALUES\n('x,\"\\|', NULL),\n('it''s\n', '');\n"),
        (
            "sql:mysql,rows=1",
            "INSERT INTO `s`.`t` (`a`, `b`) VALUES\n('x,\"\\\\|', NULL);\nINSERT INTO `s`.`t` (`a`, `b`) VALUES\n('it''s\n', '');\n",
        ),
        ("copy", "x,\"\\\\|\t\\N\nit's\\n\t\n"),
        ("md", "| a | b |\n| --- | --- |\n| x,\"\\\\\\| |  |\n| it's<br> |  |\n"),
    ];
    for (expression, expected) in cases {
        assert_eq!(written(expression, "s.t", rows), expected, "{expression}");
    }
}

#[test]
fn a_table_without_rows_is_whole() {
    assert_eq!(written("json", "t", &[]), "[\n]\n");
    assert_eq!(written("csv", "t", &[]), "a\n");
    assert_eq!(written("markdown", "t", &[]), "| a |\n| --- |\n");
    for expression in ["text", "ndjson", "sql", "copy"] {
        assert_eq!(written(expression, "t", &[]), "", "{expression}");
    }
}

#[test]
fn csv_in_its_corners() {
    let one = |text| written("csv:header=off", "t", &[&[text]]);
    // One column: a null is an empty line, and a lone `\.` must not end the input.
    assert_eq!([one(None), one(Some("")), one(Some("\\."))], ["\n", "\"\"\n", "\"\\.\"\n"]);
    assert_eq!([one(Some("a\rb")), one(Some(" a ")), one(Some("a\tb"))], ["\"a\rb\"\n", " a \n", "a\tb\n"]);
    // A separator of several bytes, and one that occurs in numbers, truth values and names.
    assert_eq!(written("csv:separator='::'", "t", &[&[Some("a:b"), Some("c")]]), "a::b\n\"a:b\"::c\n");
    assert_eq!(written("csv:separator=b", "t", &[&[Some("abc"), None]]), "ab\"b\"\n\"abc\"b\n");
}

#[test]
fn values_that_contain_the_separator_are_quoted() {
    use brimful_core::{Data, Vector};
    let shapes = [
        (Shape::Int { low: -5, high: 5 }, Data::I64(vec![-5]), "\"-5\""),
        (Shape::Int { low: 0, high: 5 }, Data::U64(vec![5]), "5"),
        (Shape::Date(None), Data::I64(vec![0]), "\"1970-01-01\""),
        (Shape::Ipv4, Data::U64(vec![1]), "0.0.0.1"),
        (Shape::Bool, Data::Bool(vec![true]), "true"),
    ];
    let format = built("csv:separator=-,header=off").expect("the format is built");
    for (shape, data, expected) in shapes {
        let columns = [column("a", shape)];
        let vectors = [Vector { data, validity: None }];
        let plan = TextPlan::new(&*format, "t", &columns, 1).expect("the plan is made");
        let mut out = brimful_core::Buffer::default();
        Encoder::new(&plan).encode(0, 0, &vectors, 1, &mut out);
        assert_eq!(String::from_utf8_lossy(&out), format!("{expected}\n"));
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let shape = Shape::Constant { text: "a\0b".into(), logical: Logical::Text };
    for (expression, is_held) in
        [("sql", false), ("copy", false), ("sql:sqlite", true), ("sql:mysql", true), ("json", true)]
    {
        let format = built(expression).expect("the format is built");
        let plan = TextPlan::new(&*format, "t", &[column("name", shape.clone())], 1);
        assert_eq!(plan.is_ok(), is_held, "{expression}");
        if let Err(error) = plan {
            assert_eq!(error.column, 0);
            assert_eq!(
                error.fault.message,
                "column `name` can contain the byte 0x00, which the format cannot hold"
            );
        }
    }
}

#[test]
fn constants_follow_the_words_of_the_format() {
    let constant = |expression: &str, text: &str, logical| {
        let format = built(expression).expect("the format is built");
        let shape = Shape::Constant { text: text.into(), logical };
        let vector = brimful_core::Vector::default();
        let out = reference::encode(&*format, "t", &[column("a", shape)], 1, 1, &[vector], 1);
        String::from_utf8_lossy(&out).into_owned()
    };
    assert_eq!(constant("ndjson", "7", Logical::Integer), "{\"a\":7}\n");
    assert_eq!(constant("ndjson", "007", Logical::Integer), "{\"a\":\"007\"}\n");
    assert_eq!(constant("copy", "true", Logical::Boolean), "t\n");
    assert_eq!(constant("copy", "true", Logical::Text), "true\n");
    assert!(constant("sql:sqlite", "true", Logical::Boolean).ends_with("\n(1)"));
    let time = "2026-11-21T10:20:30.5Z";
    assert!(constant("sql:mysql", time, Logical::Timestamp).ends_with("('2026-11-21 10:20:30.5')"));
    assert_eq!(constant("copy", time, Logical::Timestamp), "2026-11-21 10:20:30.5+00\n");
    assert_eq!(constant("csv:header=off", time, Logical::Timestamp), format!("{time}\n"));
}

#[test]
fn numbers_are_those_of_json() {
    for text in ["0", "-0", "7", "10", "-1.50", "1e5", "1.0E-7", "2e+3"] {
        assert!(is_number(text.as_bytes()), "{text}");
    }
    for text in ["", "-", "007", "+1", "1.", ".5", "1e", "1e+", "1_000", "1 ", "0x1", "NaN", "1.e5"] {
        assert!(!is_number(text.as_bytes()), "{text}");
    }
}
