//! A standard output that follows a script.

use crate::Stop;
use crate::os::Stream;
use rustix::io::Errno;
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What happens next to somebody who writes. When the script is over, everything is accepted.
#[derive(Debug, Clone)]
pub enum Step {
    /// One write takes at most this many bytes, and at least one.
    Accept(usize),
    /// One write fails: `EINTR`, `EAGAIN`, or worse.
    Fail(Errno),
    /// The reader takes nothing for so long.
    Stall(Duration),
    /// A signal arrives: it asks for an end, and interrupts the write.
    Signal(Stop),
}

/// A stream in memory, with a clock of its own that only waiting moves.
#[derive(Debug)]
pub struct SimStream {
    script: VecDeque<Step>,
    received: Arc<Mutex<Vec<u8>>>,
    start: Instant,
    elapsed: Duration,
    on_close: Option<Errno>,
}

impl SimStream {
    /// A stream that behaves as `script` says.
    pub fn new(script: impl IntoIterator<Item = Step>) -> Self {
        Self {
            script: script.into_iter().collect(),
            received: Arc::default(),
            start: Instant::now(),
            elapsed: Duration::ZERO,
            on_close: None,
        }
    }

    /// Lets closing fail.
    #[must_use]
    pub fn failing_close(mut self, errno: Errno) -> Self {
        self.on_close = Some(errno);
        self
    }

    /// Where the accepted bytes can be seen after the stream has been given away.
    pub fn received(&self) -> Received {
        Received(Arc::clone(&self.received))
    }

    fn take(&mut self, bytes: &[u8]) -> usize {
        lock(&self.received).extend_from_slice(bytes);
        bytes.len()
    }
}

/// The reader's end of a [`SimStream`].
#[derive(Debug, Clone)]
pub struct Received(Arc<Mutex<Vec<u8>>>);

impl Received {
    /// What has been accepted so far.
    pub fn bytes(&self) -> Vec<u8> {
        lock(&self.0).clone()
    }
}

fn lock(bytes: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    bytes.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Stream for SimStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.script.pop_front() {
            None => Ok(self.take(bytes)),
            Some(Step::Accept(most)) => Ok(self.take(&bytes[..bytes.len().min(most.max(1))])),
            Some(Step::Fail(errno)) => Err(errno.into()),
            Some(Step::Stall(Duration::ZERO)) => self.write(bytes),
            Some(stall @ Step::Stall(_)) => {
                self.script.push_front(stall);
                Err(Errno::AGAIN.into())
            }
            Some(Step::Signal(stop)) => {
                stop.request();
                Err(Errno::INTR.into())
            }
        }
    }

    fn wait_writable(&mut self, most: Duration) -> io::Result<bool> {
        let Some(Step::Stall(left)) = self.script.front_mut() else { return Ok(true) };
        let waited = most.min(*left);
        *left -= waited;
        self.elapsed += waited;
        Ok(left.is_zero())
    }

    fn close(self: Box<Self>) -> io::Result<()> {
        self.on_close.map_or(Ok(()), |errno| Err(errno.into()))
    }

    fn now(&self) -> Instant {
        self.start + self.elapsed
    }
}
