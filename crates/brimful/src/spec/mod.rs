//! What people write: columns, limits, seeds; and how they are told what is wrong with it.

mod column;
mod limits;
mod render;
mod suggest;

pub use column::{ColumnText, parse_column};
pub use limits::{RowLimit, Shard, parse_now, parse_rows, parse_seed, parse_shard, parse_size};
pub use render::render;
pub use suggest::unknown;
