//! Signals: a run ends after a complete row and tells where, twice asked it ends at once.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::Value;

use crate::files::assert_untouched;
use crate::support::{Ran, Running, brimful, lines, output, run, shell, until};

const FORMATS: [&str; 8] = ["text", "csv", "tsv", "ndjson", "json", "sql:rows=7", "copy", "markdown"];
const FIXED: &str = "--seed 5 --now 2026-01-01";
const COLUMNS: &str = "id=seq name note=sentence:null=10%";

fn summary(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stderr).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr))
}

/// Starts an endless run and stops it after its first bytes.
fn stopped(flags: &str, signal: Signal) -> Ran {
    let mut running = Running::start(&mut brimful(&format!("{FIXED} {flags} -n forever {COLUMNS}")));
    let begun = running.read(50_000);
    running.signal(signal);
    running.finish(begun)
}

#[test]
fn a_stopped_run_is_a_shorter_run() {
    for format in FORMATS {
        for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
            let ran = stopped(&format!("-f {format} --summary json -j2"), signal);
            assert_eq!(ran.code, code, "{format}: {}", ran.stderr);
            let summary = summary(&ran);
            assert_eq!((&summary["end"], &summary["torn"]), (&"stopped".into(), &false.into()));
            assert_eq!(summary["bytes"], ran.stdout.len());
            let rows = summary["rows"].as_u64().expect("a number");
            assert_eq!(summary["next_row"], rows);
            // Closing text included: it is what a run of so many rows writes.
            let same = output(&format!("-q {FIXED} -f {format} -n {rows} {COLUMNS}"));
            assert!(
                ran.stdout == same,
                "{format}: {} bytes for {} of {rows} rows",
                ran.stdout.len(),
                same.len()
            );
        }
    }
}

#[test]
fn stopped_json_is_valid() {
    let ran = stopped("-f json --summary json", Signal::INT);
    let rows: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    assert_eq!(summary(&ran)["rows"], rows.as_array().expect("an array").len());
}

#[test]
fn stopped_sql_ends_with_a_statement() {
    let ran = stopped("-f sql -t people -q", Signal::TERM);
    assert_eq!((ran.code, ran.stderr.as_str()), (143, ""));
    assert!(ran.stdout.ends_with(b");\n"));
}

#[test]
fn a_stopped_run_tells_how_to_go_on() {
    let mut running = Running::start(&mut brimful(&format!("{FIXED} -n 100M {COLUMNS}")));
    let begun = running.read(50_000);
    running.signal(Signal::INT);
    let ran = running.finish(begun);
    assert_eq!(ran.code, 130);
    let (_, told) = ran.stderr.trim().split_once("go on with ").expect("it tells how");
    let words: Vec<&str> = told.split(' ').collect();
    let [from_flag, from, rows_flag, rest] = words[..] else { panic!("{told}") };
    assert_eq!((from_flag, rows_flag), ("--from-row", "-n"));
    let lines = lines(&ran.stdout) as u64;
    assert_eq!(from.parse(), Ok(lines));
    assert_eq!(rest.parse(), Ok(100_000_000 - lines));
    assert!(ran.stderr.contains(&format!("last complete row {},", lines - 1)), "{}", ran.stderr);
}

#[test]
fn nobody_reads_and_one_signal_is_enough() {
    let mut running = Running::start(&mut brimful(&format!("{FIXED} --summary json -n forever {COLUMNS}")));
    let begun = running.read(1);
    // The pipe is full long before this is over, and it does not matter if it is not.
    std::thread::sleep(Duration::from_millis(200));
    running.signal(Signal::TERM);
    assert_eq!(running.wait_unread(), 143);
    let ran = running.finish(begun);
    let (summary, written) = (summary(&ran), &ran.stdout);
    let rows = summary["rows"].as_u64().expect("a number");
    let whole = output(&format!("-q {FIXED} -n {} {COLUMNS}", rows + 1));
    assert!(whole.starts_with(written), "what was written is a beginning of the rows");
    assert_eq!(summary["torn"], !written.ends_with(b"\n"));
}

