//! The same bytes for any number of workers, any part and batch size, any kernel and any stream; and what a run
//! delivers when it is cut short.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use brimful::engine::{End, Outcome, RunError, run};
use brimful::spec::{RowLimit, Shard};
use brimful::{Limits, Plan, Table, TableOptions};
use brimful_core::cpu::{self, Level};
use brimful_core::{Args, Fault, Rows, Text};
use brimful_format::{Format, formats, reference};
use brimful_measure::Meter;
use brimful_sink::sim::{SimStream, Step};
use brimful_sink::{Kind, StdoutSink, Stop};
use proptest::prelude::*;

const COLUMNS: [&str; 30] = [
    "seq",
    "n=seq:5,3,7",
    "far=seq:-3,-2",
    "noun",
    "uuidv4",
    "small=int:0,9",
    "wide=int:-1000000,1000000",
    "long=int:0,9000000000000000000",
    "age=int:18,90,dist=normal/38/12",
    "pick=int:1,9223372036854775807,uniq",
    "word=noun:null=30%",
    "id=uuidv4:null=1%",
    "maybe=int:0,5,null=100%",
    "again=noun:dist=zipf",
    "name",
    "email:null=10%",
    "username",
    "mail2=email:uniq",
    "city",
    "country:null=5%",
    "sentence:null=50%",
    "text:10,300",
    "decimal:-50,50,3",
    "float:-1,1,dist=normal",
    "bool:null=20%",
    "const:'it''s, \"quoted\"'",
    "plan=enum:free:70,pro:25,team:5",
    "odd=enum:'a,b',\"c\",d\\ne,'',null=20%",
    "timestamp:unit=us",
    "when=timestamp:fmt=%d/%b/%Y",
];

const FORMATS: [&str; 9] =
    ["text", "csv", "tsv", "ndjson", "json", "sql:rows=7", "sql:mysql", "copy", "markdown"];

/// Formats whose output is lines and nothing else.
const LINES: [&str; 4] = ["text", "csv", "tsv", "ndjson"];

/// The level of the kernels is one for the whole process.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

fn table(columns: &[&str], seed: u64) -> Table {
    let read_file = |_: &str| Err(Fault::new("there are no files here"));
    let options = TableOptions { seed, path: "", now: 1_767_225_600_000_000, read_file: &read_file };
    Table::new(columns, &options).unwrap()
}

fn format(source: &str) -> Box<dyn Format> {
    let (name, items) = source.split_once(':').unwrap_or((source, ""));
    let entry = formats::by_name(name).unwrap();
    let items = if items.is_empty() { Vec::new() } else { Text::parse(items).unwrap().split(',') };
    let (args, _) = Args::bind(entry.name, entry.args, &[], items).unwrap();
    (entry.build)(&args).unwrap()
}

fn limits(from_row: u64, rows: u64) -> Limits {
    Limits { rows: RowLimit::Rows(rows), size: None, from_row, shard: None }
}

fn deliver(plan: &Plan, jobs: usize, script: Vec<Step>, stop: &Stop) -> (Result<Outcome, RunError>, Vec<u8>) {
    let stream = SimStream::new(script);
    let received = stream.received();
    let sink = StdoutSink::over(Box::new(stream), Kind::Pipe, stop);
    let outcome = run(plan, Box::new(sink), NonZeroUsize::new(jobs).unwrap(), stop, &Meter::default());
    (outcome, received.bytes())
}

/// The whole output by the plain encoder.
fn expected(columns: &[&str], seed: u64, format: &dyn Format, first: u64, rows: usize) -> Vec<u8> {
    let table = table(columns, seed);
    let mut vectors = table.vectors();
    table.values(Rows::range(first, rows), &mut vectors);
    let shown = table.format_columns();
    let layout = format.layout("t", &shown);
    let body = reference::encode(format, "t", &shown, first, first, &vectors, rows);
    let mut out = layout.opening.clone();
    out.extend(body);
    if let Some(group) = &layout.group {
        let open = rows > 0 && !(first + rows as u64).is_multiple_of(group.rows);
        out.extend(if open { &group.tail[..] } else { b"" });
    }
    out.extend(&layout.closing);
    out
}

