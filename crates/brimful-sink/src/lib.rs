//! Blocks to the world: standard output, a file, or nowhere.
//!
//! A [`Sink`] is where encoded bytes go. It opens one or more [`Lane`]s; workers push [`Block`]s into
//! them; when all lanes are done the sink is finished (the result appears) or aborted (nothing does).
//!
//! | sink | lanes | what `finish` promises |
//! |---|---|---|
//! | [`StdoutSink`] | one, ordered | every byte was accepted and the descriptor closed without error |
//! | [`FileSink`] | one, ordered | the final name holds exactly the bytes pushed, synced to the device |
//! | [`DiscardSink`] | as many as asked | nothing was written |
//!
//! The sinks reach the operating system only through the traits of [`os`]. [`sim`] implements the same
//! traits in memory, with short writes, interruptions, any error at any operation, and power cuts, so that
//! every failure a disk or a reader can show is a plain unit test.
//!
//! # Architecture invariants
//!
//! - Partial writes, `EINTR`, `EAGAIN` and stop requests are handled in one loop, in `writer.rs`.
//! - No descriptor that is shared with another process ever has its flags changed.
//! - `unsafe` appears twice: in the hook that runs before `main` and around the checked `close`.
//! - Nothing here prints, exits or installs a signal handler.

mod block;
mod close;
mod discard;
mod error;
mod file;
mod lane;
pub mod os;
pub mod sim;
mod startup;
mod stdout;
mod stop;
mod writer;

pub use block::{Around, Block, Cut, Ends, Lines, RecordEnds, Whole};
pub use discard::DiscardSink;
pub use error::{Action, SinkError};
pub use file::FileSink;
pub use lane::{Accepted, Lane, Pushed, Sink};
pub use os::Kind;
pub use startup::stdout_was_closed_at_start;
pub use stdout::{StdoutSink, is_stdout};
pub use stop::{Stop, StopLevel};
