//! Prints the record that `docs/distributions-tests.md` keeps: how well the draws of each law fit its definition.

use std::error::Error;
use std::io::{self, Write};

#[path = "../tests/laws/cases.rs"]
mod cases;
#[path = "../tests/laws/statistics.rs"]
mod statistics;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = io::stdout().lock();
    writeln!(out, "| law | range | test | statistic | degrees | p |")?;
    writeln!(out, "|---|---|---|---:|---:|---:|")?;
    for case in cases::cases() {
        let outcome = case.run()?;
        let statistic = if outcome.degrees == 0 {
            format!("{:.6}", outcome.statistic)
        } else {
            format!("{:.1}", outcome.statistic)
        };
        let kind = if outcome.degrees == 0 { "real" } else { "whole" };
        let degrees = if outcome.degrees == 0 { String::new() } else { outcome.degrees.to_string() };
        let (law, range) = (case.law, case.domain);
        writeln!(
            out,
            "| `{law}` | {kind}, {range} | {} | {statistic} | {degrees} | {:.4} |",
            outcome.test, outcome.p
        )?;
    }
    writeln!(out, "\n{} draws each.", cases::DRAWS)?;
    Ok(())
}
