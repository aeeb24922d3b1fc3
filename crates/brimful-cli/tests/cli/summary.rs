//! The last line of a run.

use serde_json::Value;

use crate::support::{Ran, brimful, run};

fn json(ran: &Ran) -> Value {
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1);
    serde_json::from_str(&ran.stderr).expect("JSON")
}

#[test]
fn json_tells_everything() {
    let ran = run(&mut brimful(
        "--summary json --seed 9 --now 2026-01-01 -f csv -j2 --from-row 5 -n 20 id=seq noun",
    ));
    let summary = json(&ran);
    let keys: Vec<&str> = summary.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected = [
        "rows",
        "bytes",
        "seconds",
        "rows_per_s",
        "bytes_per_s",
        "end",
        "torn",
        "first_row",
        "next_row",
        "seed",
        "now",
        "columns",
        "format",
        "output",
        "jobs",
        "version",
    ];
    assert_eq!(keys, expected);
    assert_eq!((&summary["rows"], &summary["bytes"]), (&20.into(), &ran.stdout.len().into()));
    assert_eq!((&summary["first_row"], &summary["next_row"]), (&5.into(), &25.into()));
    assert_eq!((&summary["seed"], &summary["now"]), (&9.into(), &"2026-01-01T00:00:00Z".into()));
    assert_eq!((&summary["end"], &summary["torn"]), (&"rows".into(), &false.into()));
    assert_eq!(summary["columns"], serde_json::json!(["id=seq", "noun"]));
    assert_eq!((&summary["format"], &summary["output"]), (&"csv".into(), &Value::Null));
    assert!(summary["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert_eq!(summary["jobs"], 2);
}

#[test]
fn json_tells_the_file() {
    let folder = tempfile::tempdir().expect("a directory");
    let ran = run(brimful("--summary json seq -o rows.ndjson").current_dir(folder.path()));
    let summary = json(&ran);
    assert_eq!((&summary["format"], &summary["output"]), (&"ndjson".into(), &"rows.ndjson".into()));
    let length = std::fs::metadata(folder.path().join("rows.ndjson")).expect("a file").len();
    assert_eq!(summary["bytes"], length);
}

#[test]
fn discarded_rows_are_counted() {
    let ran = run(&mut brimful("--summary json --discard -n 300k seq noun"));
    assert_eq!((&json(&ran)["rows"], ran.stdout.len()), (&300_000.into(), 0));
}

#[test]
fn text_is_one_line() {
    let ran = run(&mut brimful("--seed 1 --now 2026-01-01 -n 1 seq"));
    assert!(
        ran.stderr.starts_with("brimful: 1 row, 2 B in ") && ran.stderr.ends_with("s\n"),
        "{}",
        ran.stderr
    );
    let ran = run(&mut brimful("-n 200k seq"));
    assert!(ran.stderr.starts_with("brimful: 200,000 rows, 1.3 MB in "), "{}", ran.stderr);
    assert!(
        ran.stderr.contains(" rows/s, ") && ran.stderr.contains("; repeat with --seed "),
        "{}",
        ran.stderr
    );
}

#[test]
fn nothing_is_told_to_those_who_want_nothing() {
    for flags in ["-q", "--summary off"] {
        assert_eq!(run(&mut brimful(&format!("{flags} -n 200k seq"))).stderr, "");
    }
}
