//! How a run fails: a message with a hint on standard error, and the exit code that tells scripts what happened.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use brimful::spec::render;
use brimful::{PlanError, SpecError};
use brimful_core::Fault;
use brimful_sink::SinkError;

use crate::human;

/// Exit code of a failure that is neither the user's nor the target's.
const FAILED: u8 = 1;
/// Exit code of a usage or spec error.
pub(crate) const USAGE: u8 = 2;

/// A failure that ends the command.
pub(crate) enum Failure {
    /// A flag, a column or a limit is wrong.
    Spec { fault: Fault, source: String },
    /// The target refused; `rows` complete ones are in it.
    Target { error: SinkError, rows: u64 },
    /// The system refused something that the command itself needs.
    System { fault: Fault },
}

impl Failure {
    /// A wrong flag; `source` is what was written.
    pub(crate) fn flag(flag: &str, source: &str, fault: Fault) -> Self {
        let shift = flag.len() + 1;
        let span =
            fault.span.map_or(shift..shift + source.len(), |span| span.start + shift..span.end + shift);
        Self::Spec { fault: Fault { span: Some(span), ..fault }, source: format!("{flag} {source}") }
    }

    /// Something that no place in a source can be shown for.
    pub(crate) fn plain(fault: Fault) -> Self {
        Self::Spec { fault, source: String::new() }
    }

    /// Prints the message and gives the exit code. A reader that has left is no news.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Spec { fault, source } => {
                print_error(&render(&fault, &source));
                ExitCode::from(USAGE)
            }
            Self::System { fault } => {
                print_error(&render(&fault, ""));
                ExitCode::from(FAILED)
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

fn target_message(error: &SinkError, rows: u64) -> String {
    let after = match rows {
        0 => String::new(),
        1 => ", after 1 complete row".to_owned(),
        rows => format!(", after {} complete rows", human::count(rows)),
    };
    let fault = Fault { message: error.message() + &after, span: None, hint: error.hint() };
    render(&fault, "")
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
            PlanError::Limits(fault) => Self::plain(fault),
            other => Self::plain(Fault::new(other.to_string())),
        }
    }
}

impl From<SinkError> for Failure {
    fn from(error: SinkError) -> Self {
        Self::Target { error, rows: 0 }
    }
}

/// Whether a stream gets colours: where people look and did not decline them (<https://no-color.org>).
pub(crate) fn wants_colour(is_terminal: bool) -> bool {
    is_terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Prints a message whose first word is `error:`.
pub(crate) fn print_error(message: &str) {
    let mut stderr = std::io::stderr().lock();
    let text = if wants_colour(stderr.is_terminal()) {
        let text = message.replacen("error:", "\x1b[1;31merror:\x1b[0m", 1);
        text.replacen("\nhint:", "\n\x1b[1;36mhint:\x1b[0m", 1)
    } else {
        message.to_owned()
    };
    // Where even standard error is gone there is nobody left to tell.
    let _ = stderr.write_all(text.as_bytes());
}
