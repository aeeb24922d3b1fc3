//! The registries as people read them: a list, a page about one entry, or JSON.

mod layout;

use std::num::NonZeroUsize;
use std::process::ExitCode;

use brimful_core::distributions::{self, Parameter};
use brimful_core::{Arg, Entry, Modifier, generators};
use brimful_format::formats;
use brimful_sink::{Block, Sink, StdoutSink, Stop, Whole};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::flags::Query;
use crate::sample;

/// How many values the page of an entry shows.
const SAMPLES: usize = 5;

/// What is shown of an entry of any registry.
struct Item {
    name: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    example: &'static str,
    source: &'static str,
    /// What it can be told: names and what they mean.
    arguments: Vec<(String, String)>,
    /// The first values of the example.
    values: Vec<String>,
    /// What the registry has besides, for JSON.
    more: Vec<(&'static str, Value)>,
}

/// `brimful generators`.
pub(crate) fn generators(query: &Query) -> Result<ExitCode, Failure> {
    show(query, "generator", &generators::REGISTRY.iter().map(generator).collect::<Vec<_>>())
}

/// `brimful distributions`.
pub(crate) fn distributions(query: &Query) -> Result<ExitCode, Failure> {
    show(query, "distribution", &distributions::REGISTRY.iter().map(distribution).collect::<Vec<_>>())
}

/// `brimful formats`.
pub(crate) fn formats(query: &Query) -> Result<ExitCode, Failure> {
    show(query, "format", &formats::REGISTRY.iter().map(format).collect::<Vec<_>>())
}

fn generator(entry: &Entry) -> Item {
    let modifiers = || std::iter::once(Modifier::Null).chain(entry.modifiers.iter().copied());
    let arguments = entry.args.iter().map(argument);
    let syntax = |modifier: Modifier| (modifier.syntax().to_owned(), modifier.summary().to_owned());
    Item {
        name: entry.name,
        aliases: entry.aliases,
        summary: entry.summary,
        example: entry.example,
        source: entry.source,
        arguments: arguments.chain(modifiers().map(syntax)).collect(),
        values: values(entry.example),
        more: vec![
            ("arguments", entry.args.iter().map(argument_json).collect()),
            ("modifiers", modifiers().map(Modifier::name).collect()),
        ],
    }
}

fn distribution(entry: &distributions::Entry) -> Item {
    Item {
        name: entry.name,
        aliases: entry.aliases,
        summary: entry.summary,
        example: entry.example,
        source: entry.source,
        arguments: entry.parameters.iter().map(parameter).collect(),
        values: values(entry.example),
        more: vec![
            ("arguments", entry.parameters.iter().map(parameter_json).collect()),
            ("repeats", entry.repeats.into()),
        ],
    }
}

fn format(entry: &brimful_format::format::Entry) -> Item {
    Item {
        name: entry.name,
        aliases: entry.aliases,
        summary: entry.summary,
        example: entry.example,
        source: entry.source,
        arguments: entry.args.iter().map(argument).collect(),
        values: Vec::new(),
        more: vec![
            ("extensions", entry.extensions.iter().copied().collect()),
            ("arguments", entry.args.iter().map(argument_json).collect()),
        ],
    }
}

/// The first values of a column. A test shows that every example of the registries has some.
fn values(example: &str) -> Vec<String> {
    sample::values(example, SAMPLES).unwrap_or_default()
}

fn argument(arg: &Arg) -> (String, String) {
    (arg.name.to_owned(), explained(arg.summary, arg.kind.name(), arg.unit, Some(arg.default)))
}

fn parameter(parameter: &Parameter) -> (String, String) {
    let text = explained(parameter.summary, "number", parameter.unit, parameter.default);
    (parameter.name.to_owned(), text)
}

fn explained(summary: &str, kind: &str, unit: &str, default: Option<&str>) -> String {
    // A unit that says what the number is replaces the kind.
    let kind = if unit.is_empty() { kind.to_owned() } else { format!("{kind}, {unit}") };
    match default {
        None => format!("{summary} ({kind}; required)"),
        Some("") => format!("{summary} ({kind})"),
        Some(default) => format!("{summary} ({kind}; default: {default})"),
    }
}

fn argument_json(arg: &Arg) -> Value {
    json!({
        "name": arg.name, "kind": arg.kind.name(), "unit": arg.unit, "default": arg.default,
        "summary": arg.summary,
    })
}

fn parameter_json(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name, "kind": "number", "unit": parameter.unit, "default": parameter.default,
        "summary": parameter.summary,
    })
}

/// Shows the entries that a pattern names: all, those that contain it, or the one that it is.
fn show(query: &Query, what: &str, items: &[Item]) -> Result<ExitCode, Failure> {
    let pattern = query.pattern.as_deref().unwrap_or_default().to_lowercase();
    let exact = items.iter().position(|item| item.name == pattern || item.aliases.contains(&&*pattern));
    let chosen: Vec<&Item> = match exact {
        Some(index) => vec![&items[index]],
        None => items.iter().filter(|item| mentions(item, &pattern)).collect(),
    };
    if chosen.is_empty() {
        let names = items.iter().map(|item| item.name);
        let list = format!("`brimful {what}s` lists them all");
        let fault = brimful::spec::unknown(what, &pattern, names, &list);
        return Err(Failure::flag(&format!("{what}s"), &pattern, fault));
    }
    let text = if query.json {
        format!("{:#}\n", chosen.iter().map(|item| to_json(item)).collect::<Value>())
    } else if exact.is_some() {
        layout::page(chosen[0], what)
    } else {
        layout::list(&chosen)
    };
    print(text.as_bytes())
}

fn mentions(item: &Item, pattern: &str) -> bool {
    let texts = [item.name, item.summary].into_iter().chain(item.aliases.iter().copied());
    texts.into_iter().any(|text| text.to_lowercase().contains(pattern))
}

fn to_json(item: &Item) -> Value {
    let mut object = serde_json::Map::new();
    let fields = [
        ("name", json!(item.name)),
        ("aliases", json!(item.aliases)),
        ("summary", json!(item.summary)),
        ("example", json!(item.example)),
        ("values", json!(item.values)),
        ("source", json!(item.source)),
    ];
    for (name, value) in fields.into_iter().chain(item.more.iter().cloned()) {
        object.insert(name.to_owned(), value);
    }
    Value::Object(object)
}

/// Prints a text with the promises that rows have.
pub(crate) fn print(text: &[u8]) -> Result<ExitCode, Failure> {
    let stop = Stop::new();
    let mut sink = Box::new(StdoutSink::open(&stop)?);
    let ends = Whole { bytes: text.len(), records: 0 };
    for lane in &mut sink.open(NonZeroUsize::MIN)? {
        let _ = lane.push(Block::rows(text, 0, &ends))?;
    }
    sink.finish()?;
    Ok(ExitCode::SUCCESS)
}
