//! Which format a run has: `-f`, else the ending of the file, else text; with what other flags add to it.

use std::path::Path;

use brimful::spec::unknown;
use brimful_core::suggest::nearest;
use brimful_core::{Args, Fault, Modifier, Text, quote};
use brimful_format::format::Entry;
use brimful_format::{Format, formats};
use brimful_sink::is_stdout;

use crate::failure::Failure;
use crate::flags::Generate;

/// The format of files whose endings say nothing.
const PLAIN: &str = "text";
/// Endings that say nothing.
const PLAIN_ENDINGS: [&str; 3] = ["txt", "dat", "log"];

/// The format that was chosen, and what it is called.
pub(crate) struct Choice {
    pub(crate) name: &'static str,
    pub(crate) format: Box<dyn Format>,
}

/// The format that the flags choose.
///
/// Flags such as `--separator` are another way to write its arguments, so they are added to the expression, and
/// what is wrong with it is shown in one place.
pub(crate) fn choose(flags: &Generate) -> Result<Choice, Failure> {
    let given = match &flags.format {
        Some(given) => given.clone(),
        None => by_ending(flags.output.as_deref())?.to_owned(),
    };
    let (entry, has_items) = named(&given)?;
    let mut source = given;
    let mut mark = if has_items { ',' } else { ':' };
    let separator = flags.separator.as_ref().map(|text| text.replace("\\t", "\t"));
    for (name, value) in [("separator", separator.as_deref()), ("header", flags.header.as_deref())] {
        let Some(value) = value else { continue };
        check_taken(name, entry)?;
        source.push_str(&format!("{mark}{name}={}", quote(value)));
        mark = ',';
    }
    if flags.table.is_some() && entry.name != "sql" {
        return Err(not_for("table", entry, &["sql"]));
    }
    if let Some(table) = flags.table.as_deref().filter(|table| table.split('.').any(str::is_empty)) {
        let fault = Fault::new("the name of a table, or of its schema, is empty");
        return Err(Failure::flag("--table", table, fault.hint("write it like users or shop.users")));
    }
    build(entry, &source)
}

/// The entry of the name before the colon, and whether there is a colon.
fn named(source: &str) -> Result<(&'static Entry, bool), Failure> {
    let wrong = |fault| Failure::flag("--format", source, fault);
    let text = Text::parse(source).map_err(wrong)?;
    let (name, has_items) = match text.split_once(':') {
        Some((name, _)) => (name, true),
        None => (text, false),
    };
    let missing = || {
        let names = formats::REGISTRY.iter().map(|entry| entry.name);
        wrong(unknown("format", name.as_str(), names, "`brimful formats` lists them all").at(name.span()))
    };
    Ok((formats::by_name(name.as_str()).ok_or_else(missing)?, has_items))
}

/// The format by the name of the file.
fn by_ending(output: Option<&Path>) -> Result<&'static str, Failure> {
    let path = output.filter(|path| !is_stdout(path));
    let Some(ending) = path.and_then(Path::extension).map(|ending| ending.to_string_lossy()) else {
        return Ok(PLAIN);
    };
    if PLAIN_ENDINGS.iter().any(|plain| plain.eq_ignore_ascii_case(&ending)) {
        return Ok(PLAIN);
    }
    formats::by_extension(&ending).map(|entry| entry.name).ok_or_else(|| unknown_ending(&ending))
}

/// Rows of another format than the name of their file says would be found out late.
fn unknown_ending(ending: &str) -> Failure {
    let endings = || formats::REGISTRY.iter().flat_map(|entry| entry.extensions).copied();
    let near = nearest(ending, endings()).map(|near| format!("did you mean `.{near}`? "));
    let hint = format!("{}choose the format with -f, such as -f csv", near.unwrap_or_default());
    Failure::plain(Fault::new(format!("no format has the file ending `.{ending}`")).hint(hint))
}

fn check_taken(name: &str, entry: &Entry) -> Result<(), Failure> {
    if takes(entry, name) {
        return Ok(());
    }
    let others: Vec<&str> =
        formats::REGISTRY.iter().filter(|other| takes(other, name)).map(|other| other.name).collect();
    Err(not_for(name, entry, &others))
}

fn takes(entry: &Entry, name: &str) -> bool {
    entry.args.iter().any(|arg| arg.name == name)
}

fn not_for(flag: &str, entry: &Entry, others: &[&str]) -> Failure {
    let hint = format!("leave it out, or choose a format that takes it: -f {}", others.join(", -f "));
    Failure::plain(Fault::new(format!("the format {} does not take `--{flag}`", entry.name)).hint(hint))
}

fn build(entry: &'static Entry, source: &str) -> Result<Choice, Failure> {
    let built = || {
        let text = Text::parse(source)?;
        let items = text.split_once(':').map_or(Vec::new(), |(_, rest)| rest.split(','));
        let (args, modifiers) = Args::bind(entry.name, entry.args, &[], items)?;
        if modifiers.span(Modifier::Null).is_some() {
            let fault = modifiers.fault(Modifier::Null, "nulls belong to a column, not to a format");
            return Err(fault.hint("write it behind the column, like email:null=2%"));
        }
        (entry.build)(&args)
    };
    let format = built().map_err(|fault| Failure::flag("--format", source, fault))?;
    Ok(Choice { name: entry.name, format })
}
