//! Progress on standard error.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use brimful_measure::{Clock, Estimate, Goal, Meter};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::human;

/// A run as an observer sees it.
#[derive(Clone)]
pub(crate) struct Observed {
    pub(crate) meter: std::sync::Arc<Meter>,
    pub(crate) clock: std::sync::Arc<dyn Clock>,
    pub(crate) goal: Goal,
}

impl Observed {
    /// One line: rows, bytes, rates, and what is left.
    pub(crate) fn status(&self) -> String {
        let reading = self.meter.read();
        let estimate = Estimate::new(reading, self.clock.elapsed(), self.goal);
        let mut line = format!(
            "{} rows, {}, {}, {}/s",
            human::count(reading.rows),
            human::bytes(reading.bytes as f64),
            human::rows_per_s(estimate.rows_per_s),
            human::bytes(estimate.bytes_per_s),
        );
        if let Some(done) = estimate.done {
            line.push_str(&format!(", {:.0} %", (done * 100.0).floor()));
        }
        if let Some(left) = estimate.left {
            line.push_str(&format!(", {} left", human::time_left(left)));
        }
        line
    }

    /// Prints the line once.
    pub(crate) fn print_status(&self) {
        let _ = writeln!(std::io::stderr(), "brimful: {}", self.status());
    }
}

/// A run is shown when it lasts longer than this.
const QUIET_START: Duration = Duration::from_secs(1);
/// How often a terminal is drawn.
const DRAW_EVERY: Duration = Duration::from_millis(100);
/// How often a line is printed where standard error is no terminal.
const PRINT_EVERY: Duration = Duration::from_secs(5);

/// The thread that shows progress until it is dropped.
pub(crate) struct Progress {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begins to watch a run; shows nothing before it has lasted a second.
    pub(crate) fn start(observed: Observed) -> Self {
        let (end, ended) = channel();
        let thread = std::thread::Builder::new().name("progress".into()).spawn(move || {
            let goes_on = |wait| matches!(ended.recv_timeout(wait), Err(RecvTimeoutError::Timeout));
            if !goes_on(QUIET_START) {
                return;
            }
            if std::io::stderr().is_terminal() {
                draw(&observed, goes_on);
            } else {
                observed.print_status();
                while goes_on(PRINT_EVERY) {
                    observed.print_status();
                }
            }
        });
        // A run without progress is better than no run.
        Self { end: Some(end), thread: thread.ok() }
    }
}

fn draw(observed: &Observed, goes_on: impl Fn(Duration) -> bool) {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
        bar.set_style(style);
    }
    while goes_on(DRAW_EVERY) {
        bar.set_message(observed.status());
    }
    bar.finish_and_clear();
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
