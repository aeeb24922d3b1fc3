//! Lists and pages that fit a terminal of 80 columns.

use super::Item;
use crate::human::visible;

/// Columns of a terminal.
const WIDTH: usize = 80;
/// At most this much of an example value is shown in a list.
const VALUE_WIDTH: usize = 24;
/// Between two columns of a table.
const GAP: &str = "  ";

/// A table of names, example values where there are some, and summaries.
pub(super) fn list(items: &[&Item]) -> String {
    let name_width = widest(items.iter().map(|item| item.name));
    let values: Vec<String> = items.iter().map(|item| value(item)).collect();
    let value_width = widest(values.iter().map(String::as_str));
    let value_column = if value_width == 0 { 0 } else { value_width + GAP.len() };
    let indent = name_width + GAP.len() + value_column;
    let mut text = String::new();
    for (item, value) in items.iter().zip(&values) {
        text.push_str(&format!("{:name_width$}{GAP}{}", item.name, padded(value, value_column)));
        push_wrapped(&mut text, item.summary, indent);
    }
    text
}

/// Everything about one entry.
pub(super) fn page(item: &Item, what: &str) -> String {
    let mut text = format!("{}: ", item.name);
    push_wrapped(&mut text, item.summary, item.name.len() + 2);
    if !item.aliases.is_empty() {
        text.push_str(&format!("Also called {}.\n", item.aliases.join(", ")));
    }
    if !item.arguments.is_empty() {
        text.push_str("\nArguments:\n");
        let width = widest(item.arguments.iter().map(|(name, _)| name.as_str()));
        for (name, summary) in &item.arguments {
            text.push_str(&format!("{GAP}{}{GAP}", padded(name, width)));
            push_wrapped(&mut text, summary, width + 2 * GAP.len());
        }
    }
    let flag = if what == "format" { "-f " } else { "" };
    text.push_str(&format!("\nExample:\n  brimful {flag}{}", quoted(item.example)));
    text.push_str(if flag.is_empty() { "\n" } else { " name email\n" });
    for value in &item.values {
        text.push_str(&format!("    {}\n", visible(value)));
    }
    text.push_str("\nSource: ");
    push_wrapped(&mut text, item.source, "Source: ".len());
    text
}

/// The first value of the example, cut to fit.
fn value(item: &Item) -> String {
    let value = visible(item.values.first().map_or("", String::as_str));
    if value.chars().count() <= VALUE_WIDTH {
        return value;
    }
    let head: String = value.chars().take(VALUE_WIDTH - 1).collect();
    format!("{head}…")
}

/// An expression as a shell takes it.
fn quoted(expression: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || "=:,./%_+@^-".contains(c);
    if expression.chars().all(is_safe) {
        return expression.to_owned();
    }
    format!("'{}'", expression.replace('\'', r"'\''"))
}

fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.chars().count())))
}

/// Appends a text that begins in the column `indent`, on as many lines as it needs.
fn push_wrapped(out: &mut String, text: &str, indent: usize) {
    let mut column = indent;
    let mut is_first = true;
    for word in text.split(' ') {
        let width = word.chars().count();
        if is_first {
            is_first = false;
        } else if column + 1 + width > WIDTH {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_go_on_below_their_beginning() {
        let mut out = "name: ".to_owned();
        push_wrapped(&mut out, &"word ".repeat(30), 6);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert!(lines[1].starts_with("      word"));
    }

    #[test]
    fn examples_can_be_pasted_into_a_shell() {
        assert_eq!(quoted("age=int:18,90,null=2%"), "age=int:18,90,null=2%");
        assert_eq!(quoted("enum:it's"), r"'enum:it'\''s'");
        assert_eq!(quoted("text:separator=;"), "'text:separator=;'");
    }
}
