//! What can go wrong between a block and its target.

use rustix::io::Errno;
use std::fmt;
use std::io;

/// What was being done to the target when it refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    /// Opening something that exists.
    Open,
    /// Creating the temporary file beside the target.
    Create,
    /// Writing bytes.
    Write,
    /// Making written bytes durable.
    Sync,
    /// Giving the complete file its final name.
    Rename,
    /// Making the final name durable.
    SyncDirectory,
    /// Closing.
    Close,
}

impl fmt::Display for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Open => "open",
            Self::Create => "create",
            Self::Write => "write to",
            Self::Sync => "sync",
            Self::Rename => "put in place",
            Self::SyncDirectory => "sync the directory of",
            Self::Close => "close",
        })
    }
}

/// Why a sink did not take what it was given.
///
/// `Display` says what failed, and on what; the operating system's reason is the source and not repeated.
/// [`SinkError::message`] is the whole sentence.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SinkError {
    /// The reader of a pipe or socket has left. Usual at the end of `| head`, and to be kept quiet.
    #[error("the reader of {target} has left")]
    ReaderGone {
        /// The target's name.
        target: String,
    },
    /// There is no more room: on the device, in the quota, or under the limit on file sizes.
    #[error("cannot write to {target}: {room}")]
    Full {
        /// The target's name.
        target: String,
        /// Which room was exhausted.
        room: Room,
    },
    /// The descriptor is closed, or not open for writing.
    #[error("cannot write to {target}: it is closed, or not open for writing")]
    Closed {
        /// The target's name.
        target: String,
    },
    /// A stop was requested while the target was still being opened.
    #[error("stopped before {target} had a reader")]
    Stopped {
        /// The target's name.
        target: String,
    },
    /// Everything else that an operating system says no to.
    #[error("cannot {action} {target}")]
    Refused {
        /// The target's name.
        target: String,
        /// What was attempted.
        action: Action,
        /// The operating system's answer.
        source: io::Error,
    },
}

/// The room that was exhausted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Room {
    /// `ENOSPC`: the device.
    Device,
    /// `EDQUOT`: the user's or the directory's quota.
    Quota,
    /// `EFBIG`: the process's limit on file sizes, or the file system's.
    FileSize,
}

impl fmt::Display for Room {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Device => "no space left on device",
            Self::Quota => "disk quota exceeded",
            Self::FileSize => "the file would exceed the limit on file sizes",
        })
    }
}

impl SinkError {
    /// Sorts an answer of the operating system into the kinds that callers tell apart.
    pub(crate) fn from_io(target: &str, action: Action, source: io::Error) -> Self {
        let target = target.to_owned();
        match Errno::from_io_error(&source) {
            Some(Errno::PIPE | Errno::CONNRESET) => Self::ReaderGone { target },
            Some(Errno::NOSPC) => Self::Full { target, room: Room::Device },
            Some(Errno::DQUOT) => Self::Full { target, room: Room::Quota },
            Some(Errno::FBIG) => Self::Full { target, room: Room::FileSize },
            Some(Errno::BADF) => Self::Closed { target },
            _ => Self::Refused { target, action, source },
        }
    }

    /// The exit code of a program that ends because of this: 141 for a reader that has left (as if by
    /// `SIGPIPE`), otherwise 3.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::ReaderGone { .. } => 141,
            _ => 3,
        }
    }

    /// The sentence for people, with the operating system's reason in plain words.
    ///
    /// ```
    /// # use brimful_sink::{FileSink, Stop};
    /// let error = FileSink::open("/no/such/directory/out.csv".as_ref(), &Stop::new()).unwrap_err();
    /// assert_eq!(error.message(), "cannot create /no/such/directory/out.csv: no such file or directory");
    /// ```
    pub fn message(&self) -> String {
        match self {
            Self::Refused { source, .. } => format!("{self}: {}", reason(source)),
            _ => self.to_string(),
        }
    }

    /// What a person could do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::ReaderGone { .. } | Self::Stopped { .. } => None,
            Self::Full { room, .. } => Some(room_hint(*room).to_owned()),
            Self::Closed { .. } => Some("open it for writing, or name a file with -o FILE".to_owned()),
            Self::Refused { target, action, source } => refusal_hint(target, *action, source),
        }
    }
}

