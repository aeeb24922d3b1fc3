//! Which operation fails, how often, and how.

use rustix::io::Errno;

/// An operation of the simulated file system, as it appears in its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// `stat`.
    Metadata,
    /// `readlink`.
    ReadLink,
    /// `access`.
    Check,
    /// `open` of a new file.
    Create,
    /// `open` of something that exists.
    Open,
    /// `fchown` and `fchmod`.
    Adopt,
    /// `write`.
    Write,
    /// `poll`.
    Wait,
    /// `fsync` of a file.
    Sync,
    /// `close`.
    Close,
    /// `rename`.
    Rename,
    /// `unlink`.
    Remove,
    /// `fsync` of a directory.
    SyncDirectory,
}

/// What a faulty operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It has no effect but this answer. (A failing `close` still closes.)
    Fail(Errno),
    /// A write takes at most this many bytes, and at least one; other operations are not touched.
    Short(usize),
    /// The power is cut: this operation and all that follow have no effect and fail.
    PowerCut,
}

/// An effect on a range of operations, which are numbered from 0 in the order in which they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The first operation affected.
    pub first: usize,
    /// How many in a row.
    pub times: usize,
    /// What happens to them.
    pub effect: Effect,
}

impl Fault {
    /// Operation number `at` alone.
    pub fn once(at: usize, effect: Effect) -> Self {
        Self { first: at, times: 1, effect }
    }

    /// Operation number `at` and all that follow.
    pub fn always(at: usize, effect: Effect) -> Self {
        Self { first: at, times: usize::MAX, effect }
    }

    pub(super) fn covers(&self, index: usize) -> bool {
        index.checked_sub(self.first).is_some_and(|since| since < self.times)
    }
}
