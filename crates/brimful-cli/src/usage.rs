//! What the parser of flags says, in the form of all other errors.

use std::io::IsTerminal;
use std::process::ExitCode;

use brimful::spec::render;
use brimful_core::Fault;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::catalogue::print;
use crate::failure::{USAGE, print_error, wants_colour};

const SEE_HELP: &str = "`brimful --help` shows all flags";

/// Help and version go to standard output with the promises that rows have, everything else to standard error.
pub(crate) fn answer(error: &Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = error.render();
            let text = if wants_colour(std::io::stdout().is_terminal()) {
                text.ansi().to_string()
            } else {
                text.to_string()
            };
            print(text.as_bytes()).unwrap_or_else(crate::failure::Failure::report)
        }
        // Nothing was asked for. On standard output the help would be taken for rows.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(USAGE)
        }
        _ => {
            print_error(&render(&fault(error), ""));
            ExitCode::from(USAGE)
        }
    }
}

/// What is wrong with the flags, and what to do.
fn fault(error: &Error) -> Fault {
    let argument = flag_name(&text(error, ContextKind::InvalidArg));
    let value = text(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument if !argument.starts_with('-') => {
            Fault::new(format!("`{argument}` is one argument too many")).hint(SEE_HELP)
        }
        ErrorKind::UnknownArgument => {
            let near = text(error, ContextKind::SuggestedArg);
            let hint = if near.is_empty() { SEE_HELP.to_owned() } else { format!("did you mean `{near}`?") };
            Fault::new(format!("unknown flag `{argument}`")).hint(hint)
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            Fault::new(format!("`{argument}` has no value")).hint(SEE_HELP)
        }
        ErrorKind::InvalidValue => Fault::new(format!("`{argument}` does not take `{value}`"))
            .hint(format!("it takes {}", alternatives(&texts(error, ContextKind::ValidValue)))),
        ErrorKind::ValueValidation => Fault::new(format!("`{argument}` does not take `{value}`"))
            .hint("it takes a whole number from 1 on"),
        ErrorKind::ArgumentConflict => conflict(&argument, &texts(error, ContextKind::PriorArg)),
        ErrorKind::MissingRequiredArgument if argument == "<COLUMN>..." => Fault::new("no column is named")
            .hint("name some, like `brimful uuidv4 email`; `brimful generators` lists what they can be"),
        ErrorKind::MissingRequiredArgument => Fault::new(format!("`{argument}` is missing")).hint(SEE_HELP),
        ErrorKind::InvalidUtf8 => Fault::new("an argument is not valid UTF-8").hint("write it in UTF-8"),
        _ => Fault::new(first_line(error)).hint(SEE_HELP),
    }
}

fn conflict(argument: &str, prior: &[String]) -> Fault {
    match prior {
        [other] if flag_name(other) == argument => {
            Fault::new(format!("`{argument}` is given twice")).hint("keep one of them")
        }
        [] => Fault::new(format!("`{argument}` cannot be used with a command")).hint(SEE_HELP),
        others => {
            let others: Vec<String> = others.iter().map(|other| format!("`{}`", flag_name(other))).collect();
            Fault::new(format!("`{argument}` and {} exclude each other", others.join(", ")))
                .hint("leave one of them out")
        }
    }
}

/// A flag without what follows it in a usage line: `--rows` of `--rows <ROWS>`.
fn flag_name(usage: &str) -> String {
    let end = if usage.starts_with('-') { usage.find([' ', '[']) } else { None };
    usage[..end.unwrap_or(usage.len())].to_owned()
}

/// The texts that clap gives for a part of its message.
fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    }
}

fn text(error: &Error, kind: ContextKind) -> String {
    texts(error, kind).join(" ")
}

/// `a, b or c`.
fn alternatives(texts: &[String]) -> String {
    match texts {
        [] => "something else".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn first_line(error: &Error) -> String {
    let message = error.render().to_string();
    let line = message.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}
