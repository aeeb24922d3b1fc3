//! The main job: rows.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, Read};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use brimful::engine::{End, Outcome, RunError, default_jobs, run as run_plan};
use brimful::spec::{RowLimit, parse_now, parse_rows, parse_seed, parse_shard, parse_size};
use brimful::{Limits, Plan, SpecError, Table, TableOptions};
use brimful_core::Fault;
use brimful_format::Format;
use brimful_measure::{Clock, Goal, SystemClock};
use brimful_sink::{DiscardSink, FileSink, Sink, SinkError, StdoutSink, Stop, is_stdout};
use clap::CommandFactory;

use crate::choice::choose;
use crate::failure::Failure;
use crate::flags::{Cli, Generate};
use crate::progress::{Observed, Progress};
use crate::signals::Watch;
use crate::summary::Report;

/// Rows when nobody says how many.
const ROWS_DEFAULT: u64 = 10;

/// The table that `sql` inserts into when nobody names one.
const TABLE_DEFAULT: &str = "brimful";

/// What makes a run repeatable.
pub(crate) struct Origin {
    pub(crate) seed: u64,
    pub(crate) now: i64,
}

/// Makes the rows that the flags ask for.
pub(crate) fn run(flags: &Generate) -> Result<ExitCode, Failure> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
    let origin = origin(flags, &*clock)?;
    let limits = limits(flags)?;
    let choice = choose(flags)?;
    let plan = plan(flags, &origin, &*choice.format, &limits)?;
    let stop = Stop::new();
    let observed = Observed { meter: Arc::default(), clock: Arc::clone(&clock), goal: goal(&plan, &limits) };
    let watch = watch(&stop, &observed)?;
    let Delivered { jobs, is_atomic, outcome } = match deliver(flags, &plan, &stop, observed) {
        // A named pipe that nobody came to read.
        Err(Failure::Target { error: SinkError::Stopped { .. }, .. }) => return Ok(watch.exit_code()),
        result => result?,
    };
    let elapsed = clock.elapsed();
    Report { flags, plan: &plan, format: choice.name, jobs, is_atomic, outcome, origin: &origin, elapsed }
        .print();
    Ok(match outcome.end {
        End::Stopped => watch.exit_code(),
        End::Rows | End::Size => ExitCode::SUCCESS,
    })
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

fn limits(flags: &Generate) -> Result<Limits, Failure> {
    let size = flag("--size", flags.size.as_deref(), parse_size)?;
    let default = if size.is_some() { RowLimit::Forever } else { RowLimit::Rows(ROWS_DEFAULT) };
    let rows = flag("--rows", flags.rows.as_deref(), parse_rows)?.unwrap_or(default);
    let from_row = match flag("--from-row", flags.from_row.as_deref(), parse_rows)? {
        None => 0,
        Some(RowLimit::Rows(row)) => row,
        Some(RowLimit::Forever) => {
            let fault = Fault::new("`forever` is no row number");
            let fault = fault.hint("row numbers begin at 0 and are written like 0, 10 or 1M");
            return Err(Failure::flag("--from-row", "forever", fault));
        }
    };
    let shard = flag("--shard", flags.shard.as_deref(), parse_shard)?;
    Ok(Limits { rows, size, from_row, shard })
}

/// A command that stands behind a flag is taken for a column: the hint says where it belongs.
fn command_first(flags: &Generate, error: SpecError) -> SpecError {
    let word = &flags.columns[0];
    let is_command = Cli::command().get_subcommands().any(|command| command.get_name() == word);
    if !is_command || error.source != *word {
        return error;
    }
    let fault = error.fault.hint(format!("a command comes before all flags: brimful {word}"));
    SpecError { fault, ..error }
}

fn plan(flags: &Generate, origin: &Origin, format: &dyn Format, limits: &Limits) -> Result<Plan, Failure> {
    let read_file = |path: &str| read_file(Path::new(path));
    let options = TableOptions { seed: origin.seed, path: "", now: origin.now, read_file: &read_file };
    let table = Table::new(&flags.columns, &options).map_err(|error| command_first(flags, error))?;
    let name = flags.table.as_deref().unwrap_or(TABLE_DEFAULT);
    Ok(Plan::new(table, name, format, limits)?)
}

/// The largest file of a user that is read: it stays in memory, and again in the form of the output.
const FILE_BYTES_MAX: u64 = 1 << 30;

fn read_file(path: &Path) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes));
    let hint = "name a text file with one value a line, like file:words.txt";
    match read {
        Err(error) => {
            Err(Fault::new(format!("cannot read {}: {}", path.display(), reason(&error))).hint(hint))
        }
        Ok(_) if bytes.len() as u64 > FILE_BYTES_MAX => {
            Err(Fault::new(format!("{} is larger than 1 GiB", path.display())).hint(hint))
        }
        Ok(_) => Ok(bytes),
    }
}

/// What the operating system says, without the number that means nothing to people.
fn reason(error: &std::io::Error) -> String {
    error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase()
}

fn goal(plan: &Plan, limits: &Limits) -> Goal {
    match (plan.rows(), limits.size) {
        (Some(rows), Some(bytes)) => Goal::Either { rows, bytes },
        (Some(rows), None) => Goal::Rows(rows),
        (None, Some(bytes)) => Goal::Bytes(bytes),
        (None, None) => Goal::Open,
    }
}

fn watch(stop: &Stop, observed: &Observed) -> Result<Watch, Failure> {
    let observed = observed.clone();
    Watch::start(stop, move || observed.print_status()).map_err(|error| Failure::System {
        fault: Fault::new(format!("cannot listen to signals: {}", reason(&error)))
            .hint("the limits on processes or open files (ulimit -u, ulimit -n) may be too low"),
    })
}

/// A run that came to its end.
struct Delivered {
    jobs: usize,
    /// Whether the target shows nothing of a run that was stopped.
    is_atomic: bool,
    outcome: Outcome,
}

fn deliver(flags: &Generate, plan: &Plan, stop: &Stop, observed: Observed) -> Result<Delivered, Failure> {
    let sink = sink(flags, stop)?;
    let is_atomic = sink.is_atomic();
    let jobs = flags.jobs.unwrap_or_else(|| default_jobs(sink.kind(), processors()));
    let meter = Arc::clone(&observed.meter);
    // Ends, and clears its line, before anything else is printed.
    let progress = shows_progress(flags).then(|| Progress::start(observed));
    let result = run_plan(plan, sink, jobs, stop, &meter);
    drop(progress);
    let failed =
        |RunError { error, rows, .. }| Failure::Target { error, rows: if is_atomic { 0 } else { rows } };
    Ok(Delivered { jobs: jobs.get(), is_atomic, outcome: result.map_err(failed)? })
}

fn processors() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
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

fn shows_progress(flags: &Generate) -> bool {
    let to_stdout = flags.output.as_deref().is_none_or(is_stdout) && !flags.discard;
    // A line of progress among rows on the same terminal would be unreadable.
    let rows_on_terminal = to_stdout && std::io::stdout().is_terminal();
    let wanted = flags.progress || std::io::stderr().is_terminal() && !rows_on_terminal;
    wanted && !flags.no_progress && !flags.quiet
}
