//! What `PostgreSQL`'s COPY reads by default.

use brimful_core::ByteSet;

use crate::format::{CellStyle, Column, Entry, Format, Layout, TimeStyle};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "copy",
    aliases: &["pgcopy"],
    extensions: &["copy"],
    summary: "the text format of PostgreSQL's COPY: tabs between values, \\N for a null",
    args: &[],
    example: "copy",
    source: "PostgreSQL manual, COPY, Text Format",
    build: |_| Ok(Box::new(Copy)),
};

struct Copy;

impl Format for Copy {
    fn layout(&self, _table: &str, columns: &[Column]) -> Layout {
        Layout {
            before: super::between(columns.len(), b"", b"\t"),
            after: b"\n".to_vec(),
            ..Layout::default()
        }
    }

    fn cell(&self, _column: &Column) -> CellStyle {
        CellStyle {
            escaped: ByteSet::of(b"\x08\t\n\x0b\x0c\r\\"),
            escape,
            // No text of PostgreSQL can hold a NUL.
            refused: ByteSet::of(b"\0"),
            booleans: ["f", "t"],
            times: TimeStyle::OFFSET,
            ..CellStyle::bare(b"\\N")
        }
    }
}

fn escape(byte: u8, out: &mut Vec<u8>) {
    out.extend_from_slice(match byte {
        0x08 => b"\\b",
        b'\t' => b"\\t",
        b'\n' => b"\\n",
        0x0b => b"\\v",
        0x0c => b"\\f",
        b'\r' => b"\\r",
        _ => b"\\\\",
    });
}
