//! The main job: rows.

use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use brimful::engine::{End, Outcome, default_jobs, run as run_plan};
use brimful::spec::{RowLimit, parse_now, parse_rows, parse_seed, parse_shard, parse_size, unknown};
use brimful::{Limits, Plan, SpecError, Table, TableOptions};
use brimful_core::civil::timestamp_text;
use brimful_core::{Args, Fault, Text, quote};
use brimful_format::{Format, format::Entry, formats};
use brimful_measure::{Clock, Goal, Meter, SystemClock};
use brimful_sink::{DiscardSink, FileSink, Sink, StdoutSink, Stop, is_stdout};
use serde_json::json;

use crate::failure::Failure;
use crate::flags::{Generate, Summary};
use crate::human;
use crate::progress::{Observed, Progress};
use crate::signals::Watch;

/// Rows when nobody says how many.
const ROWS_DEFAULT: u64 = 10;

/// What makes a run repeatable.
struct Origin {
    seed: u64,
    now: i64,
}

/// Makes the rows that the flags ask for.
pub(crate) fn run(flags: &Generate) -> Result<ExitCode, Failure> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
    let origin = origin(flags, &*clock)?;
    let plan = plan(flags, &origin)?;
    let stop = Stop::new();
    let meter = Arc::new(Meter::default());
    let observed =
        Observed { meter: Arc::clone(&meter), clock: Arc::clone(&clock), goal: goal(flags, &plan) };
    let shown = observed.clone();
    let watch = Watch::start(&stop, move || shown.print_status()).map_err(|error| Failure::Spec {
        fault: Fault::new(format!("cannot listen to signals: {error}")),
        source: String::new(),
    })?;
    let sink = sink(flags, &stop)?;
    let jobs = flags.jobs.unwrap_or_else(|| default_jobs(sink.kind(), processors()));
    let progress = shows_progress(flags).then(|| Progress::start(observed));
    let result = run_plan(&plan, sink, jobs, &stop, &meter);
    drop(progress);
    let outcome = result?;
    summarise(flags, &outcome, &origin, &*clock);
    Ok(match outcome.end {
        End::Stopped => ExitCode::from(watch.exit_code()),
        End::Rows | End::Size => ExitCode::SUCCESS,
    })
}

fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn origin(flags: &Generate, clock: &dyn Clock) -> Result<Origin, Failure> {
    // Below 2^32: easy to read aloud, and there are enough of them.
    let random = || RandomState::new().hash_one(clock.now_us()) >> 32;
    let seed = flag("--seed", flags.seed.as_deref(), parse_seed)?.unwrap_or_else(random);
    // Whole seconds, so that the summary tells it exactly.
    let this_second = || clock.now_us().div_euclid(1_000_000) * 1_000_000;
    let now = flag("--now", flags.now.as_deref(), parse_now)?.unwrap_or_else(this_second);
    Ok(Origin { seed, now })
}

/// Understands a flag if it is given.
fn flag<T>(
    name: &str,
    text: Option<&str>,
    parse: impl Fn(&str) -> Result<T, Fault>,
) -> Result<Option<T>, Failure> {
    text.map(|text| parse(text).map_err(|fault| Failure::flag(name, text, fault))).transpose()
}

fn plan(flags: &Generate, origin: &Origin) -> Result<Plan, Failure> {
    let limits = limits(flags)?;
    let format = format(flags)?;
    let options = TableOptions {
        seed: origin.seed,
        path: "",
        now: origin.now,
        read_file: &|path| read_file(Path::new(path)),
    };
    let table = Table::new(&flags.columns, &options)?;
    let name = flags.table.as_deref().unwrap_or("brimful");
    Ok(Plan::new(table, name, &*format, &limits)?)
}

