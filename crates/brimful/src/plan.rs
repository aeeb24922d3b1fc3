//! The plan of a run: which rows of which table, in which format, in parts of which size.

use brimful_core::{BATCH_ROWS_MAX, Fault};
use brimful_format::{ColumnFault, Format, TextPlan};

use crate::engine::Worker;
use crate::spec::{RowLimit, Shard};
use crate::{SpecError, Table};

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many rows.
    pub rows: RowLimit,
    /// At most this many bytes.
    pub size: Option<u64>,
    /// The first row.
    pub from_row: u64,
    /// The share of the rows that is made here.
    pub shard: Option<Shard>,
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A column or another expression is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// What is asked for cannot be had.
    #[error("{0}")]
    Limits(Fault),
}

/// Everything a worker needs to know; built once, never changed while it runs.
pub struct Plan {
    pub(crate) table: Table,
    pub(crate) text: TextPlan,
    /// The first row of the output.
    pub(crate) first: u64,
    /// The row after the last one.
    pub(crate) end: u64,
    /// At most this many bytes.
    pub(crate) size: Option<u64>,
    /// Rows of a batch.
    pub(crate) batch_rows: usize,
    /// Rows of a part: whole batches.
    pub(crate) part_rows: u64,
    endless: bool,
}

/// What a block should hold: larger ones leave the second-level cache.
const BLOCK_BYTES: usize = 128 << 10;

/// What the vectors and segments of a batch should hold: they stay in the first-level cache.
const BATCH_BYTES: usize = 24 << 10;

/// How many rows a batch has at least: fewer would not repay the passes over them.
const BATCH_ROWS_MIN: usize = 32;

/// How many rows are encoded to learn how wide a row is.
const PROBE_ROWS: usize = 128;

impl Plan {
    /// Plans the rows that the limits ask for.
    ///
    /// # Errors
    /// When a text pattern is malformed, or when the limits cannot be met: more rows than there are row numbers, or
    /// than a unique column has values.
    pub fn new(table: Table, name: &str, format: &dyn Format, limits: &Limits) -> Result<Self, PlanError> {
        let columns = table.format_columns();
        let text = TextPlan::new(format, name, &columns, PROBE_ROWS);
        let text = text.map_err(|ColumnFault { column, fault }| table.text_error(column, fault))?;
        let (first, end) = row_range(limits).map_err(PlanError::Limits)?;
        let end = within_capacity(&table, first, end, limits)?;
        let endless = limits.rows == RowLimit::Forever;
        let plan = Self {
            table,
            text,
            first,
            end,
            size: limits.size,
            batch_rows: PROBE_ROWS,
            part_rows: 1,
            endless,
        };
        let (batch_rows, part_rows) = plan.choose_sizes();
        let plan = Self { part_rows, ..plan.with_batch_rows(batch_rows) };
        plan.check_size().map_err(PlanError::Limits)?;
        Ok(plan)
    }

    /// How many rows will be made if no size ends the run before; `None` when there is no end.
    pub fn rows(&self) -> Option<u64> {
        (!self.endless).then_some(self.end - self.first)
    }

    /// The first row.
    pub const fn first_row(&self) -> u64 {
        self.first
    }

    /// Makes parts of `rows` rows each, whatever the width of a row. The output stays the same; for tests.
    #[must_use]
    pub fn with_part_rows(mut self, rows: u64) -> Self {
        self.part_rows = rows.max(1);
        self
    }

    /// Makes batches of `rows` rows each. The output stays the same; for tests.
    #[must_use]
    pub fn with_batch_rows(mut self, rows: usize) -> Self {
        self.batch_rows = rows.clamp(1, BATCH_ROWS_MAX);
        self.text = self.text.with_batch_rows(self.batch_rows);
        self
    }

    /// Rows of a batch and of a part, by how wide the first rows are.
    fn choose_sizes(&self) -> (usize, u64) {
        let rows = (self.end - self.first).min(PROBE_ROWS as u64);
        if rows == 0 {
            return (PROBE_ROWS, PROBE_ROWS as u64);
        }
        let mut worker = Worker::new(self);
        worker.encode(self.first, rows);
        let row_bytes = worker.block().len().div_ceil(rows as usize).max(1);
        let batch_rows = (BATCH_BYTES / row_bytes).next_power_of_two().clamp(BATCH_ROWS_MIN, BATCH_ROWS_MAX);
        let batches = BLOCK_BYTES.div_ceil(row_bytes * batch_rows);
        (batch_rows, (batches * batch_rows) as u64)
    }

