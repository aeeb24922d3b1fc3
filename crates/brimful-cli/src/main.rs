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

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::process::ExitCode;

use brimful_core::Fault;
use clap::{CommandFactory, Parser};

use failure::Failure;
use flags::{Cli, Command};

fn main() -> ExitCode {
    set_hook(Box::new(|panic| failure::print_error(&bug_report(panic))));
    guarded(|| match Cli::try_parse() {
        Ok(cli) => run(cli).unwrap_or_else(Failure::report),
        Err(error) => usage::answer(&error),
    })
}

/// Runs the command; should it panic, the exit code is that of every other failure, and what was being written has
/// been given up on the way.
fn guarded(command: impl FnOnce() -> ExitCode) -> ExitCode {
    catch_unwind(AssertUnwindSafe(command)).unwrap_or(ExitCode::FAILURE)
}

fn bug_report(panic: &PanicHookInfo<'_>) -> String {
    let message = panic.payload_as_str().unwrap_or("something that should never happen has happened");
    let place = panic.location().map_or(String::new(), |place| format!(" ({place})"));
    let fault = Fault::new(format!("a fault in brimful itself: {message}{place}"))
        .hint("please report it, with the command that you gave");
    brimful::spec::render(&fault, "")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure() {
        let code = |code: ExitCode| format!("{code:?}");
        assert_eq!(code(guarded(|| panic!("as a test"))), code(ExitCode::FAILURE));
        assert_eq!(code(guarded(|| ExitCode::from(3))), code(ExitCode::from(3)));
    }
}
