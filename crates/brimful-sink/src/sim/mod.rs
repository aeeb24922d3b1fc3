//! The operating system in memory, with every fault on demand.
//!
//! [`SimFs`] is a file system that fails the operation it is told to, and can lose its power. [`SimStream`]
//! stands for standard output and follows a script. Both are meant for tests, of this crate and of others.
//!
//! ```
//! use brimful_sink::sim::{Effect, Fault, SimFs};
//! use brimful_sink::{Block, FileSink, Lines, Sink, Stop};
//! use rustix::io::Errno;
//! use std::{num::NonZeroUsize, path::Path, sync::Arc};
//!
//! let disk = SimFs::new();
//! disk.put("/out.csv", b"old\n");
//! let mut sink = FileSink::open_in(Arc::new(disk.clone()), Path::new("/out.csv"), &Stop::new())?;
//! disk.inject(Fault::always(disk.operations().len(), Effect::Fail(Errno::NOSPC)));
//! let result = sink.open(NonZeroUsize::MIN)?[0].push(Block::rows(b"new\n", 1, &Lines(b"new\n")));
//! assert_eq!(result.unwrap_err().to_string(), "cannot write to /out.csv: no space left on device");
//! disk.heal();
//! drop(sink);
//! assert_eq!(disk.paths(), [Path::new("/out.csv")]);
//! assert_eq!(disk.read("/out.csv").unwrap(), b"old\n");
//! # Ok::<(), brimful_sink::SinkError>(())
//! ```

mod fault;
mod fs;
mod stream;
mod world;

pub use fault::{Effect, Fault, Operation};
pub use fs::SimFs;
pub use stream::{Received, SimStream, Step};
pub use world::{Crash, Unsynced};