/// What the operating system says, without the number that means nothing to people.
fn reason(source: &io::Error) -> String {
    let text = source.to_string();
    let text = text.split(" (os error ").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn room_hint(room: Room) -> &'static str {
    match room {
        Room::Device => "free some space there, name another place, or ask for less with -n or --size",
        Room::Quota => "free some of the quota, name another place, or ask for less with -n or --size",
        Room::FileSize => "raise the limit (ulimit -f), or ask for less with --size",
    }
}

fn refusal_hint(target: &str, action: Action, source: &io::Error) -> Option<String> {
    let hint = match (action, Errno::from_io_error(source)?) {
        (_, Errno::ISDIR) => {
            format!("it is a directory: name a file in it, such as {}/rows.csv", target.trim_end_matches('/'))
        }
        (Action::Create | Action::Open, Errno::NOENT) => "create its directory first (mkdir -p)".to_owned(),
        (_, Errno::NOTDIR) => "a part of the path is a file, not a directory".to_owned(),
        (_, Errno::ACCESS | Errno::PERM) => {
            "you need permission to write the file and its directory".to_owned()
        }
        (_, Errno::ROFS) => "the file system is mounted read-only: name another place".to_owned(),
        (_, Errno::NAMETOOLONG) => "give it a shorter name".to_owned(),
        (_, Errno::MFILE | Errno::NFILE) => "raise the limit on open files (ulimit -n)".to_owned(),
        (_, Errno::LOOP) => "its symbolic links lead in a circle".to_owned(),
        (Action::Rename, Errno::BUSY) => {
            "it is a mount point, which cannot be replaced: name another file".to_owned()
        }
        (Action::Open, Errno::NXIO) => "nothing listens there".to_owned(),
        (Action::Sync | Action::Close | Action::Write, Errno::IO) => {
            "the device reports a fault; the old file, if there was one, is untouched".to_owned()
        }
        (Action::SyncDirectory, _) => {
            "the complete file is in place, but might not survive a power cut".to_owned()
        }
        _ => return None,
    };
    Some(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(errno: Errno) -> SinkError {
        SinkError::from_io("out.csv", Action::Write, errno.into())
    }

    #[test]
    fn answers_are_sorted_by_what_callers_do_about_them() {
        assert!(matches!(of(Errno::PIPE), SinkError::ReaderGone { .. }));
        assert!(matches!(of(Errno::NOSPC), SinkError::Full { room: Room::Device, .. }));
        assert!(matches!(of(Errno::DQUOT), SinkError::Full { room: Room::Quota, .. }));
        assert!(matches!(of(Errno::FBIG), SinkError::Full { room: Room::FileSize, .. }));
        assert!(matches!(of(Errno::BADF), SinkError::Closed { .. }));
        assert!(matches!(of(Errno::IO), SinkError::Refused { action: Action::Write, .. }));
    }

    #[test]
    fn messages_say_what_on_what_and_why() {
        assert_eq!(of(Errno::NOSPC).to_string(), "cannot write to out.csv: no space left on device");
        assert_eq!(of(Errno::ACCESS).to_string(), "cannot write to out.csv");
        assert_eq!(of(Errno::ACCESS).message(), "cannot write to out.csv: permission denied");
        assert!(of(Errno::NOSPC).hint().unwrap().contains("--size"));
        assert_eq!(of(Errno::PIPE).hint(), None);
        assert!(of(Errno::MFILE).hint().unwrap().contains("ulimit -n"));
        assert!(of(Errno::NAMETOOLONG).hint().unwrap().contains("shorter"));
        let slash = SinkError::from_io("rows/", Action::Open, Errno::ISDIR.into());
        assert!(slash.hint().unwrap().ends_with(" rows/rows.csv"));
    }

    #[test]
    fn exit_codes_are_those_of_the_contract() {
        assert_eq!(of(Errno::PIPE).exit_code(), 141);
        for errno in [Errno::NOSPC, Errno::IO, Errno::BADF, Errno::ACCESS] {
            assert_eq!(of(errno).exit_code(), 3);
        }
    }
}
