//! Which rows are asked for.

/// The rows of one batch: a run of consecutive rows, or any rows in any order.
#[derive(Clone, Copy, Debug)]
pub enum Rows<'a> {
    /// `len` rows from `start` on.
    Range {
        /// The first row.
        start: u64,
        /// How many rows.
        len: usize,
    },
    /// The rows that the slice names, in its order.
    Gather(&'a [u64]),
}

impl Rows<'_> {
    /// `len` rows from `start` on. The caller has checked that the last of them is a u64.
    #[must_use]
    pub const fn range(start: u64, len: usize) -> Self {
        Self::Range { start, len }
    }

    /// How many rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Range { len, .. } => *len,
            Self::Gather(rows) => rows.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The row at a position of the batch.
    #[inline]
    #[must_use]
    pub fn at(&self, position: usize) -> u64 {
        match self {
            Self::Range { start, .. } => start.wrapping_add(position as u64),
            Self::Gather(rows) => rows[position],
        }
    }

    /// Writes `f(row)` for every row: one tight loop for each kind of rows, which the compiler can vectorise
    /// inside a [`kernel!`](crate::kernel).
    #[inline(always)]
    pub fn each<T>(self, out: &mut [T], f: impl Fn(u64) -> T) {
        debug_assert_eq!(out.len(), self.len());
        match self {
            Self::Range { start, .. } => {
                for (i, slot) in out.iter_mut().enumerate() {
                    *slot = f(start.wrapping_add(i as u64));
                }
            }
            Self::Gather(rows) => {
                for (slot, row) in out.iter_mut().zip(rows) {
                    *slot = f(*row);
                }
            }
        }
    }
}