fn limits(flags: &Generate) -> Result<Limits, Failure> {
    let size = flag("--size", flags.size.as_deref(), parse_size)?;
    let default = if size.is_some() { RowLimit::Forever } else { RowLimit::Rows(ROWS_DEFAULT) };
    let rows = flag("--rows", flags.rows.as_deref(), parse_rows)?.unwrap_or(default);
    let from_row = match flag("--from-row", flags.from_row.as_deref(), parse_rows)? {
        None => 0,
        Some(RowLimit::Rows(row)) => row,
        Some(RowLimit::Forever) => {
            let fault =
                Fault::new("`forever` is no row number").hint("row numbers are written like 0, 10 or 1M");
            return Err(Failure::flag("--from-row", "forever", fault));
        }
    };
    let shard = flag("--shard", flags.shard.as_deref(), parse_shard)?;
    Ok(Limits { rows, size, from_row, shard })
}

fn read_file(path: &Path) -> Result<Vec<u8>, Fault> {
    std::fs::read(path).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" (os error").next().unwrap_or_default().to_lowercase();
        Fault::new(format!("cannot read {}: {reason}", path.display()))
            .hint("name a text file with one value a line, like file:words.txt")
    })
}

/// The format of `-f`, else that of the file's ending, else text; with what other flags say about it.
fn format(flags: &Generate) -> Result<Box<dyn Format>, Failure> {
    let (entry, mut items, source) = match &flags.format {
        Some(source) => named_format(source)?,
        None => (by_ending(flags)?, Vec::new(), String::new()),
    };
    let extra = [
        ("separator", "--separator", flags.separator.as_deref()),
        ("header", "--header", flags.header.as_deref()),
    ];
    for (name, flag, value) in extra {
        let Some(value) = value else { continue };
        if !entry.args.iter().any(|arg| arg.name == name) {
            return Err(not_for(flag, entry));
        }
        let value = if name == "separator" { value.replace("\\t", "\t") } else { value.to_owned() };
        items.push(
            Text::parse(&format!("{name}={}", quote(&value)))
                .map_err(|fault| Failure::flag(flag, &value, fault))?,
        );
    }
    if flags.table.is_some() && entry.name != "sql" {
        return Err(not_for("--table", entry));
    }
    let built = Args::bind(entry.name, entry.args, &[], items).and_then(|(args, _)| (entry.build)(&args));
    built.map_err(|fault| Failure::Spec { fault: Fault { span: None, ..fault }, source })
}

fn named_format(source: &str) -> Result<(&'static Entry, Vec<Text>, String), Failure> {
    let wrong = |fault| Failure::flag("--format", source, fault);
    let text = Text::parse(source).map_err(wrong)?;
    let (name, items) = match text.split_once(':') {
        Some((name, rest)) => (name, rest.split(',')),
        None => (text, Vec::new()),
    };
    let names = formats::REGISTRY.iter().map(|entry| entry.name);
    let missing =
        || wrong(unknown("format", name.as_str(), names, "`brimful formats` lists them all").at(name.span()));
    let entry = formats::by_name(name.as_str()).ok_or_else(missing)?;
    Ok((entry, items, format!("--format {source}")))
}

fn by_ending(flags: &Generate) -> Result<&'static Entry, Failure> {
    let text = formats::by_name("text");
    let ending = flags.output.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
    let entry = ending.and_then(formats::by_extension).or(text);
    entry.ok_or_else(|| Failure::Spec {
        fault: Fault::new("there is no format named text"),
        source: String::new(),
    })
}

fn not_for(flag: &str, entry: &Entry) -> Failure {
    let fault = Fault::new(format!("`{flag}` does not apply to the format {}", entry.name)).hint(format!(
        "leave it out, or choose another format; `brimful formats {}` shows what this one takes",
        entry.name
    ));
    Failure::Spec { fault, source: String::new() }
}

fn sink(flags: &Generate, stop: &Stop) -> Result<Box<dyn Sink>, Failure> {
    if flags.discard {
        return Ok(Box::new(DiscardSink::new(stop)));
    }
    Ok(match &flags.output {
        Some(path) if !is_stdout(path) => Box::new(FileSink::open(path, stop)?),
        _ => Box::new(StdoutSink::open(stop)?),
    })
}

fn goal(flags: &Generate, plan: &Plan) -> Goal {
    let size = flags.size.as_deref().and_then(|size| parse_size(size).ok());
    match (plan.rows(), size) {
        (Some(rows), Some(bytes)) => Goal::Either { rows, bytes },
        (Some(rows), None) => Goal::Rows(rows),
        (None, Some(bytes)) => Goal::Bytes(bytes),
        (None, None) => Goal::Open,
    }
}

