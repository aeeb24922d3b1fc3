//! brimful as a library: columns as people write them, the plan made from them, and the engine that runs it.

pub mod engine;
mod plan;
pub mod spec;
mod table;

pub use plan::{Limits, Plan, PlanError};
pub use table::{Capacity, SpecError, Table, TableOptions};
