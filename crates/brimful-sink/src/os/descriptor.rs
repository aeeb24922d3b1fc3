//! An open descriptor of the real operating system.

use super::{File, Kind, Meta, Stream};
use crate::close;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{FileType, Gid, Mode, OFlags, Uid, fchmod, fchown, fcntl_getfl, fstat, fsync};
use rustix::io::Errno;
use std::io;
use std::time::Duration;

/// How a write is kept from blocking for longer than a stop request may wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gate {
    /// The kernel does that: the description is non-blocking, or the target is a disk.
    Open,
    /// The description blocks and is shared with others, so that its flags may not be changed: ask whether
    /// there is room, then write no more than what fits for certain.
    Asked,
}

/// A descriptor and the way to write to it.
#[derive(Debug)]
pub(super) struct Descriptor {
    fd: OwnedFd,
    gate: Gate,
}

impl Descriptor {
    /// A descriptor that this process opened itself, either of a disk or in non-blocking mode.
    pub(super) fn own(fd: OwnedFd) -> Self {
        Self { fd, gate: Gate::Open }
    }

    /// A descriptor whose description other processes may share.
    pub(super) fn shared(fd: OwnedFd) -> io::Result<Self> {
        let nonblocking = fcntl_getfl(&fd)?.contains(OFlags::NONBLOCK);
        let gate = match kind(&fd)? {
            Kind::File | Kind::Null => Gate::Open,
            _ if nonblocking => Gate::Open,
            _ => Gate::Asked,
        };
        Ok(Self { fd, gate })
    }

    fn ready_within(&self, most: Duration) -> io::Result<bool> {
        let timeout = Timespec { tv_sec: most.as_secs() as _, tv_nsec: most.subsec_nanos() as _ };
        let mut fds = [PollFd::new(&self.fd, PollFlags::OUT)];
        // Hang-up and error count as ready: the write that follows tells which error it is.
        Ok(poll(&mut fds, Some(&timeout))? > 0)
    }
}

impl Stream for Descriptor {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = match self.gate {
            Gate::Open => bytes.len(),
            Gate::Asked if self.ready_within(Duration::ZERO)? => bytes.len().min(rustix::pipe::PIPE_BUF),
            Gate::Asked => return Err(Errno::AGAIN.into()),
        };
        Ok(rustix::io::write(&self.fd, &bytes[..most])?)
    }

    fn wait_writable(&mut self, most: Duration) -> io::Result<bool> {
        self.ready_within(most)
    }

    fn close(self: Box<Self>) -> io::Result<()> {
        close::checked(self.fd)
    }
}

impl File for Descriptor {
    fn sync(&mut self) -> io::Result<()> {
        Ok(fsync(&self.fd)?)
    }

    fn adopt(&mut self, old: &Meta) -> io::Result<()> {
        let (user, group) = old.owner;
        // Only the superuser gives files away. Whoever else replaces a file becomes its owner, as with any
        // program that replaces by renaming.
        let _ = fchown(&self.fd, Some(Uid::from_raw(user)), Some(Gid::from_raw(group)));
        Ok(fchmod(&self.fd, Mode::from_raw_mode(old.mode as _))?)
    }
}

/// What an open descriptor leads to.
pub(super) fn kind(fd: &impl AsFd) -> io::Result<Kind> {
    let stat = fstat(fd)?;
    Ok(match kind_of(&stat) {
        Kind::Other if rustix::termios::isatty(fd) => Kind::Terminal,
        kind => kind,
    })
}

/// What a `stat` says; terminals are not told from other devices.
pub(super) fn kind_of(stat: &rustix::fs::Stat) -> Kind {
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        FileType::Fifo => Kind::Pipe,
        FileType::Socket => Kind::Socket,
        FileType::CharacterDevice if is_null(stat) => Kind::Null,
        _ => Kind::Other,
    }
}

/// Whether the device is that of `/dev/null`, under whatever name.
fn is_null(stat: &rustix::fs::Stat) -> bool {
    rustix::fs::stat("/dev/null").is_ok_and(|null| null.st_rdev == stat.st_rdev)
}
