//! Rates, and how long it still takes.

use std::time::Duration;

use crate::Reading;

/// When a run will be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// After this many rows.
    Rows(u64),
    /// After this many bytes.
    Bytes(u64),
    /// After whichever of rows and bytes comes first.
    Either {
        /// Rows.
        rows: u64,
        /// Bytes.
        bytes: u64,
    },
    /// Never by itself.
    Open,
}

/// How a run is getting on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Rows per second since the start.
    pub rows_per_s: f64,
    /// Bytes per second since the start.
    pub bytes_per_s: f64,
    /// The share that is done, 0 to 1; `None` when there is no end.
    pub done: Option<f64>,
    /// How long it will still take at the rate so far; `None` when that cannot be told.
    pub left: Option<Duration>,
}

impl Estimate {
    /// What a reading after some time says about the rest.
    #[must_use]
    pub fn new(reading: Reading, elapsed: Duration, goal: Goal) -> Self {
        let seconds = elapsed.as_secs_f64();
        let per_s = |count: u64| if seconds > 0.0 { count as f64 / seconds } else { 0.0 };
        let share = |count: u64, of: u64| if of == 0 { 1.0 } else { (count as f64 / of as f64).min(1.0) };
        let done = match goal {
            Goal::Rows(rows) => Some(share(reading.rows, rows)),
            Goal::Bytes(bytes) => Some(share(reading.bytes, bytes)),
            Goal::Either { rows, bytes } => Some(share(reading.rows, rows).max(share(reading.bytes, bytes))),
            Goal::Open => None,
        };
        let left = done.filter(|done| *done > 0.0).map(|done| seconds * (1.0 - done) / done);
        let left = left.and_then(|left| Duration::try_from_secs_f64(left).ok());
        Self { rows_per_s: per_s(reading.rows), bytes_per_s: per_s(reading.bytes), done, left }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_done_in_a_second_leaves_three() {
        let reading = Reading { rows: 25, bytes: 500 };
        let estimate = Estimate::new(reading, Duration::from_secs(1), Goal::Rows(100));
        assert_eq!(estimate.done, Some(0.25));
        assert_eq!(estimate.left, Some(Duration::from_secs(3)));
        assert!((estimate.bytes_per_s - 500.0).abs() < 1e-9);
        let sooner = Estimate::new(reading, Duration::from_secs(1), Goal::Either { rows: 100, bytes: 1_000 });
        assert_eq!(sooner.left, Some(Duration::from_secs(1)));
    }

    #[test]
    fn nothing_is_promised_without_an_end_or_a_beginning() {
        assert_eq!(Estimate::new(Reading::default(), Duration::ZERO, Goal::Rows(5)).left, None);
        let open = Estimate::new(Reading { rows: 1, bytes: 1 }, Duration::from_secs(1), Goal::Open);
        assert_eq!((open.done, open.left), (None, None));
    }
}
