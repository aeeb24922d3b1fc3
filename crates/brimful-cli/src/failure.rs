//! How a run fails: a message with a hint on standard error, and the exit code that tells scripts what happened.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use brimful::engine::RunError;
use brimful::spec::render;
use brimful::{PlanError, SpecError};
use brimful_core::Fault;
use brimful_sink::SinkError;

/// Exit code of a usage or spec error.
pub(crate) const USAGE: u8 = 2;

/// A failure that ends the command.
pub(crate) enum Failure {
    /// A flag, a column or a limit is wrong.
    Spec { fault: Fault, source: String },
    /// The target refused.
    Target { error: SinkError, rows: Option<u64> },
}

impl Failure {
    /// A wrong flag; `source` is what was written.
    pub(crate) fn flag(flag: &str, source: &str, fault: Fault) -> Self {
        let shift = flag.len() + 1;
        let span =
            fault.span.map_or(shift..shift + source.len(), |span| span.start + shift..span.end + shift);
        Self::Spec { fault: Fault { span: Some(span), ..fault }, source: format!("{flag} {source}") }
    }

    /// Prints the message and gives the exit code. A reader that has left is no news.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Spec { fault, source } => {
                print_error(&render(&fault, &source));
                ExitCode::from(USAGE)
            }
            Self::Target { error, rows } => {
                let code = error.exit_code();
                if !matches!(error, SinkError::ReaderGone { .. }) {
                    print_error(&target_message(&error, rows));
                }
                ExitCode::from(code)
            }
        }
    }
}

fn target_message(error: &SinkError, rows: Option<u64>) -> String {
    let fault = Fault { message: error.message(), span: None, hint: error.hint() };
    let told = rows.map_or(String::new(), |rows| format!("\n{rows} complete rows were accepted before\n"));
    let message = render(&fault, "");
    match message.split_once('\n') {
        Some((first, rest)) if !told.is_empty() => format!("{first}\n{told}{rest}"),
        _ => message,
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::Spec { fault: error.fault, source: error.source }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        match error {
            PlanError::Spec(error) => error.into(),
            PlanError::Limits(fault) => Self::Spec { fault, source: String::new() },
            other => Self::Spec { fault: Fault::new(other.to_string()), source: String::new() },
        }
    }
}

impl From<SinkError> for Failure {
    fn from(error: SinkError) -> Self {
        Self::Target { error, rows: None }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Self::Target { rows: (error.rows > 0).then_some(error.rows), error: error.error }
    }
}

/// Prints a message whose first word is `error:`, in colour where people look and did not decline it.
pub(crate) fn print_error(message: &str) {
    let mut stderr = std::io::stderr().lock();
    let colour = stderr.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let text = if colour {
        let text = message.replacen("error:", "\x1b[1;31merror:\x1b[0m", 1);
        text.replacen("\nhint:", "\n\x1b[1;36mhint:\x1b[0m", 1)
    } else {
        message.to_owned()
    };
    // Where even standard error is gone there is nobody left to tell.
    let _ = stderr.write_all(text.as_bytes());
}

/// Help and version go to standard output, what clap refuses to standard error in the form of all other errors.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    match error.kind() {
        DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand => match error.print() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        _ => {
            print_error(&in_our_form(&error.render().to_string()));
            ExitCode::from(USAGE)
        }
    }
}

/// From clap's message to ours: what is wrong, then the hint.
fn in_our_form(message: &str) -> String {
    let tip = message.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let hint = tip.unwrap_or("`brimful --help` shows all flags");
    let head: Vec<&str> = message.lines().take_while(|line| !line.is_empty()).collect();
    format!("{}\n\nhint: {hint}\n", head.join("\n"))
}
