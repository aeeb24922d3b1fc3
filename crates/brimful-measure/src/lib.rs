//! Measuring a run: what was delivered, how fast, and how long it still takes.
//!
//! Nothing here reads the time by itself: whoever measures hands in the [`Clock`].

mod clock;
mod meter;
mod rate;

pub use clock::{Clock, SystemClock};
pub use meter::{Meter, Reading};
pub use rate::{Estimate, Goal};
