//! One file, which appears under its name only when it is complete.

use crate::os::{File, Meta, Need, Os, Privacy, Vfs, uninterrupted};
use crate::writer::{StreamLane, Writer};
use crate::{Accepted, Action, Kind, Lane, Sink, SinkError, Stop, StopLevel};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::num::NonZeroUsize;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How many links in a row are followed, as the Linux kernel has it.
const LINKS_MAX: usize = 40;

/// How many names are tried for the temporary file. Each is random; meeting one twice is no accident.
const NAMES_MAX: usize = 16;

/// How many bytes of the final name appear in the temporary one, which may have 255.
const STEM_BYTES_MAX: usize = 200;

/// How often a named pipe is asked whether it has a reader.
const READER_POLL: Duration = Duration::from_millis(20);

/// One ordered lane into a file.
///
/// Bytes go to a temporary file in the same directory. [`finish`](Sink::finish) syncs it, renames it to
/// the final name and syncs the directory; until the rename the old file, if there is one, is untouched.
/// Everything else (an error, [`abort`](Sink::abort), a drop) removes the temporary file.
///
/// - A symbolic link stays one: the file that it points to is replaced.
/// - The new file has the permission bits of the old one, otherwise those of the umask.
/// - Whatever is not a regular file (a device, a named pipe) is written directly.
pub struct FileSink {
    writer: Writer,
    kind: Kind,
    // Declared, hence dropped, before the name that is to be removed.
    file: Box<dyn File>,
    /// `None` for what is written directly.
    temporary: Option<Temporary>,
}

/// A file that must still get its final name; dropping it removes the file.
struct Temporary {
    vfs: Arc<dyn Vfs>,
    path: PathBuf,
    target: PathBuf,
    renamed: bool,
}

/// Where bytes for a path have to go.
enum Route {
    /// Into something that exists and cannot be replaced.
    Direct(Kind),
    /// Into a new file, which then replaces `old`.
    Replace { target: PathBuf, old: Option<Meta> },
}

impl FileSink {
    /// A file of the real file system.
    ///
    /// # Errors
    /// The path is a directory, its directory does not exist, or writing it is not permitted.
    pub fn open(path: &Path, stop: &Stop) -> Result<Self, SinkError> {
        Self::open_in(Arc::new(Os), path, stop)
    }

    /// A file of any file system.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_in(vfs: Arc<dyn Vfs>, path: &Path, stop: &Stop) -> Result<Self, SinkError> {
        let name = printable(path);
        let (kind, mut file, temporary, old) = match route(&*vfs, &name, path)? {
            Route::Direct(kind) => (kind, open_direct(&*vfs, &name, path, kind, stop)?, None, None),
            Route::Replace { target, old } => {
                let (file, temporary) = Temporary::create(vfs, target, old.is_some())
                    .map_err(|error| SinkError::from_io(&name, Action::Create, error))?;
                (Kind::File, file, Some(temporary), old)
            }
        };
        if let Some(old) = old {
            uninterrupted(|| file.adopt(&old))
                .map_err(|error| SinkError::from_io(&name, Action::Create, error))?;
        }
        Ok(Self { writer: Writer::new(name, stop), kind, file, temporary })
    }
}

impl fmt::Debug for FileSink {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("FileSink")
            .field("name", &self.writer.name())
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl Sink for FileSink {
    fn name(&self) -> &str {
        self.writer.name()
    }

    fn kind(&self) -> Kind {
        self.kind
    }

    fn is_atomic(&self) -> bool {
        self.temporary.is_some()
    }

    fn open(&mut self, _most: NonZeroUsize) -> Result<Vec<Box<dyn Lane + '_>>, SinkError> {
        Ok(vec![Box::new(StreamLane { writer: &mut self.writer, stream: &mut *self.file })])
    }

    fn finish(self: Box<Self>) -> Result<Accepted, SinkError> {
        let Self { writer, mut file, temporary, .. } = *self;
        let refuse = |action| {
            let name = writer.name();
            move |error: io::Error| SinkError::from_io(name, action, error)
        };
        writer.check_whole()?;
        sync(&mut *file, temporary.is_some()).map_err(refuse(Action::Sync))?;
        file.close().map_err(refuse(Action::Close))?;
        if let Some(mut temporary) = temporary {
            temporary.rename().map_err(refuse(Action::Rename))?;
            temporary.sync_directory().map_err(refuse(Action::SyncDirectory))?;
        }
        Ok(writer.accepted())
    }

    fn abort(self: Box<Self>) {}
}

impl Temporary {
    fn create(vfs: Arc<dyn Vfs>, target: PathBuf, replaces: bool) -> io::Result<(Box<dyn File>, Self)> {
        let stem = target.file_name().ok_or(Errno::NOENT)?;
        // Until the old file's permissions are known to be in place, nobody else may look.
        let privacy = if replaces { Privacy::Owner } else { Privacy::Umask };
        for _ in 0..NAMES_MAX {
            let path = directory_of(&target).join(temporary_name(stem));
            match uninterrupted(|| vfs.create_new(&path, privacy)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => return Ok((file, Self { vfs, path, target, renamed: false })),
            }
        }
        Err(Errno::EXIST.into())
    }

    /// Not repeated when interrupted: a rename that has happened unnoticed would seem to fail.
    fn rename(&mut self) -> io::Result<()> {
        self.vfs.rename(&self.path, &self.target)?;
        self.renamed = true;
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        match uninterrupted(|| self.vfs.sync_directory(directory_of(&self.target))) {
            // Some network file systems sync their directories themselves and refuse to be asked.
            Err(error) if !is_unsupported(&error) => Err(error),
            _ => Ok(()),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            // A second failure, of a file system that has just failed, cannot be told to anybody.
            let _ = uninterrupted(|| self.vfs.remove(&self.path));
        }
    }
}

