//! The registries as people read them.

use std::process::ExitCode;

use brimful_core::{Arg, Entry, Modifier, generators};
use brimful_format::formats;
use brimful_sink::{Block, Sink, StdoutSink, Stop, Whole};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::flags::Query;
use crate::generate::sample;

/// What a list shows of an entry of any registry.
struct Item {
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    example: &'static str,
    source: &'static str,
    args: Vec<(String, String)>,
    /// A value, for the list, and a few, for the page.
    samples: Vec<String>,
    json: Value,
}

/// `brimful generators`.
pub(crate) fn generators(query: &Query) -> Result<ExitCode, Failure> {
    let items = generators::REGISTRY.iter().map(generator_item).collect();
    show(query, "generator", items)
}

/// `brimful formats`.
pub(crate) fn formats(query: &Query) -> Result<ExitCode, Failure> {
    let item = |entry: &brimful_format::format::Entry| Item {
        name: entry.name,
        aliases: entry.aliases,
        summary: entry.summary,
        example: entry.example,
        source: entry.source,
        args: entry.args.iter().map(arg_line).collect(),
        samples: Vec::new(),
        json: json!({
            "name": entry.name, "aliases": entry.aliases, "extensions": entry.extensions,
            "summary": entry.summary, "args": args_json(entry.args), "example": entry.example,
            "source": entry.source,
        }),
    };
    show(query, "format", formats::REGISTRY.iter().map(item).collect())
}

/// `brimful distributions`.
pub(crate) fn distributions(query: &Query) -> Result<ExitCode, Failure> {
    show(query, "distribution", Vec::new())
}

fn generator_item(entry: &Entry) -> Item {
    let samples: Vec<String> =
        sample(entry.example, 3).map(|text| text.lines().map(str::to_owned).collect()).unwrap_or_default();
    let modifiers: Vec<&str> =
        std::iter::once(Modifier::Null).chain(entry.modifiers.iter().copied()).map(Modifier::name).collect();
    let mut args: Vec<(String, String)> = entry.args.iter().map(arg_line).collect();
    args.extend(
        entry.modifiers.iter().map(|modifier| (modifier.syntax().to_owned(), modifier.summary().to_owned())),
    );
    Item {
        name: entry.name,
        aliases: entry.aliases,
        summary: entry.summary,
        example: entry.example,
        source: entry.source,
        args,
        json: json!({
            "name": entry.name, "aliases": entry.aliases, "summary": entry.summary,
            "args": args_json(entry.args), "modifiers": modifiers, "example": entry.example,
            "values": samples, "source": entry.source,
        }),
        samples,
    }
}

fn arg_line(arg: &Arg) -> (String, String) {
    let unit = if arg.unit.is_empty() { String::new() } else { format!(", in {}", arg.unit) };
    let text = format!("{} ({}{unit}; default: {})", arg.summary, arg.kind.name(), arg.default);
    (arg.name.to_owned(), text)
}

fn args_json(args: &[Arg]) -> Vec<Value> {
    let arg = |arg: &Arg| {
        json!({
            "name": arg.name, "kind": arg.kind.name(), "unit": arg.unit,
            "default": arg.default, "summary": arg.summary,
        })
    };
    args.iter().map(arg).collect()
}

/// Shows the entries that a pattern names: all, those that contain it, or the one that it is.
fn show(query: &Query, what: &str, items: Vec<Item>) -> Result<ExitCode, Failure> {
    let pattern = query.pattern.as_deref().unwrap_or_default().to_lowercase();
    let exact = items.iter().position(|item| item.name == pattern || item.aliases.contains(&&*pattern));
    let matches = |item: &&Item| {
        let texts = [item.name, item.summary].into_iter().chain(item.aliases.iter().copied());
        texts.into_iter().any(|text| text.to_lowercase().contains(&pattern))
    };
    let chosen: Vec<&Item> = match exact {
        Some(index) => vec![&items[index]],
        None => items.iter().filter(matches).collect(),
    };
    if chosen.is_empty() {
        let names = items.iter().map(|item| item.name);
        let fault =
            brimful::spec::unknown(what, &pattern, names, &format!("`brimful {what}s` lists them all"));
        return Err(Failure::flag(&format!("{what}s"), &pattern, fault));
    }
    let text = if query.json {
        let values: Vec<&Value> = chosen.iter().map(|item| &item.json).collect();
        format!("{}\n", Value::from_iter(values.into_iter().cloned()))
    } else if exact.is_some() {
        page(chosen[0])
    } else {
        list(&chosen)
    };
    print(text.as_bytes())
}

/// Columns of a list: name, an example of a value, summary.
fn list(items: &[&Item]) -> String {
    let width = items.iter().map(|item| item.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for item in items {
        text.push_str(&format!("{:width$}  {}\n", item.name, item.summary));
        if let Some(value) = item.samples.first() {
            let shown: String = value.chars().take(60).collect();
            text.push_str(&format!("{:width$}    {shown}\n", ""));
        }
    }
    text
}

/// Everything about one entry.
fn page(item: &Item) -> String {
    let mut text = format!("{}: {}\n", item.name, item.summary);
    if !item.aliases.is_empty() {
        text.push_str(&format!("also called {}\n", item.aliases.join(", ")));
    }
    if !item.args.is_empty() {
        let width = item.args.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        text.push('\n');
        for (name, summary) in &item.args {
            text.push_str(&format!("  {name:width$}  {summary}\n"));
        }
    }
    text.push_str(&format!("\nexample: {}\n", item.example));
    for value in &item.samples {
        text.push_str(&format!("  {value}\n"));
    }
    text.push_str(&format!("\nsource: {}\n", item.source));
    text
}

/// Prints a text with the promises that rows have.
pub(crate) fn print(text: &[u8]) -> Result<ExitCode, Failure> {
    let stop = Stop::new();
    let mut sink = Box::new(StdoutSink::open(&stop)?);
    {
        let mut lanes = sink.open(std::num::NonZeroUsize::MIN)?;
        let ends = Whole { bytes: text.len(), records: 1 };
        for lane in &mut lanes {
            let _ = lane.push(Block::rows(text, 1, &ends))?;
        }
    }
    sink.finish()?;
    Ok(ExitCode::SUCCESS)
}
