//! The seam between the engine and every target.

use crate::{Block, Kind, SinkError};
use std::num::NonZeroUsize;

/// A place where blocks go.
///
/// # Contract
///
/// 1. [`open`](Sink::open) once; the lanes borrow the sink, hence all of them are gone before the end.
/// 2. With one lane, blocks must be pushed in their order. With several, any block may go into any lane.
/// 3. Each lane belongs to one worker at a time. After an error, or after [`Pushed::Stopped`] for anything but
///    a [closing](Block::closing) block, nothing more is pushed into it.
/// 4. Then exactly one of [`finish`](Sink::finish), which publishes what was pushed, and
///    [`abort`](Sink::abort). Dropping a sink aborts it.
pub trait Sink: Send {
    /// The target's name for people: a path, or `standard output`.
    fn name(&self) -> &str;

    /// What kind of thing the target is, which decides how often slow output is flushed.
    fn kind(&self) -> Kind;

    /// Whether nothing shows of what was pushed before [`finish`](Sink::finish): a run that is stopped then gives
    /// up rather than publish a part.
    fn is_atomic(&self) -> bool {
        false
    }

    /// Opens between one and `most` lanes.
    ///
    /// # Errors
    /// The target could not be prepared.
    fn open(&mut self, most: NonZeroUsize) -> Result<Vec<Box<dyn Lane + '_>>, SinkError>;

    /// Makes what was pushed final and closes the target; only after `Ok` is the output complete.
    ///
    /// # Errors
    /// Something was refused after the last push: the sync, the rename, or the closing.
    fn finish(self: Box<Self>) -> Result<Accepted, SinkError>;

    /// Gives up: what can be taken back is (the temporary file), what was there before stays.
    fn abort(self: Box<Self>);
}

/// One way into a sink, used by one worker at a time.
pub trait Lane: Send {
    /// Hands over a block, waiting while the target does not take it.
    ///
    /// A stop request is noticed while waiting. When it is graceful, a block of which nothing was written
    /// stays out, and one that was begun is written to its next record boundary if the target takes that
    /// within a second of the request being noticed.
    ///
    /// # Errors
    /// The target refused; [`accepted`](Lane::accepted) tells what it had taken until then.
    fn push(&mut self, block: Block<'_>) -> Result<Pushed, SinkError>;

    /// Ends a part: the blocks pushed since the last commit are one unit of order, transaction and resume.
    ///
    /// Streams accept bytes when they are pushed and have nothing to add. A target with transactions makes
    /// the part visible here, so that running out of space comes back as a value.
    ///
    /// # Errors
    /// The target refused the part, and holds none of it.
    fn commit(&mut self, part: u64) -> Result<(), SinkError> {
        let _ = part;
        Ok(())
    }

    /// What this lane has taken so far.
    fn accepted(&self) -> Accepted;
}

/// How a push ended, if not by an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum Pushed {
    /// The whole block was accepted.
    Whole,
    /// A stop request came first; [`Lane::accepted`] tells how much of the block went out.
    Stopped,
}

/// How much a target has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Accepted {
    /// Bytes.
    pub bytes: u64,
    /// Complete records.
    pub records: u64,
    /// Whether bytes of an incomplete record follow the complete ones.
    pub torn: bool,
}
