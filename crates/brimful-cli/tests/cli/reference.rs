//! `docs/reference/` is derived from the registries and the flags; it fails when it is stale.

use std::fs;

use serde_json::Value;

use crate::registry::{registry, text};
use crate::support::{output, root, updates};

#[test]
fn reference_pages_are_up_to_date() {
    let pages = [
        ("command.md", command()),
        ("generators.md", page("generators", GENERATORS)),
        ("formats.md", page("formats", FORMATS)),
        ("distributions.md", page("distributions", DISTRIBUTIONS)),
    ];
    let folder = root().join("docs/reference");
    for (name, expected) in pages {
        let path = folder.join(name);
        if updates() {
            fs::create_dir_all(&folder).expect("a directory");
            fs::write(&path, &expected).expect("a page");
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "docs/reference/{name} is stale: UPDATE_EXPECTED=1 writes it again");
    }
}

const GENERATORS: &str = "\
# Generators

What a column can be made of: `[NAME=]GENERATOR[:ARGUMENT,…]`. Arguments are given in their order, or by name as in
`int:max=9`. Every generator takes `null=`. `brimful generators NAME` shows the same page in a terminal.

What would separate or quote, and belongs to a value or a name, stands behind a backslash: `\\,` `\\:` `\\=` `\\'` `\\\\`;
`\\n` and `\\t` are a line feed and a tab. Or the text stands in single quotes, in which only a quote is special: `''`
is one. A shell takes quotes and backslashes for itself, so the whole column goes into double ones:
`\"plan=enum:'small, cheap',large\"`.

";

const FORMATS: &str = "\
# Formats

How rows are written: `-f FORMAT[:ARGUMENT,…]`, or by the ending of the file that `-o` names.

";

const DISTRIBUTIONS: &str = "\
# Distributions

How often each value of a range comes: `dist=NAME[/PARAMETER…]`. A distribution is truncated to the range of its
column.

";

fn command() -> String {
    let help = String::from_utf8(output("--help")).expect("UTF-8");
    let help: Vec<&str> = help.lines().map(str::trim_end).collect();
    format!("# The command\n\nWhat `brimful --help` prints.\n\n```text\n{}\n```\n", help.join("\n").trim())
}

fn page(group: &str, opening: &str) -> String {
    let entries = registry(group);
    let mut page = opening.to_owned();
    page.push_str("| name | what it is |\n|---|---|\n");
    for entry in &entries {
        let name = text(entry, "name");
        page.push_str(&format!("| [{name}](#{}) | {} |\n", anchor(name), cell(text(entry, "summary"))));
    }
    for entry in &entries {
        page.push_str(&section(entry, group));
    }
    page
}

fn section(entry: &Value, group: &str) -> String {
    let name = text(entry, "name");
    let mut section = format!("\n## {name}\n\n{}.\n", sentence(text(entry, "summary")));
    let aliases = list(entry, "aliases");
    if !aliases.is_empty() {
        section.push_str(&format!("\nAlso called `{}`.\n", aliases.join("`, `")));
    }
    let extensions = list(entry, "extensions");
    if !extensions.is_empty() {
        section.push_str(&format!("\nFile endings: `.{}`.\n", extensions.join("`, `.")));
    }
    section.push_str(&arguments(entry));
    let modifiers = list(entry, "modifiers");
    if !modifiers.is_empty() {
        section.push_str(&format!("\nTakes `{}`.\n", modifiers.join("`, `")));
    }
    let before = if group == "formats" { "-f " } else { "" };
    let after = if group == "formats" { " name email" } else { "" };
    section.push_str(&format!("\n```text\nbrimful {before}{}{after}\n", text(entry, "example")));
    for value in list(entry, "values") {
        section.push_str(&format!("{value}\n"));
    }
    section.push_str(&format!("```\n\nSource: {}.\n", text(entry, "source").trim_end_matches('.')));
    section
}

fn arguments(entry: &Value) -> String {
    let arguments = entry["arguments"].as_array().expect("a list");
    if arguments.is_empty() {
        return String::new();
    }
    let mut table = "\n| argument | what it does | kind | default |\n|---|---|---|---|\n".to_owned();
    for argument in arguments {
        let unit = text(argument, "unit");
        let kind = text(argument, "kind");
        let kind = if unit.is_empty() { kind.to_owned() } else { format!("{kind}, {unit}") };
        let default = argument["default"].as_str().unwrap_or("required");
        let name = text(argument, "name");
        let summary = cell(text(argument, "summary"));
        table.push_str(&format!("| `{name}` | {summary} | {kind} | {} |\n", cell(default)));
    }
    table
}

fn list<'a>(entry: &'a Value, key: &str) -> Vec<&'a str> {
    entry[key].as_array().map(|texts| texts.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

/// A text that does not end the cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// As the beginning of a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The anchor that a heading gets on the usual hosts.
fn anchor(heading: &str) -> String {
    heading.replace('.', "").to_lowercase()
}