fn shows_progress(flags: &Generate) -> bool {
    // A bar over rows on the same terminal would be unreadable.
    let rows_on_terminal = !flags.discard && flags.output.is_none() && std::io::stdout().is_terminal();
    let wanted = flags.progress || std::io::stderr().is_terminal() && !rows_on_terminal;
    wanted && !flags.no_progress && !flags.quiet
}

fn summarise(flags: &Generate, outcome: &Outcome, origin: &Origin, clock: &dyn Clock) {
    let line = match flags.summary.unwrap_or(Summary::Text) {
        _ if flags.quiet => return,
        Summary::Off => return,
        Summary::Text => text_summary(flags, outcome, origin, clock),
        Summary::Json => json_summary(outcome, origin, clock),
    };
    let _ = writeln!(std::io::stderr(), "{line}");
}

fn text_summary(flags: &Generate, outcome: &Outcome, origin: &Origin, clock: &dyn Clock) -> String {
    let elapsed = clock.elapsed();
    let mut line = format!(
        "brimful: {} {}, {} in {}",
        human::count(outcome.rows),
        if outcome.rows == 1 { "row" } else { "rows" },
        human::bytes(outcome.bytes as f64),
        human::duration(elapsed),
    );
    if outcome.rows >= 100_000 {
        let seconds = elapsed.as_secs_f64().max(1e-9);
        let (rows, bytes) = (outcome.rows as f64 / seconds, outcome.bytes as f64 / seconds);
        line.push_str(&format!(" ({}, {}/s)", human::rows_per_s(rows), human::bytes(bytes)));
    }
    if outcome.end == End::Stopped {
        line.push_str(&match &flags.output {
            Some(path) if !is_stdout(path) => format!("; stopped, {} is as it was", path.display()),
            _ => format!("; stopped, go on with --from-row {}", outcome.next_row),
        });
    }
    let mut repeat = Vec::new();
    if flags.seed.is_none() {
        repeat.push(format!("--seed {}", origin.seed));
    }
    if flags.now.is_none() {
        repeat.push(format!("--now {}", timestamp_text(origin.now)));
    }
    if !repeat.is_empty() {
        line.push_str(&format!("; repeat with {}", repeat.join(" ")));
    }
    line
}

fn json_summary(outcome: &Outcome, origin: &Origin, clock: &dyn Clock) -> String {
    let seconds = clock.elapsed().as_secs_f64();
    let end = match outcome.end {
        End::Rows => "rows",
        End::Size => "size",
        End::Stopped => "stopped",
    };
    json!({
        "rows": outcome.rows,
        "bytes": outcome.bytes,
        "seconds": seconds,
        "rows_per_s": outcome.rows as f64 / seconds,
        "bytes_per_s": outcome.bytes as f64 / seconds,
        "end": end,
        "next_row": outcome.next_row,
        "seed": origin.seed,
        "now": timestamp_text(origin.now),
        "version": env!("CARGO_PKG_VERSION"),
    })
    .to_string()
}

/// A sample of one column, for the catalogue: its first values under a fixed seed and time.
pub(crate) fn sample(column: &str, rows: u64) -> Result<String, SpecError> {
    // 2026-01-01T00:00:00Z: the catalogue looks the same every day.
    let options = TableOptions {
        seed: 1,
        path: "",
        now: 1_767_225_600_000_000,
        read_file: &|_| Err(Fault::new("an example reads no file")),
    };
    let table = Table::new(&[column], &options)?;
    let columns = table.format_columns();
    let mut vectors = table.vectors();
    table.values(brimful_core::Rows::range(0, rows as usize), &mut vectors);
    let Some(text) = formats::by_name("text") else { return Ok(String::new()) };
    let built = Args::bind(text.name, text.args, &[], Vec::new()).and_then(|(args, _)| (text.build)(&args));
    let format = built.map_err(|fault| SpecError::new(column, fault))?;
    let bytes = brimful_format::reference::encode(&*format, "", &columns, 0, 0, &vectors, rows as usize);
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
