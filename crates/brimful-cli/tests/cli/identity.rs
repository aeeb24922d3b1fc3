//! The same bytes, however a run is divided.

use crate::support::{brimful, lines, output, run};

/// Columns of every kind: numbers, words, composites, nulls, a permutation.
const COLUMNS: &str = "id=seq uuidv4 name email:of=name,null=5% int:1,1M,uniq float timestamp ipv4 sentence";
const FIXED: &str = "--seed 7 --now 2026-01-01 -q";
/// Formats in which a slice has nothing before its first row or after its last.
const UNFRAMED: [&str; 4] = ["text", "csv:header=off", "ndjson", "copy"];
const FRAMED: [&str; 4] = ["csv", "json", "sql:rows=100", "markdown"];

fn rows(flags: &str) -> Vec<u8> {
    output(&format!("{FIXED} {flags} {COLUMNS}"))
}

#[test]
fn jobs_do_not_show() {
    for format in UNFRAMED.iter().chain(&FRAMED) {
        let one = rows(&format!("-n 20k -f {format} -j1"));
        for jobs in [2, 5] {
            assert!(rows(&format!("-n 20k -f {format} -j{jobs}")) == one, "{format} with {jobs} jobs");
        }
    }
}

#[test]
fn slices_make_the_whole() {
    for format in UNFRAMED {
        let whole = rows(&format!("-n 10k -f {format}"));
        let mut slices = Vec::new();
        for (from, count) in [(0, 1), (1, 999), (1_000, 0), (1_000, 5_555), (6_555, 3_445)] {
            slices.extend(rows(&format!("-n {count} --from-row {from} -f {format}")));
        }
        assert!(slices == whole, "{format}");
    }
}

#[test]
fn shards_make_the_whole() {
    for format in UNFRAMED {
        let whole = rows(&format!("-n 10001 -f {format}"));
        let shards: Vec<u8> =
            (1..=5).flat_map(|shard| rows(&format!("-n 10001 --shard {shard}/5 -f {format}"))).collect();
        assert!(shards == whole, "{format}");
    }
}

#[test]
fn a_size_is_kept_and_ends_on_a_row() {
    for format in UNFRAMED.iter().chain(&FRAMED) {
        for size in [2_000_usize, 20_011, 300_000] {
            let limits = format!("-n 1M --size {size} -f {format}");
            let sized = rows(&format!("{limits} -j2"));
            assert!(sized.len() <= size, "{format}: {} bytes of {size}", sized.len());
            let count = summarised_rows(&limits);
            assert!(
                sized == rows(&format!("-n {count} -f {format}")),
                "{format}, {size} bytes, {count} rows"
            );
            let one_more = rows(&format!("-n {} -f {format}", count + 1));
            assert!(one_more.len() > size, "{format}: one more row has room in {size} bytes");
        }
    }
}

/// How many rows a run says that it made.
fn summarised_rows(flags: &str) -> u64 {
    let flags = format!("--seed 7 --now 2026-01-01 --summary json {flags} {COLUMNS}");
    let ran = run(&mut brimful(&flags));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let summary: serde_json::Value = serde_json::from_str(&ran.stderr).expect("JSON");
    assert_eq!(summary["bytes"], ran.stdout.len());
    assert_eq!(summary["end"], "size");
    summary["rows"].as_u64().expect("a number")
}

#[test]
fn distant_rows_are_rows() {
    let from = 1_u64 << 63;
    let columns = "uuidv4 name int noun timestamp";
    let both = output(&format!("{FIXED} -n 2 --from-row {from} {columns}"));
    let second = output(&format!("{FIXED} -n 1 --from-row {} {columns}", from + 1));
    assert_eq!(lines(&both), 2);
    assert!(both.ends_with(&second) && both.len() > second.len());
    let last = output(&format!("{FIXED} -n 1 --from-row {} {columns}", u64::MAX - 1));
    assert!(last.ends_with(b"\n"));
}

#[test]
fn a_summary_repeats_its_run() {
    let first = run(&mut brimful("-n 20 name uuidv7 timestamp"));
    let (_, repeat) = first.stderr.trim().split_once("; repeat with ").expect("it says how");
    let again = run(&mut brimful(&format!("-n 20 {repeat} name uuidv7 timestamp")));
    assert_eq!(again.stdout, first.stdout);
    assert!(!again.stderr.contains("repeat with"), "{}", again.stderr);
    let other = run(&mut brimful("-n 20 name uuidv7 timestamp"));
    assert_ne!(other.stdout, first.stdout);
}
