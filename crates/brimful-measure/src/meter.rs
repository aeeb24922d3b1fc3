//! Counting what a target has accepted.

use std::sync::atomic::{AtomicU64, Ordering};

/// Rows and bytes that the target has accepted so far; workers add to it, anybody may read it.
#[derive(Debug, Default)]
pub struct Meter {
    rows: AtomicU64,
    bytes: AtomicU64,
}

/// What a meter showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Rows accepted.
    pub rows: u64,
    /// Bytes accepted, with all that stands around the rows.
    pub bytes: u64,
}

impl Meter {
    /// Adds what was accepted: once per block, never per row.
    pub fn add(&self, rows: u64, bytes: u64) {
        self.rows.fetch_add(rows, Ordering::Relaxed);
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// What it shows now.
    #[must_use]
    pub fn read(&self) -> Reading {
        Reading { rows: self.rows.load(Ordering::Relaxed), bytes: self.bytes.load(Ordering::Relaxed) }
    }
}