#[test]
fn a_second_signal_ends_at_once() {
    let mut running = Running::start(&mut brimful(&format!("{FIXED} -n forever {COLUMNS}")));
    running.read(1);
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    running.signal(Signal::INT);
    // Signals that are pending together become one.
    std::thread::sleep(Duration::from_millis(50));
    running.signal(Signal::INT);
    assert_eq!(running.wait_unread(), 130);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_stopped_file_is_no_file() {
    for (signals, code) in
        [(&[Signal::TERM][..], 143), (&[Signal::INT], 130), (&[Signal::INT, Signal::INT], 130)]
    {
        let folder = tempfile::tempdir().expect("a directory");
        fs::write(folder.path().join("rows.csv"), b"the old file\n").expect("a file");
        let mut running =
            Running::start(brimful("-n forever noun --size 20GB -o rows.csv").current_dir(folder.path()));
        until("a temporary file", || fs::read_dir(folder.path()).expect("a directory").count() > 1);
        for signal in signals {
            running.signal(*signal);
        }
        assert_eq!(running.wait_unread(), code);
        let ran = running.finish(Vec::new());
        assert!(signals.len() > 1 || ran.stderr.contains("rows.csv is as it was"), "{}", ran.stderr);
        assert_untouched(folder.path());
    }
}

#[test]
fn a_named_pipe_that_nobody_reads_can_be_left() {
    let folder = tempfile::tempdir().expect("a directory");
    let made = shell("mkfifo pipe").current_dir(folder.path()).status().expect("mkfifo runs");
    assert!(made.success());
    let mut running = Running::start(brimful("seq -o pipe").current_dir(folder.path()));
    // It listens to signals before it looks for a reader; a signal before that ends it with the same code.
    std::thread::sleep(Duration::from_millis(100));
    running.signal(Signal::TERM);
    assert_eq!(running.wait_unread(), 143);
    let ran = running.finish(Vec::new());
    assert!(!ran.stderr.contains("error"), "{}", ran.stderr);
}

#[test]
fn a_named_pipe_gets_rows() {
    let folder = tempfile::tempdir().expect("a directory");
    let script = "mkfifo pipe; \"$BRIMFUL\" -q -n 50k seq -o pipe & cat pipe; wait $!";
    let ran = run(shell(script).current_dir(folder.path()));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout == output("-q -n 50k seq"));
}

#[test]
fn nohup_is_obeyed() {
    let mut command = shell(&format!("trap '' HUP; exec \"$BRIMFUL\" -q {FIXED} -n 100k {COLUMNS}"));
    let mut running = Running::start(&mut command);
    let begun = running.read(1);
    running.signal(Signal::HUP);
    let ran = running.finish(begun);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout == output(&format!("-q {FIXED} -n 100k {COLUMNS}")));
}

#[test]
fn status_is_told_when_asked_for() {
    let mut running = Running::start(&mut brimful("-n forever noun"));
    running.read(1_000_000);
    running.signal(Signal::USR1);
    let mut line = String::new();
    BufReader::new(running.0.stderr.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(
        line.starts_with("brimful: ") && line.contains(" rows, ") && line.contains(" rows/s, "),
        "{line}"
    );
}

#[test]
fn a_storm_of_signals_changes_nothing() {
    let args = format!("{FIXED} --summary off -n 200k {COLUMNS}");
    let mut running = Running::start(&mut brimful(&args));
    let mut stderr = running.0.stderr.take().expect("a pipe");
    let drain = std::thread::spawn(move || stderr.read_to_end(&mut Vec::new()));
    let mut read = Vec::new();
    for _ in 0..1_000 {
        read.extend(running.read(2_000));
        running.signal(Signal::USR1);
    }
    running.0.stdout.take().expect("a pipe").read_to_end(&mut read).expect("the pipe can be read");
    assert_eq!(running.wait_unread(), 0);
    drain.join().expect("no panic").expect("the pipe can be read");
    assert!(read == output(&args));
}

#[test]
fn progress_is_shown_where_it_is_asked_for() {
    let mut running = Running::start(&mut brimful("--progress -n forever noun"));
    let mut stdout = running.0.stdout.take().expect("a pipe");
    let drain = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
    let mut line = String::new();
    BufReader::new(running.0.stderr.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.starts_with("brimful: ") && line.contains(" rows/s, "), "{line}");
    running.signal(Signal::TERM);
    assert_eq!(running.wait_unread(), 143);
    drain.join().expect("no panic").expect("the pipe can be read");
}
