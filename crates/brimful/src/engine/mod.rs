//! The engine: workers that generate and encode parts, and the order in which their blocks go out.
//!
//! A worker takes the number of the next part, makes its block, waits for its turn, hands the block to the lane and
//! passes the turn on. There is no queue and no writer thread: memory is one block per worker, whatever the number
//! of rows, and the bytes do not depend on how many workers there are. A target with several lanes takes blocks in
//! any order, and then nobody waits.

mod ends;
mod run;
mod worker;

pub use run::{End, Outcome, RunError, default_jobs, run};
pub(crate) use worker::Worker;
