//! A table for people, in Markdown.

use brimful_core::ByteSet;

use crate::format::{CellStyle, Column, Entry, Format, Layout};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "markdown",
    aliases: &["md"],
    extensions: &["md", "markdown"],
    summary: "a Markdown table; a null is an empty cell, numbers stand at the right",
    args: &[],
    example: "markdown",
    source: "GitHub Flavored Markdown Spec, 4.10 Tables; other markup in a value is left as it is",
    build: |_| Ok(Box::new(Markdown)),
};

struct Markdown;

impl Format for Markdown {
    fn layout(&self, _table: &str, columns: &[Column]) -> Layout {
        let (mut names, mut rules) = (b"|".to_vec(), b"|".to_vec());
        for column in columns {
            names.push(b' ');
            style().dress(column.name.as_bytes(), &mut names);
            names.extend_from_slice(b" |");
            let is_number = column.shape.logical().is_number();
            rules.extend_from_slice(if is_number { b" ---: |" } else { b" --- |" });
        }
        Layout {
            opening: [names, rules, Vec::new()].join(&b'\n'),
            before: super::between(columns.len(), b"| ", b" | "),
            after: b" |\n".to_vec(),
            ..Layout::default()
        }
    }

    fn cell(&self, _column: &Column) -> CellStyle {
        style()
    }
}

fn style() -> CellStyle {
    CellStyle { escaped: ByteSet::of(b"|\\\n\r"), escape, ..CellStyle::bare(b"") }
}

/// A row is a line, so line ends are markup or a character reference.
fn escape(byte: u8, out: &mut Vec<u8>) {
    out.extend_from_slice(match byte {
        b'\n' => b"<br>",
        b'\r' => b"&#13;",
        b'|' => b"\\|",
        _ => b"\\\\",
    });
}
