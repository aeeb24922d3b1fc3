//! Measures every generator of the registry: CPU time for a value, without the text that a format makes of it.
//!
//! ```text
//! cargo run --release -p brimful-core --example generator_speed [COLUMN...]
//! ```
//!
//! A column is written as on the command line, `int:1,6,uniq`; without one it is the example of every entry, and
//! some more. Each is made in batches of 1,024 rows until a million rows are done, some milliseconds; the best of 25
//! such runs counts, in which nothing else had the processor. `build` is the time to make the generator.

use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use brimful_core::generators::{REGISTRY, by_name};
use brimful_core::{Args, BATCH_ROWS_MAX, Data, Fault, Generator, Key, Request, Rows, Text};

const ROWS: u64 = 1_000_000;
const RUNS: usize = 25;

/// 2026-11-21T10:20:30Z.
const NOW: i64 = 1_795_256_430_000_000;

/// What is measured besides the examples.
const MORE: [&str; 12] = [
    "country.code:uniq",
    "decimal:0,1000,dist=normal/40/9",
    "domain:uniq",
    "email:uniq",
    "float:dist=normal/0/1000",
    "int:-1000,1000",
    "int:0,10M,uniq",
    "int:0,100,dist=normal/38/12",
    "mac.address:uniq",
    "noun:dist=zipf/1.1",
    "text:1000,2000",
    "username:uniq",
];

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let examples = REGISTRY.iter().map(|entry| entry.example).chain(MORE);
    let columns: Vec<&str> =
        if asked.is_empty() { examples.collect() } else { asked.iter().map(String::as_str).collect() };
    let mut out = std::io::stdout().lock();
    writeln!(out, "{:<40} {:>8} {:>10}", "column", "ns/row", "build us")?;
    for column in columns {
        let start = Instant::now();
        let generator = build(column).map_err(|fault| format!("{column}: {fault}"))?;
        let build_us = start.elapsed().as_secs_f64() * 1e6;
        writeln!(out, "{column:<40} {:>8.2} {build_us:>10.0}", time_ns(&*generator))?;
    }
    Ok(())
}

/// The generator of a column, in a table of its own.
fn build(column: &str) -> Result<Box<dyn Generator>, Fault> {
    let text = Text::parse(column)?;
    let (name, items) = text.split_once(':').unwrap_or_else(|| (text.clone(), Text::plain("")));
    let unknown = || Fault::new(format!("there is no generator `{name}`"));
    let entry = by_name(name.as_str()).ok_or_else(unknown)?;
    let (args, modifiers) = Args::bind(entry.name, entry.args, entry.modifiers, items.split(','))?;
    let table_key = Key::root(1).derive("");
    (entry.build)(&Request {
        args: &args,
        modifiers: &modifiers,
        key: table_key.derive(entry.name),
        table_key,
        entity: 1,
        now: NOW,
        read_file: &|_| Ok(b"red\ngreen\nblue\n".to_vec()),
    })
}

/// Time for a row in the best run.
fn time_ns(generator: &dyn Generator) -> f64 {
    let rows = generator.capacity().map_or(ROWS, |capacity| capacity.min(ROWS));
    // A small domain is walked through again and again.
    let repeats = ROWS.div_ceil(rows);
    let mut data = Data::default();
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        for _ in 0..repeats {
            run(generator, rows, &mut data);
        }
        best = best.min(start.elapsed());
    }
    best.as_secs_f64() * 1e9 / (rows * repeats) as f64
}

fn run(generator: &dyn Generator, rows: u64, data: &mut Data) {
    let mut start = 0;
    while start < rows {
        let len = BATCH_ROWS_MAX.min((rows - start) as usize);
        generator.values(Rows::range(start, len), data);
        std::hint::black_box(&*data);
        start += len as u64;
    }
}
