//! Draws: which of `n` values each row gets.

use crate::random::{fill_bounded, fill_codes};
use crate::{Fault, Key, Request, Rows};

/// Chooses one of the values `0..n` for each row.
#[derive(Debug)]
pub struct Draw {
    key: Key,
    n: u64,
}

impl Draw {
    /// An even draw from `0..n`; `n` = 0 stands for 2^64.
    #[must_use]
    pub const fn uniform(key: Key, n: u64) -> Self {
        Self { key, n }
    }

    /// The draw from `0..n` that the column's modifiers ask for.
    ///
    /// # Errors
    /// When the law is unknown or does not fit.
    pub fn new(request: &Request<'_>, n: u64) -> Result<Self, Fault> {
        Self::offset(request, 0, n)
    }

    /// As [`new`](Self::new), where a law sees the values `low..low + n` and the draw tells them from `low` on.
    ///
    /// # Errors
    /// When the law is unknown or does not fit.
    pub fn offset(request: &Request<'_>, _low: i64, n: u64) -> Result<Self, Fault> {
        Ok(Self { key: request.key, n })
    }

    /// How many rows it can serve.
    pub fn capacity(&self) -> Option<u64> {
        None
    }

    /// Writes the choice for each row.
    pub fn fill(&self, rows: Rows<'_>, out: &mut [u64]) {
        fill_bounded(self.key, rows, self.n, out);
    }

    /// Writes the choice for each row as codes of a dictionary; `n` is less than 2^32.
    pub fn fill_codes(&self, rows: Rows<'_>, out: &mut [u32]) {
        fill_codes(self.key, rows, self.n as u32, out);
    }
}
