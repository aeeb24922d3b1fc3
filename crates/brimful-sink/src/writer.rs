//! The one loop that gets bytes out.
//!
//! Short counts, interruptions, streams that are not ready and stop requests meet here and nowhere else.

use crate::os::Stream;
use crate::{Accepted, Action, Block, Cut, Lane, Pushed, SinkError, Stop, StopLevel};
use std::io;
use std::time::{Duration, Instant};

/// How long a stop request may go unnoticed while the target takes nothing.
const SLICE: Duration = Duration::from_millis(50);

/// How long a begun record may take to get out once a graceful stop has been noticed. It leaves the program
/// some of the second within which it promises to end.
const GRACE: Duration = Duration::from_millis(900);

/// What a stream has taken, and whether it may go on.
#[derive(Debug)]
pub(crate) struct Writer {
    name: String,
    stop: Stop,
    noticed: Option<Instant>,
    accepted: Accepted,
    failed: bool,
}

impl Writer {
    pub(crate) fn new(name: String, stop: &Stop) -> Self {
        Self { name, stop: stop.clone(), noticed: None, accepted: Accepted::default(), failed: false }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn accepted(&self) -> Accepted {
        self.accepted
    }

    /// Refuses to publish output that lost a part of itself on the way.
    pub(crate) fn check_whole(&self) -> Result<(), SinkError> {
        if self.failed || self.accepted.torn {
            let source = io::Error::other("an earlier write did not succeed");
            return Err(SinkError::from_io(&self.name, Action::Write, source));
        }
        Ok(())
    }

    /// Writes a block as far as the stream and the stop request let it.
    pub(crate) fn push(&mut self, stream: &mut dyn Stream, block: Block<'_>) -> Result<Pushed, SinkError> {
        if self.accepted.torn {
            // Nothing can follow half a record.
            return Ok(Pushed::Stopped);
        }
        let mut written = 0;
        let outcome = self.pour(stream, &block, &mut written);
        self.count(&block, written);
        self.failed |= outcome.is_err();
        outcome.map_err(|error| SinkError::from_io(&self.name, Action::Write, error))
    }

    fn pour(
        &mut self,
        stream: &mut dyn Stream,
        block: &Block<'_>,
        written: &mut usize,
    ) -> io::Result<Pushed> {
        while *written < block.bytes.len() {
            let goal = self.goal(stream.now(), block, *written);
            if goal <= *written {
                return Ok(Pushed::Stopped);
            }
            let piece = &block.bytes[*written..goal];
            let count = match stream.write(piece) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
                Err(error) => return Err(error),
            };
            *written += count;
            // A short count says that the stream is full: asking it is cheaper than being refused.
            if count < piece.len() && !self.wait(stream)? {
                return Ok(Pushed::Stopped);
            }
        }
        Ok(Pushed::Whole)
    }

    /// How far into the block to write: all of it, unless a stop was requested.
    fn goal(&mut self, now: Instant, block: &Block<'_>, written: usize) -> usize {
        match self.stop.level() {
            StopLevel::None => return block.bytes.len(),
            StopLevel::Now => return written,
            StopLevel::Graceful => {}
        }
        self.noticed.get_or_insert(now);
        if block.closing { block.bytes.len() } else { block.ends.around(written).next.bytes }
    }

    /// Waits for the stream, briefly enough to notice a request; `false` when the time for ending is over.
    fn wait(&self, stream: &mut dyn Stream) -> io::Result<bool> {
        let most = self.noticed.map_or(SLICE, |noticed| {
            GRACE.saturating_sub(stream.now().saturating_duration_since(noticed)).min(SLICE)
        });
        if most.is_zero() {
            return Ok(false);
        }
        match stream.wait_writable(most) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => Err(error),
            _ => Ok(true),
        }
    }

    fn count(&mut self, block: &Block<'_>, written: usize) {
        let whole = if written == block.bytes.len() {
            Cut { bytes: written, records: block.records }
        } else {
            block.ends.around(written).last
        };
        self.accepted.bytes += written as u64;
        self.accepted.records += whole.records;
        self.accepted.torn = written > whole.bytes;
    }
}

/// The single, ordered lane of a sink that is a stream.
pub(crate) struct StreamLane<'a> {
    pub(crate) writer: &'a mut Writer,
    pub(crate) stream: &'a mut dyn Stream,
}

impl Lane for StreamLane<'_> {
    fn push(&mut self, block: Block<'_>) -> Result<Pushed, SinkError> {
        self.writer.push(self.stream, block)
    }

    fn accepted(&self) -> Accepted {
        self.writer.accepted()
    }
}

#[cfg(test)]
mod tests;
