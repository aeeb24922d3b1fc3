//! Pours numbered lines into standard output or a file: `pour - 1000`, `pour out.csv 1000`.
//!
//! It is the smallest complete program over a sink, and the child process of the tests on real systems. Its
//! last line on standard error says what became of the rows.

use brimful_sink::{Accepted, Block, FileSink, Lines, Pushed, Sink, SinkError, StdoutSink, Stop, is_stdout};
use signal_hook::consts::{SIGINT, SIGTERM, SIGXFSZ};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Rows in a block: 64 KiB and a little.
const BLOCK_ROWS: u64 = 4_700;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let target = arguments.next().unwrap_or_else(|| "-".to_owned());
    let rows = arguments.next().and_then(|rows| rows.parse().ok()).unwrap_or(10);
    let stop = Stop::new();
    let prepared = listen(&stop);
    let mut accepted = Accepted::default();
    let (outcome, code) = match prepared.map_err(|error| error.to_string()) {
        Err(message) => (message, 1),
        Ok(()) => match pour(Path::new(&target), rows, &stop, &mut accepted) {
            Ok(Pushed::Whole) => ("done".to_owned(), 0),
            Ok(Pushed::Stopped) => ("stopped".to_owned(), 130),
            Err(error) => (error.message(), error.exit_code()),
        },
    };
    let Accepted { bytes, records, torn } = accepted;
    let _ = writeln!(std::io::stderr(), "{outcome}; records={records} bytes={bytes} torn={torn}");
    ExitCode::from(code)
}

fn listen(stop: &Stop) -> std::io::Result<()> {
    // A handler, even one that nobody asks, turns the deadly signal into an error of the write.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let stop = stop.clone();
    std::thread::spawn(move || signals.forever().for_each(|_| stop.request()));
    Ok(())
}

fn pour(target: &Path, rows: u64, stop: &Stop, accepted: &mut Accepted) -> Result<Pushed, SinkError> {
    let mut sink: Box<dyn Sink> = if is_stdout(target) {
        Box::new(StdoutSink::open(stop)?)
    } else {
        Box::new(FileSink::open(target, stop)?)
    };
    let _ = writeln!(std::io::stderr(), "kind={:?}", sink.kind());
    let mut lanes = sink.open(NonZeroUsize::MIN)?;
    let mut bytes = Vec::new();
    for first in (0..rows).step_by(BLOCK_ROWS as usize) {
        bytes.clear();
        let last = rows.min(first + BLOCK_ROWS);
        for row in first..last {
            bytes.extend_from_slice(format!("row {row:09}\n").as_bytes());
        }
        let pushed = lanes[0].push(Block::rows(&bytes, last - first, &Lines(&bytes)));
        *accepted = lanes[0].accepted();
        if pushed? == Pushed::Stopped {
            return Ok(Pushed::Stopped);
        }
    }
    drop(lanes);
    sink.finish()?;
    Ok(Pushed::Whole)
}
