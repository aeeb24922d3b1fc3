//! Live examples: the first values of a column, the same every day.

use brimful::{SpecError, Table, TableOptions};
use brimful_core::{Args, Rows};
use brimful_format::{formats, reference};

/// 2026-01-01T00:00:00Z in microseconds.
const NOW: i64 = 1_767_225_600_000_000;

/// The file that examples read, whatever its name.
const FILE: &[u8] = b"red\ngreen\nblue\n";

/// The first values of a column, one a line, under a fixed seed and time.
pub(crate) fn values(column: &str, rows: usize) -> Result<Vec<String>, SpecError> {
    let options = TableOptions { seed: 1, path: "", now: NOW, read_file: &|_| Ok(FILE.to_vec()) };
    let table = Table::new(&[column], &options)?;
    let columns = table.format_columns();
    let mut vectors = table.vectors();
    table.values(Rows::range(0, rows), &mut vectors);
    let Some(text) = formats::by_name("text") else { return Ok(Vec::new()) };
    let built = Args::bind(text.name, text.args, &[], Vec::new()).and_then(|(args, _)| (text.build)(&args));
    let format = built.map_err(|fault| SpecError::new(column, fault))?;
    let bytes = reference::encode(&*format, "", &columns, 0, 0, &vectors, rows);
    Ok(String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect())
}
