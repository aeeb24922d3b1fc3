//! The last line of a run: what was delivered, and how to get it again.

use std::io::Write;
use std::time::Duration;

use brimful::Plan;
use brimful::engine::{End, Outcome};
use brimful_core::civil::timestamp_text;
use serde_json::json;

use crate::flags::{Generate, Summary};
use crate::generate::Origin;
use crate::human;

/// Below this many rows a rate says more about the start than about the run.
const RATE_ROWS_MIN: u64 = 100_000;

/// A run that is over.
pub(crate) struct Report<'a> {
    pub(crate) flags: &'a Generate,
    pub(crate) plan: &'a Plan,
    pub(crate) format: &'static str,
    pub(crate) jobs: usize,
    /// Whether the target shows nothing of a run that was stopped.
    pub(crate) is_atomic: bool,
    pub(crate) outcome: Outcome,
    pub(crate) origin: &'a Origin,
    pub(crate) elapsed: Duration,
}

impl Report<'_> {
    /// Prints it in the form that was asked for.
    pub(crate) fn print(&self) {
        let line = match self.flags.summary.unwrap_or(Summary::Text) {
            _ if self.flags.quiet => return,
            Summary::Off => return,
            Summary::Text => self.text(),
            Summary::Json => self.json(),
        };
        // The rows are delivered; where nobody listens the summary is lost, and nothing else.
        let _ = writeln!(std::io::stderr(), "{line}");
    }

    fn text(&self) -> String {
        let (rows, bytes) = (self.outcome.rows, self.outcome.bytes as f64);
        let mut line = format!(
            "brimful: {} {}, {} in {}",
            human::count(rows),
            if rows == 1 { "row" } else { "rows" },
            human::bytes(bytes),
            human::duration(self.elapsed),
        );
        if rows >= RATE_ROWS_MIN {
            let rate = human::rows_per_s(self.per_s(rows as f64));
            line.push_str(&format!(" ({rate}, {}/s)", human::bytes(self.per_s(bytes))));
        }
        if self.outcome.end == End::Stopped {
            line.push_str(&format!("; stopped, {}", self.what_stands()));
        }
        let repeat = self.repeat();
        if !repeat.is_empty() {
            line.push_str(&format!("; repeat with {}", repeat.join(" ")));
        }
        line
    }

    /// What a stopped run leaves behind.
    fn what_stands(&self) -> String {
        if let Some(path) = self.flags.output.as_deref().filter(|_| self.is_atomic) {
            return format!("{} is as it was", human::visible(&path.display().to_string()));
        }
        let torn = if self.outcome.torn { "the last row is incomplete, " } else { "" };
        let next = self.outcome.next_row;
        let last = match next.checked_sub(1) {
            Some(last) if self.outcome.rows > 0 => format!("last complete row {last}, "),
            _ => String::new(),
        };
        let rest = match self.plan.rows() {
            Some(rows) => format!(" -n {}", rows - self.outcome.rows),
            None => String::new(),
        };
        let shard = if self.flags.shard.is_some() { " instead of --shard" } else { "" };
        format!("{torn}{last}go on with --from-row {next}{rest}{shard}")
    }

    /// The flags that make the same rows again, as far as they were not given.
    fn repeat(&self) -> Vec<String> {
        let seed = self.flags.seed.is_none().then(|| format!("--seed {}", self.origin.seed));
        let now = self.flags.now.is_none().then(|| format!("--now {}", timestamp_text(self.origin.now)));
        seed.into_iter().chain(now).collect()
    }

    fn per_s(&self, count: f64) -> f64 {
        count / self.elapsed.as_secs_f64().max(1e-9)
    }

    fn json(&self) -> String {
        let outcome = &self.outcome;
        let end = match outcome.end {
            End::Rows => "rows",
            End::Size => "size",
            End::Stopped => "stopped",
        };
        json!({
            "rows": outcome.rows,
            "bytes": outcome.bytes,
            "seconds": self.elapsed.as_secs_f64(),
            "rows_per_s": self.per_s(outcome.rows as f64),
            "bytes_per_s": self.per_s(outcome.bytes as f64),
            "end": end,
            "torn": outcome.torn,
            "first_row": self.plan.first_row(),
            "next_row": outcome.next_row,
            "seed": self.origin.seed,
            "now": timestamp_text(self.origin.now),
            "columns": self.flags.columns,
            "format": self.format,
            "output": self.flags.output.as_ref().map(|path| path.to_string_lossy()),
            "jobs": self.jobs,
            "version": env!("CARGO_PKG_VERSION"),
        })
        .to_string()
    }
}
