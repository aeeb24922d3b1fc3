//! The `brimful` command.

#![expect(clippy::format_push_string, reason = "texts for people are made once, and read better so")]

mod catalogue;
mod choice;
mod failure;
mod flags;
mod generate;
mod human;
mod man;
mod progress;
mod sample;
mod signals;
mod summary;
mod usage;

use std::process::ExitCode;

use brimful_core::Fault;
use clap::{CommandFactory, Parser};

use failure::Failure;
use flags::{Cli, Command};

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => run(cli).unwrap_or_else(Failure::report),
        Err(error) => usage::answer(&error),
    }
}

fn run(cli: Cli) -> Result<ExitCode, Failure> {
    match cli.command {
        None => generate::run(&cli.generate),
        Some(Command::Generators(query)) => catalogue::generators(&query),
        Some(Command::Distributions(query)) => catalogue::distributions(&query),
        Some(Command::Formats(query)) => catalogue::formats(&query),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "brimful", &mut script);
            catalogue::print(&script)
        }
        Some(Command::Man) => {
            let page = man::page().map_err(|error| Failure::System {
                fault: Fault::new(format!("cannot write the man page: {error}")),
            })?;
            catalogue::print(&page)
        }
    }
}
