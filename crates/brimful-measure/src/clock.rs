//! The clock of a run.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Tells how long a run has lasted, and what time it is.
pub trait Clock: Send + Sync {
    /// The time since the run began. It never goes back.
    fn elapsed(&self) -> Duration;

    /// Microseconds since 1970-01-01T00:00:00Z.
    fn now_us(&self) -> i64;
}

/// The clock of the machine.
#[derive(Debug)]
pub struct SystemClock {
    start: Instant,
}

impl SystemClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self { start: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn now_us(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}
