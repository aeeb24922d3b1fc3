//! The request to end a run early.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// How urgently the run should end. Levels only rise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StopLevel {
    /// Nobody asked.
    None,
    /// End on a record boundary, within a second.
    Graceful,
    /// End at once, wherever the output stands.
    Now,
}

/// A handle shared by whoever may ask a run to end and whoever must notice.
///
/// Cloning shares the request. [`Stop::request`] is one atomic operation, so that it may be called from
/// anywhere, a signal handler included.
///
/// ```
/// use brimful_sink::{Stop, StopLevel};
/// let stop = Stop::new();
/// let seen_by_worker = stop.clone();
/// stop.request();
/// assert_eq!(seen_by_worker.level(), StopLevel::Graceful);
/// stop.request();
/// assert_eq!(seen_by_worker.level(), StopLevel::Now);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// A handle that nobody has used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the level by one: the first call asks for a graceful end, the second for an immediate one.
    pub fn request(&self) {
        // The update never refuses, hence there is no result to look at.
        let _ =
            self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, |level| Some(level.saturating_add(1)));
    }

    /// Asks for an immediate end, whatever was asked before.
    pub fn request_now(&self) {
        self.0.fetch_max(StopLevel::Now as u8, Ordering::AcqRel);
    }

    /// What has been asked for so far.
    pub fn level(&self) -> StopLevel {
        match self.0.load(Ordering::Acquire) {
            0 => StopLevel::None,
            1 => StopLevel::Graceful,
            _ => StopLevel::Now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise_and_stay() {
        let stop = Stop::new();
        assert_eq!(stop.level(), StopLevel::None);
        for _ in 0..1_000 {
            stop.request();
        }
        assert_eq!(stop.level(), StopLevel::Now);
        let urgent = Stop::new();
        urgent.request_now();
        assert_eq!(urgent.level(), StopLevel::Now);
    }
}
