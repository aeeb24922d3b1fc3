//! SQL: INSERT statements of many rows each, in the dialects of three databases.
//!
//! The `PostgreSQL` and `SQLite` forms are read back by these databases in tests. The `MySQL` form follows the
//! reference manual of `MySQL` 8.4 (String Literals; Schema Object Names; The DATE, DATETIME, and TIMESTAMP Types) in
//! its default SQL mode, and was not run against a server.

use brimful_core::{Arg, Args, ByteSet, Fault, Kind, Text};

use crate::format::{CellStyle, Column, Entry, Format, Group, Layout, Quote, TimeStyle};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "sql",
    aliases: &["insert"],
    extensions: &["sql"],
    summary: "INSERT statements; a point in the table's name separates the schema from it",
    args: &[
        Arg {
            name: "dialect",
            kind: Kind::Text,
            unit: "",
            default: "postgres",
            summary: "`postgres`, `mysql` or `sqlite`",
        },
        Arg {
            name: "rows",
            kind: Kind::Integer,
            unit: "rows",
            default: "500",
            summary: "how many rows a statement has",
        },
    ],
    example: "sql:mysql,rows=1000",
    source: "the manuals of PostgreSQL (INSERT; Lexical Structure), MySQL (String Literals) and SQLite (INSERT)",
    build,
};

struct Sql {
    dialect: Dialect,
    rows: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Dialect {
    Postgres,
    Mysql,
    Sqlite,
}

fn build(args: &Args) -> Result<Box<dyn Format>, Fault> {
    let dialect = match args.text("dialect").map(Text::as_str) {
        None | Some("postgres" | "postgresql" | "pg") => Dialect::Postgres,
        Some("mysql" | "mariadb") => Dialect::Mysql,
        Some("sqlite" | "sqlite3") => Dialect::Sqlite,
        Some(other) => {
            let fault = args.fault("dialect", format!("there is no SQL dialect `{other}`"));
            return Err(fault.hint("dialects are postgres, mysql and sqlite"));
        }
    };
    let rows = args.unsigned("rows")?.unwrap_or(500);
    if rows == 0 {
        return Err(args
            .fault("rows", "a statement cannot have 0 rows")
            .hint("1 writes a statement per row"));
    }
    Ok(Box::new(Sql { dialect, rows }))
}

impl Format for Sql {
    fn layout(&self, table: &str, columns: &[Column]) -> Layout {
        let table: Vec<String> = table.split('.').map(|name| self.dialect.identifier(name)).collect();
        let names: Vec<String> = columns.iter().map(|column| self.dialect.identifier(&column.name)).collect();
        let head = format!("INSERT INTO {} ({}) VALUES\n", table.join("."), names.join(", "));
        let (separator, tail) = (b",\n".to_vec(), b";\n".to_vec());
        Layout {
            group: Some(Group { rows: self.rows, head: head.into(), separator, tail }),
            before: super::between(columns.len(), b"(", b", "),
            after: if columns.is_empty() { b"()".to_vec() } else { b")".to_vec() },
            ..Layout::default()
        }
    }

    fn cell(&self, column: &Column) -> CellStyle {
        if super::is_bare(&column.shape) {
            CellStyle { booleans: self.dialect.booleans(), ..CellStyle::bare(b"NULL") }
        } else {
            self.dialect.text()
        }
    }
}

impl Dialect {
    /// A name, quoted: so it may be a keyword, and keeps its case.
    fn identifier(self, name: &str) -> String {
        match self {
            Self::Mysql => format!("`{}`", name.replace('`', "``")),
            Self::Postgres | Self::Sqlite => format!("\"{}\"", name.replace('"', "\"\"")),
        }
    }

    fn booleans(self) -> [&'static str; 2] {
        match self {
            Self::Sqlite => ["0", "1"],
            Self::Postgres | Self::Mysql => ["FALSE", "TRUE"],
        }
    }

    fn text(self) -> CellStyle {
        let quoted = CellStyle {
            open: "'",
            close: "'",
            quote: Quote::Always,
            times: TimeStyle::LOCAL,
            ..CellStyle::bare(b"NULL")
        };
        match self {
            // No text of PostgreSQL can hold a NUL.
            Self::Postgres => CellStyle {
                escaped: ByteSet::of(b"'"),
                escape: |_, out| out.extend_from_slice(b"''"),
                refused: ByteSet::of(b"\0"),
                times: TimeStyle::OFFSET,
                ..quoted
            },
            Self::Mysql => CellStyle { escaped: ByteSet::of(b"'\\\0\x1a"), escape: escape_mysql, ..quoted },
            Self::Sqlite => CellStyle { escaped: ByteSet::of(b"'\0"), escape: escape_sqlite, ..quoted },
        }
    }
}

/// A backslash escapes; a NUL or a Ctrl-Z would end the input of some clients.
fn escape_mysql(byte: u8, out: &mut Vec<u8>) {
    out.extend_from_slice(match byte {
        0 => b"\\0",
        0x1a => b"\\Z",
        b'\\' => b"\\\\",
        _ => b"''",
    });
}

/// A NUL would end the statement; it can only be computed.
fn escape_sqlite(byte: u8, out: &mut Vec<u8>) {
    out.extend_from_slice(if byte == 0 { b"'||char(0)||'" } else { b"''" });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_part_by_part() {
        let head = |dialect, table: &str| {
            let column =
                Column { name: "or\"der`".to_owned(), shape: brimful_core::Shape::Bool, nullable: false };
            let group = Sql { dialect, rows: 2 }.layout(table, &[column]).group.unwrap();
            String::from_utf8(group.head).unwrap()
        };
        let postgres = "INSERT INTO \"my\"\"app\".\"user\" (\"or\"\"der`\") VALUES\n";
        assert_eq!(head(Dialect::Postgres, "my\"app.user"), postgres);
        assert_eq!(head(Dialect::Sqlite, "my\"app.user"), postgres);
        assert_eq!(head(Dialect::Mysql, "a`b"), "INSERT INTO `a``b` (`or\"der```) VALUES\n");
    }
}
