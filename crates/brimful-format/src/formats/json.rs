//! JSON: an object per line, or one array of them. Numbers and truth values are typed, all else is a string.

use brimful_core::ByteSet;

use crate::format::{CellStyle, Column, Entry, Format, Group, Layout, Quote};

/// The entry of the registry for an object per line.
pub(super) const NDJSON: Entry = Entry {
    name: "ndjson",
    aliases: &["jsonl", "json-lines"],
    extensions: &["ndjson", "jsonl"],
    summary: "a JSON object per line; numbers and booleans are typed, other values are strings",
    args: &[],
    example: "ndjson",
    source: "RFC 8259, one object per line feed",
    build: |_| Ok(Box::new(Json { array: false })),
};

/// The entry of the registry for an array.
pub(super) const JSON: Entry = Entry {
    name: "json",
    aliases: &[],
    extensions: &["json"],
    summary: "one JSON array of an object per row, typed as in ndjson",
    args: &[],
    example: "json",
    source: "RFC 8259",
    build: |_| Ok(Box::new(Json { array: true })),
};

struct Json {
    array: bool,
}

impl Format for Json {
    fn layout(&self, _table: &str, columns: &[Column]) -> Layout {
        let before = columns.iter().enumerate().map(|(i, column)| {
            let mut key = if i == 0 { b"{".to_vec() } else { b",".to_vec() };
            string().dress(column.name.as_bytes(), &mut key);
            key.push(b':');
            key
        });
        let mut layout = Layout { before: before.collect(), ..Layout::default() };
        let end = if columns.is_empty() { b"{}".to_vec() } else { b"}".to_vec() };
        if self.array {
            layout.opening = b"[\n".to_vec();
            layout.after = end;
            let (head, separator, tail) = (Vec::new(), b",\n".to_vec(), b"\n".to_vec());
            layout.group = Some(Group { rows: u64::MAX, head, separator, tail });
            layout.closing = b"]\n".to_vec();
        } else {
            layout.after = [end, b"\n".to_vec()].concat();
        }
        layout
    }

    fn cell(&self, column: &Column) -> CellStyle {
        if super::is_bare(&column.shape) { CellStyle::bare(b"null") } else { string() }
    }
}

fn string() -> CellStyle {
    let mut escaped = [0; 34];
    for (byte, control) in escaped.iter_mut().zip(0_u8..32) {
        *byte = control;
    }
    (escaped[32], escaped[33]) = (b'"', b'\\');
    CellStyle {
        open: "\"",
        close: "\"",
        quote: Quote::Always,
        escaped: ByteSet::of(&escaped),
        escape,
        ..CellStyle::bare(b"null")
    }
}

/// RFC 8259, section 7: the short form where there is one. Characters beyond ASCII stay as they are, in UTF-8.
fn escape(byte: u8, out: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let short = match byte {
        b'"' | b'\\' => byte,
        8 => b'b',
        9 => b't',
        10 => b'n',
        12 => b'f',
        13 => b'r',
        _ => {
            let (high, low) = (HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]);
            return out.extend_from_slice(&[b'\\', b'u', b'0', b'0', high, low]);
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ascii_character_reads_back() {
        for byte in 0..128_u8 {
            let mut out = Vec::new();
            string().dress(&[byte], &mut out);
            let expected = serde_json::to_string(&char::from(byte).to_string()).unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