fn sync(file: &mut dyn File, on_disk: bool) -> io::Result<()> {
    match uninterrupted(|| file.sync()) {
        // Pipes, terminals and some devices have nothing to sync and say so.
        Err(error) if !on_disk && is_unsupported(&error) => Ok(()),
        answer => answer,
    }
}

fn route(vfs: &dyn Vfs, name: &str, path: &Path) -> Result<Route, SinkError> {
    let refuse = |action| move |error: io::Error| SinkError::from_io(name, action, error);
    let old = match uninterrupted(|| vfs.metadata(path)) {
        Ok(meta) => Some(meta),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(refuse(Action::Open)(error)),
    };
    let directory = old.is_some_and(|old| old.kind == Kind::Directory);
    if directory || path.as_os_str().as_bytes().ends_with(b"/") {
        return Err(refuse(Action::Open)(Errno::ISDIR.into()));
    }
    if let Some(old) = old.filter(|old| old.kind != Kind::File) {
        return Ok(Route::Direct(old.kind));
    }
    let Some(target) = follow(vfs, path).map_err(refuse(Action::Open))? else {
        return Ok(Route::Direct(Kind::File));
    };
    if old.is_some() {
        // Replacing needs no permission to write the old file, but its owner said that nobody should.
        uninterrupted(|| vfs.check(&target, Need::Write)).map_err(refuse(Action::Open))?;
    }
    // Syncing the directory needs to read it, and it is better to know now than after the last row.
    uninterrupted(|| vfs.check(directory_of(&target), Need::Read)).map_err(refuse(Action::Create))?;
    Ok(Route::Replace { target, old })
}

/// Where a chain of links ends; `None` if it passes through a descriptor's name, behind which may be a file
/// that has lost its own.
fn follow(vfs: &dyn Vfs, path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        if path.starts_with("/proc") || path.starts_with("/dev/fd") {
            return Ok(None);
        }
        match uninterrupted(|| vfs.read_link(&path)) {
            Ok(next) => path = directory_of(&path).join(next),
            Err(error) if is_unsupported(&error) || error.kind() == io::ErrorKind::NotFound => {
                return Ok(Some(path));
            }
            Err(error) => return Err(error),
        }
    }
    Err(Errno::LOOP.into())
}

/// Opens what cannot be replaced. A named pipe waits for its reader, and notices a stop request meanwhile.
fn open_direct(
    vfs: &dyn Vfs,
    name: &str,
    path: &Path,
    kind: Kind,
    stop: &Stop,
) -> Result<Box<dyn File>, SinkError> {
    loop {
        match uninterrupted(|| vfs.open_existing(path)) {
            Err(error) if kind == Kind::Pipe && Errno::from_io_error(&error) == Some(Errno::NXIO) => {}
            answer => return answer.map_err(|error| SinkError::from_io(name, Action::Open, error)),
        }
        if stop.level() != StopLevel::None {
            return Err(SinkError::Stopped { target: name.to_owned() });
        }
        std::thread::sleep(READER_POLL);
    }
}

/// `.NAME.brimful-<16 hexadecimal digits>.tmp`
fn temporary_name(stem: &OsStr) -> OsString {
    // A fresh state is seeded by the operating system and differs from all others of this process.
    let random = RandomState::new().hash_one(std::process::id());
    let mut name = OsString::from(".");
    name.push(OsStr::from_bytes(shortened(stem.as_bytes())));
    name.push(format!(".brimful-{random:016x}.tmp"));
    name
}

/// At most [`STEM_BYTES_MAX`] bytes, not cut inside a character of UTF-8.
fn shortened(stem: &[u8]) -> &[u8] {
    let is_continuation = |&at: &usize| stem[at] & 0b1100_0000 == 0b1000_0000;
    if stem.len() <= STEM_BYTES_MAX {
        return stem;
    }
    let end = (1..=STEM_BYTES_MAX).rev().find(|at| !is_continuation(at)).unwrap_or(STEM_BYTES_MAX);
    &stem[..end]
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Whether an error says that the call makes no sense for this kind of thing.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::INVAL | Errno::NOTSUP | Errno::ROFS | Errno::NOSYS))
}

/// A path as it may be shown on a terminal: control characters could do more there than be seen.
fn printable(path: &Path) -> String {
    let mut shown = String::new();
    for letter in path.to_string_lossy().chars() {
        if letter.is_control() {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_names_differ_and_fit() {
        let stem = OsString::from("ä".repeat(127));
        let (one, two) = (temporary_name(&stem), temporary_name(&stem));
        assert_ne!(one, two);
        assert!(one.len() <= 255, "{} bytes", one.len());
        assert!(one.to_str().is_some(), "cut inside a character");
        let short = temporary_name(OsStr::new("out.csv")).into_string().unwrap();
        assert!(short.starts_with(".out.csv.brimful-"), "{short}");
        assert_eq!(Path::new(&short).extension(), Some(OsStr::new("tmp")));
    }

    #[test]
    fn control_characters_are_shown_not_sent() {
        assert_eq!(printable(Path::new("a\x1b]52;c;b\r.csv")), "a\\u{1b}]52;c;b\\r.csv");
        assert_eq!(printable(Path::new("größe.csv")), "größe.csv");
    }
}
