//! The real file system and the real standard output.

use super::descriptor::{Descriptor, kind, kind_of};
use super::{File, Kind, Meta, Need, Privacy, Stream, Vfs};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::fs::{Access, Mode, OFlags, access, fsync, open, readlink, rename, stat, unlink};
use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// The operating system that this program runs on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Os;

impl Vfs for Os {
    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        let stat = stat(path)?;
        Ok(Meta { kind: kind_of(&stat), mode: stat.st_mode & 0o777, owner: (stat.st_uid, stat.st_gid) })
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(PathBuf::from(OsString::from_vec(readlink(path, Vec::new())?.into_bytes())))
    }

    fn check(&self, path: &Path, need: Need) -> io::Result<()> {
        let need = match need {
            Need::Read => Access::READ_OK,
            Need::Write => Access::WRITE_OK,
        };
        Ok(access(path, need)?)
    }

    fn create_new(&self, path: &Path, privacy: Privacy) -> io::Result<Box<dyn File>> {
        let mode = match privacy {
            Privacy::Umask => Mode::from_raw_mode(0o666),
            Privacy::Owner => Mode::from_raw_mode(0o600),
        };
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(Box::new(Descriptor::own(open(path, flags, mode)?)))
    }

    fn open_existing(&self, path: &Path) -> io::Result<Box<dyn File>> {
        // Truncation concerns only regular files that are reached through a descriptor's name.
        let flags = OFlags::WRONLY | OFlags::TRUNC | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        Ok(Box::new(Descriptor::own(open(path, flags, Mode::empty())?)))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        Ok(rename(from, to)?)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        Ok(unlink(path)?)
    }

    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(fsync(open(path, flags, Mode::empty())?)?)
    }
}

/// Standard output, through a descriptor of our own: closing it reports what closing the original would,
/// and takes the original from nobody.
pub(crate) fn stdout() -> io::Result<(Box<dyn Stream>, Kind)> {
    let fd = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 3)?;
    let kind = kind(&fd)?;
    if kind == Kind::Pipe {
        widen(&fd);
    }
    let stream = match reopened(&fd, kind) {
        Some(own) => Descriptor::own(own),
        None => Descriptor::shared(fd)?,
    };
    Ok((Box::new(stream), kind))
}

/// Makes room in a pipe for a few blocks instead of one, so that writer and reader change turns less often;
/// a tenth faster than 64 KiB with `cat` as the reader, a fifth with `wc`. More than 256 KiB gained nothing.
#[cfg(target_os = "linux")]
fn widen(pipe: &OwnedFd) {
    const PIPE_BYTES: usize = 256 * 1024;
    if rustix::pipe::fcntl_getpipe_size(pipe).is_ok_and(|bytes| bytes < PIPE_BYTES) {
        // Refused when the user's pipes hold too much already; the pipe works all the same.
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_BYTES);
    }
}

/// Other systems size their pipes themselves.
#[cfg(not(target_os = "linux"))]
fn widen(_pipe: &OwnedFd) {}

/// A second, non-blocking description of the same pipe.
///
/// A write to a blocking pipe cannot be called back, and `O_NONBLOCK` belongs to the description that the
/// parent shares, whose own writes would start to fail. A description of our own has a flag of its own.
/// `None` where the system cannot do that: no `/proc`, a pipe of another user, anything but a pipe.
fn reopened(fd: &OwnedFd, kind: Kind) -> Option<OwnedFd> {
    let name = format!("/proc/self/fd/{}", fd.as_raw_fd());
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    (kind == Kind::Pipe).then(|| open(name, flags, Mode::empty()).ok()).flatten()
}
