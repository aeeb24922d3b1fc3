//! The seam to the operating system: every call that a sink makes is a method of one of these traits.
//!
//! [`Os`] is the real implementation; [`sim`](crate::sim) holds the other one. Errors carry the number of
//! the operating system in both, so that the code above cannot tell them apart.

mod descriptor;
mod real;

pub use real::Os;
pub(crate) use real::stdout;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What a descriptor or a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Somebody may be looking.
    Terminal,
    /// A pipe, with a name or without.
    Pipe,
    /// A regular file.
    File,
    /// `/dev/null`, or the discarding sink.
    Null,
    /// A socket.
    Socket,
    /// A directory, which takes no bytes.
    Directory,
    /// Any other device.
    Other,
}

/// What is known of an existing path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta {
    /// What it is.
    pub kind: Kind,
    /// Permission bits (the lowest nine).
    pub mode: u32,
    /// User and group that own it.
    pub owner: (u32, u32),
}

/// Something that takes bytes in order.
pub trait Stream: Send {
    /// Takes some of `bytes` and says how many: one system call, with its short counts and its
    /// interruptions.
    ///
    /// # Errors
    /// `EAGAIN` when nothing can be taken now, `EINTR`, or a failure.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize>;

    /// Waits until the next write can make progress, at most for `most`; says whether it can.
    ///
    /// # Errors
    /// `EINTR`, or a failure.
    fn wait_writable(&mut self, most: Duration) -> io::Result<bool>;

    /// Closes the descriptor and reports errors that the system kept until then.
    ///
    /// # Errors
    /// Written bytes may be lost.
    fn close(self: Box<Self>) -> io::Result<()>;

    /// The time by which waiting is measured.
    fn now(&self) -> Instant {
        Instant::now()
    }
}

/// A stream that ends up on a disk.
pub trait File: Stream {
    /// Makes what was written durable.
    ///
    /// # Errors
    /// Written bytes may be lost; asking again would only hide that.
    fn sync(&mut self) -> io::Result<()>;

    /// Takes on the owner, as far as permitted, and the permission bits of the file that will be replaced.
    ///
    /// # Errors
    /// The permission bits cannot be set.
    fn adopt(&mut self, old: &Meta) -> io::Result<()>;
}

/// What a program wants to do with a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Read it.
    Read,
    /// Write it.
    Write,
}

/// Who may look into a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Privacy {
    /// Whoever the umask lets.
    Umask,
    /// Only the owner, until the file [adopts](File::adopt) other permissions.
    Owner,
}

/// A file system.
///
/// The errors are those of the system calls named.
#[expect(clippy::missing_errors_doc, reason = "said once for all methods, in the line above")]
pub trait Vfs: Send + Sync {
    /// `stat`, which follows links.
    fn metadata(&self, path: &Path) -> io::Result<Meta>;
    /// `readlink`; `EINVAL` if the path is no link.
    fn read_link(&self, path: &Path) -> io::Result<PathBuf>;
    /// `access`.
    fn check(&self, path: &Path, need: Need) -> io::Result<()>;
    /// `open` with `O_CREAT | O_EXCL`.
    fn create_new(&self, path: &Path, privacy: Privacy) -> io::Result<Box<dyn File>>;
    /// `open` of something that exists, to write into it; never waits (`ENXIO` for a pipe without reader).
    fn open_existing(&self, path: &Path) -> io::Result<Box<dyn File>>;
    /// `rename`, which replaces `to` in one step.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// `unlink`.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// `fsync` of a directory, which makes the names in it durable.
    fn sync_directory(&self, path: &Path) -> io::Result<()>;
}

/// Repeats a call until it is not interrupted.
///
/// Only for calls that may be repeated after having succeeded unnoticed.
pub(crate) fn uninterrupted<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            answer => return answer,
        }
    }
}