    /// Refuses a size that has no room for a single row.
    fn check_size(&self) -> Result<(), Fault> {
        let Some(size) = self.size else { return Ok(()) };
        let mut worker = Worker::new(self);
        let rows = (self.end - self.first).min(1);
        worker.encode(self.first, rows);
        let least = self.text.opening().len()
            + worker.block().len()
            + self.text.closing(self.first, self.first + rows).len();
        if least as u64 > size {
            let (what, needs) = match rows {
                0 => ("what stands around the rows", "that needs"),
                _ => ("one row", "the first row with what stands around it needs"),
            };
            return Err(Fault::new(format!("a size of {} has no room for {what}", of(size, "byte")))
                .hint(format!("{needs} {}", of(least as u64, "byte"))));
        }
        Ok(())
    }
}

/// The rows from the first to the one after the last.
fn row_range(limits: &Limits) -> Result<(u64, u64), Fault> {
    let from = limits.from_row;
    let RowLimit::Rows(rows) = limits.rows else {
        return match limits.shard {
            None => Ok((from, u64::MAX)),
            Some(_) => {
                Err(Fault::new("a shard of endless rows has no end").hint("give the number of rows with -n"))
            }
        };
    };
    let end = from.checked_add(rows).ok_or_else(|| {
        Fault::new(format!("{} from row {from} on go beyond the last row, number 2^64 - 2", of(rows, "row")))
            .hint(format!("there are {} from there on", of(u64::MAX - from, "row")))
    })?;
    let Some(Shard { number, count }) = limits.shard else { return Ok((from, end)) };
    // Equal shares up to one row; the product needs 128 bits.
    let share = |number: u64| from + (u128::from(rows) * u128::from(number) / u128::from(count)) as u64;
    Ok((share(number - 1), share(number)))
}

/// Refuses rows that a column cannot serve; a run without end would come to them.
fn within_capacity(table: &Table, first: u64, end: u64, limits: &Limits) -> Result<u64, PlanError> {
    let Some(serves) = table.capacity() else { return Ok(end) };
    let capacity = serves.rows;
    if end <= capacity || first == end {
        return Ok(end);
    }
    // A row has a byte at least: such a size is reached before the values are used up.
    let left = capacity.saturating_sub(first);
    if limits.rows == RowLimit::Forever && limits.size.is_some_and(|size| size <= left) {
        return Ok(capacity);
    }
    let asked = match limits.rows {
        RowLimit::Forever => "the rows asked for have no end".to_owned(),
        RowLimit::Rows(_) => format!("row {} is asked for", end - 1),
    };
    let hint = match (limits.rows, serves.unique) {
        (RowLimit::Forever, _) if left > 0 => format!("ask for at most {} with -n", of(left, "row")),
        (_, true) => "widen its range, leave `uniq` out, or ask for fewer rows with -n".to_owned(),
        (_, false) => format!("rows from number {capacity} on would leave the range of its values"),
    };
    let fault = Fault::new(format!("this column has values for {} only, and {asked}", of(capacity, "row")));
    Err(table.capacity_error(&serves, fault.hint(hint)).into())
}

/// A number of things, with an s where there is not one.
fn of(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(rows: u64, from_row: u64, shard: Option<(u64, u64)>) -> Limits {
        let shard = shard.map(|(number, count)| Shard { number, count });
        Limits { rows: RowLimit::Rows(rows), size: None, from_row, shard }
    }

    #[test]
    fn shards_cover_all_rows_once() {
        for (rows, from, count) in
            [(10, 0, 3), (2, 5, 7), (0, 1, 2), (u64::MAX, 0, 5), (1 << 40, 1 << 63, 1000)]
        {
            let mut next = from;
            for number in 1..=count {
                let (first, end) = row_range(&limits(rows, from, Some((number, count)))).unwrap();
                assert_eq!(first, next);
                assert!(end - first <= rows / count + 1);
                next = end;
            }
            assert_eq!(next, from + rows);
        }
    }

    #[test]
    fn rows_end_where_numbers_do() {
        assert_eq!(row_range(&limits(1, u64::MAX - 1, None)).unwrap(), (u64::MAX - 1, u64::MAX));
        assert!(row_range(&limits(2, u64::MAX - 1, None)).is_err());
    }
}
