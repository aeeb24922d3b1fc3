//! Standard output.

use crate::os::{self, Stream};
use crate::writer::{StreamLane, Writer};
use crate::{Accepted, Action, Kind, Lane, Sink, SinkError, Stop, stdout_was_closed_at_start};
use std::fmt;
use std::num::NonZeroUsize;
use std::path::Path;

const NAME: &str = "standard output";

/// Whether a path given by the user means standard output.
///
/// Such a path must not be opened as a file: what stands behind it may be open for appending, or have no
/// name any more.
pub fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// One ordered lane to standard output, or to a stream that stands for it.
pub struct StdoutSink {
    writer: Writer,
    stream: Box<dyn Stream>,
    kind: Kind,
}

impl StdoutSink {
    /// The standard output of this process.
    ///
    /// Its flags are left as they are, since the parent and its other children may share them.
    ///
    /// # Errors
    /// [`SinkError::Closed`] if it was closed when the process started.
    pub fn open(stop: &Stop) -> Result<Self, SinkError> {
        if stdout_was_closed_at_start() {
            return Err(SinkError::Closed { target: NAME.to_owned() });
        }
        let (stream, kind) = os::stdout().map_err(|error| SinkError::from_io(NAME, Action::Open, error))?;
        Ok(Self::over(stream, kind, stop))
    }

    /// A stream in the place of standard output.
    pub fn over(stream: Box<dyn Stream>, kind: Kind, stop: &Stop) -> Self {
        Self { writer: Writer::new(NAME.to_owned(), stop), stream, kind }
    }
}

impl fmt::Debug for StdoutSink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("StdoutSink")
            .field("name", &self.writer.name())
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl Sink for StdoutSink {
    fn name(&self) -> &str {
        self.writer.name()
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn open(&mut self, _most: NonZeroUsize) -> Result<Vec<Box<dyn Lane + '_>>, SinkError> {
        Ok(vec![Box::new(StreamLane { writer: &mut self.writer, stream: &mut *self.stream })])
    }

    fn finish(self: Box<Self>) -> Result<Accepted, SinkError> {
        self.writer.check_whole()?;
        self.stream.close().map_err(|error| SinkError::from_io(NAME, Action::Close, error))?;
        Ok(self.writer.accepted())
    }

    fn abort(self: Box<Self>) {}
}
