//! Plain columns with a separator between them.

use brimful_core::{Arg, Args, Fault, Kind};

use crate::format::{CellStyle, Column, Entry, Format, Layout};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "text",
    aliases: &["column", "columns", "txt"],
    extensions: &["txt"],
    summary: "values with a separator between them, as they are",
    args: &[
        Arg {
            name: "separator",
            kind: Kind::Text,
            unit: "",
            default: "space",
            summary: "what stands between values",
        },
        Arg {
            name: "header",
            kind: Kind::Text,
            unit: "",
            default: "off",
            summary: "`on` to begin with the names",
        },
    ],
    example: "text:separator=;",
    source: "nothing is quoted or escaped: a value that contains the separator cannot be told from two values",
    build,
};

struct Text {
    separator: Vec<u8>,
    header: bool,
}

fn build(args: &Args) -> Result<Box<dyn Format>, Fault> {
    let separator = args.text("separator").map_or(" ", |text| text.as_str());
    Ok(Box::new(Text { separator: separator.into(), header: super::switch(args, "header", false)? }))
}

impl Format for Text {
    fn layout(&self, _table: &str, columns: &[Column]) -> Layout {
        let names: Vec<&[u8]> = columns.iter().map(|column| column.name.as_bytes()).collect();
        let header = [names.join(&self.separator[..]), b"\n".to_vec()].concat();
        Layout {
            opening: if self.header { header } else { Vec::new() },
            before: super::between(columns.len(), b"", &self.separator),
            after: b"\n".to_vec(),
            ..Layout::default()
        }
    }

    fn cell(&self, _column: &Column) -> CellStyle {
        CellStyle::bare(b"")
    }
}
