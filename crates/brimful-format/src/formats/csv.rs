//! Comma-separated values, and the same with tabs.
//!
//! Where RFC 4180 leaves a choice: lines end with a line feed; a null is an empty cell and an empty text is `""`, so
//! that `PostgreSQL` reads back which was which; in a table of one column a null therefore is an empty line, which is a
//! record by the grammar of the RFC, though some readers skip it. Spaces are part of the value and need no quotes.

use brimful_core::{Arg, Args, ByteSet, Fault, Kind, Text};

use crate::format::{CellStyle, Column, Entry, Format, Layout, Quote};

const HEADER: Arg = Arg {
    name: "header",
    kind: Kind::Text,
    unit: "",
    default: "on",
    summary: "`off` to leave the names out",
};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "csv",
    aliases: &[],
    extensions: &["csv"],
    summary: "comma-separated values; a null is an empty cell, an empty text is \"\"",
    args: &[
        HEADER,
        Arg {
            name: "separator",
            kind: Kind::Text,
            unit: "",
            default: "comma",
            summary: "what stands between values",
        },
    ],
    example: "csv:header=off",
    source: "RFC 4180, with line feeds as line ends; a null that is alone in its row is an empty line, which some readers skip",
    build: |args| build(args, args.text("separator").map_or(",", Text::as_str)),
};

/// The entry of the registry for tabs.
pub(super) const TSV: Entry = Entry {
    name: "tsv",
    aliases: &["tab"],
    extensions: &["tsv", "tab"],
    summary: "tab-separated values, quoted as in csv",
    args: &[HEADER],
    example: "tsv:header=off",
    source: "RFC 4180 with tabs for commas",
    build: |args| build(args, "\t"),
};

struct Csv {
    separator: Vec<u8>,
    /// What cannot stand in a cell without quotes.
    specials: ByteSet,
    header: bool,
}

fn build(args: &Args, separator: &str) -> Result<Box<dyn Format>, Fault> {
    if separator.is_empty() || separator.contains(['"', '\n', '\r']) {
        return Err(args
            .fault("separator", format!("a separator of csv cannot be {separator:?}"))
            .hint("use a comma, a semicolon, a tab or another character that is no quote or line end"));
    }
    // A backslash, because PostgreSQL before 18 takes a line `\.` for the end of the data, unless it is quoted.
    let specials = ByteSet::of(separator.as_bytes()).union(ByteSet::of(b"\"\r\n\\"));
    Ok(Box::new(Csv { separator: separator.into(), specials, header: super::switch(args, "header", true)? }))
}

impl Format for Csv {
    fn layout(&self, _table: &str, columns: &[Column]) -> Layout {
        let mut opening = Vec::new();
        if self.header {
            let style = self.style();
            for (i, column) in columns.iter().enumerate() {
                opening.extend_from_slice(if i == 0 { b"" } else { &self.separator });
                style.dress(column.name.as_bytes(), &mut opening);
            }
            opening.push(b'\n');
        }
        Layout {
            opening,
            before: super::between(columns.len(), b"", &self.separator),
            after: b"\n".to_vec(),
            ..Layout::default()
        }
    }

    fn cell(&self, _column: &Column) -> CellStyle {
        self.style()
    }
}

impl Csv {
    fn style(&self) -> CellStyle {
        CellStyle {
            open: "\"",
            close: "\"",
            quote: Quote::Needed(self.specials),
            escaped: ByteSet::of(b"\""),
            escape: |_, out| out.extend_from_slice(b"\"\""),
            ..CellStyle::bare(b"")
        }
    }
}