fn small_steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (1_usize..5_000).prop_map(Step::Accept),
        1 => Just(Step::Stall(Duration::from_millis(3))),
    ];
    proptest::collection::vec(step, 0..30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bytes_do_not_depend_on_how_they_are_made(
        columns in proptest::sample::subsequence(COLUMNS.to_vec(), 1..COLUMNS.len() / 2),
        format_name in proptest::sample::select(FORMATS.to_vec()),
        seed in any::<u64>(),
        first in prop_oneof![0_u64..5_000, Just((1 << 61) - 700), Just(u32::MAX as u64 - 50)],
        rows in 0_usize..2_000,
        jobs in 1_usize..6,
        part_rows in 1_u64..700,
        batch_rows in 1_usize..1_100,
        portable in any::<bool>(),
        script in small_steps(),
    ) {
        let _alone = alone();
        let mut columns = columns;
        // This one has values for 10^10 rows only.
        columns.retain(|column| *column != "mail2=email:uniq" || first < 1 << 33);
        let format = format(format_name);
        let expected = expected(&columns, seed, &*format, first, rows);
        let plan = Plan::new(table(&columns, seed), "t", &*format, &limits(first, rows as u64)).unwrap();
        let plan = plan.with_part_rows(part_rows).with_batch_rows(batch_rows);
        cpu::restrict(if portable { Level::Portable } else { Level::V3 });
        let (outcome, bytes) = deliver(&plan, jobs, script, &Stop::new());
        cpu::restrict(Level::V3);
        let outcome = outcome.unwrap();
        prop_assert_eq!(outcome.end, End::Rows);
        prop_assert_eq!(outcome.rows, rows as u64);
        prop_assert_eq!(outcome.bytes, expected.len() as u64);
        prop_assert!(bytes == expected, "bytes differ");
    }

    #[test]
    fn a_size_is_filled_but_never_exceeded(
        size in 90_u64..20_000,
        jobs in 1_usize..5,
        part_rows in 1_u64..300,
        format_name in proptest::sample::select(LINES.to_vec()),
    ) {
        let format = format(format_name);
        let columns = ["seq", "noun", "id=uuidv4:null=20%"];
        let whole = expected(&columns, 3, &*format, 0, 2_000);
        let limits = Limits { rows: RowLimit::Forever, size: Some(size), from_row: 0, shard: None };
        let plan = Plan::new(table(&columns, 3), "t", &*format, &limits).unwrap().with_part_rows(part_rows);
        let (outcome, bytes) = deliver(&plan, jobs, Vec::new(), &Stop::new());
        prop_assert_eq!(outcome.unwrap().end, End::Size);
        prop_assert!(bytes.len() as u64 <= size);
        prop_assert!(whole.starts_with(&bytes) && bytes.ends_with(b"\n"));
        let next = whole[bytes.len()..].iter().position(|byte| *byte == b'\n').unwrap() as u64 + 1;
        prop_assert!(bytes.len() as u64 + next > size, "there was room for another row");
    }

    #[test]
    fn shards_are_the_whole(count in 1_u64..9, rows in 0_u64..500, first in 0_u64..100, jobs in 1_usize..3) {
        let format = format("text");
        let columns = ["seq", "noun", "small=int:0,9,null=10%"];
        let whole = expected(&columns, 9, &*format, first, rows as usize);
        let mut joined = Vec::new();
        for number in 1..=count {
            let limits = Limits { shard: Some(Shard { number, count }), ..limits(first, rows) };
            let plan = Plan::new(table(&columns, 9), "t", &*format, &limits).unwrap().with_part_rows(13);
            joined.extend(deliver(&plan, jobs, Vec::new(), &Stop::new()).1);
        }
        prop_assert_eq!(joined, whole);
    }

    #[test]
    fn a_stop_leaves_whole_rows(
        jobs in 1_usize..4,
        part_rows in 1_u64..200,
        before in proptest::collection::vec((1_usize..3_000).prop_map(Step::Accept), 0..20),
    ) {
        let format = format("csv");
        let columns = ["seq", "noun"];
        let whole = expected(&columns, 5, &*format, 0, 20_000);
        let stop = Stop::new();
        let mut script = before;
        script.push(Step::Signal(stop.clone()));
        let plan = Plan::new(table(&columns, 5), "t", &*format, &limits(0, 20_000)).unwrap();
        let plan = plan.with_part_rows(part_rows);
        let (outcome, bytes) = deliver(&plan, jobs, script, &stop);
        let outcome = outcome.unwrap();
        prop_assert_eq!(outcome.end, End::Stopped);
        prop_assert!(whole.starts_with(&bytes));
        prop_assert!(bytes.is_empty() || bytes.ends_with(b"\n"));
        let lines = bytes.split(|byte| *byte == b'\n').count() as u64 - 1;
        prop_assert_eq!(outcome.rows, lines.saturating_sub(1));
        prop_assert_eq!(outcome.next_row, outcome.rows);
    }
}

#[test]
fn a_refusal_ends_the_run_whoever_works() {
    for jobs in [1, 2, 3, 60] {
        let format = format("text");
        let plan =
            Plan::new(table(&["seq"], 1), "t", &*format, &limits(0, 100_000)).unwrap().with_part_rows(100);
        let script = vec![Step::Accept(5_000), Step::Accept(101), Step::Fail(rustix::io::Errno::NOSPC)];
        let (outcome, bytes) = deliver(&plan, jobs, script, &Stop::new());
        let error = outcome.unwrap_err();
        assert_eq!(error.error.exit_code(), 3);
        let lines = bytes.split(|byte| *byte == b'\n').count() as u64 - 1;
        assert_eq!(error.rows, lines);
    }
}
