//! Closing a descriptor and looking at the answer.
//!
//! The standard library ignores it, but network file systems and quotas report lost writes there.

use rustix::fd::{IntoRawFd, OwnedFd};
use rustix::io::Errno;
use std::io;

/// Closes `fd` and reports what the kernel says.
///
/// An interrupted `close` has released the descriptor on Linux and must not be repeated; it is no error.
#[expect(unsafe_code, reason = "a checked close has no safe interface; the standard one ignores the result")]
pub(crate) fn checked(fd: OwnedFd) -> io::Result<()> {
    let raw = fd.into_raw_fd();
    // SAFETY: `raw` comes from an owned descriptor that was given up in the line above, so it is open, nobody
    // else owns it, and nobody can use it afterwards.
    match unsafe { rustix::io::try_close(raw) } {
        Ok(()) | Err(Errno::INTR) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}
