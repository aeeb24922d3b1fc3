//! `file`: a line of a file.

use super::words::Words;
use crate::{Arg, Entry, Fault, Generator, Kind, Modifier, Request};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "file",
    aliases: &["lines"],
    summary: "a line of a text file",
    args: &[Arg {
        name: "path",
        kind: Kind::Path,
        unit: "",
        default: "",
        summary: "a file in UTF-8, one value a line, read once; empty lines at its ends do not count",
    }],
    modifiers: &[Modifier::Uniq, Modifier::Dist],
    example: "file:colours.txt",
    source: "your file: the same values only as long as it stays the same",
    build,
};

/// What the lines may need together when each is quoted and padded for an output format: formats count in 31 bits.
const BYTES_MAX: u64 = 1 << 31;

/// How much more than itself a line may need.
const LINE_EXTRA: u64 = 64;

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let Some(path) = request.args.text("path") else {
        return Err(Fault::new("`file` needs a path").hint("write file:PATH"));
    };
    let fault = |message: String| request.args.fault("path", message);
    let bytes = (request.read_file)(path.as_str()).map_err(|fault| fault.at(path.span()))?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(too_large(fault(format!("`{path}` is larger than 2 GiB"))));
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        fault(format!("`{path}` is not UTF-8: line {line} is the first that is not"))
            .hint("convert it, for example with iconv")
    })?;
    let lines: Vec<&str> = lines(text).collect();
    if lines.is_empty() {
        return Err(fault(format!("`{path}` has no line")).hint("a file has one value a line"));
    }
    if lines.iter().map(|line| line.len() as u64 + LINE_EXTRA).sum::<u64>() > BYTES_MAX {
        return Err(too_large(fault(format!("`{path}` has too many lines, {}", lines.len()))));
    }
    if request.modifiers.uniq {
        refuse_repetition(request, &lines)?;
    }
    Words::build(request, lines)
}

fn too_large(fault: Fault) -> Fault {
    fault.hint("a file is held in memory; load larger ones from a database or a script")
}

/// The lines of a text without its byte order mark and the empty lines at its ends.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.trim_matches(['\r', '\n']).lines().skip(usize::from(text.is_empty()))
}

fn refuse_repetition(request: &Request<'_>, lines: &[&str]) -> Result<(), Fault> {
    let mut sorted = lines.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => {
            let message = format!("the line `{}` comes more than once, so values are not unique", pair[0]);
            Err(request.modifiers.fault(Modifier::Uniq, message).hint("remove it, or leave out `uniq`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::generators::testing::{build, build_reading, refusal, texts, texts_of};
    use crate::{Fault, Rows};

    fn values(column: &str, content: &[u8]) -> Result<Vec<String>, String> {
        let generator = build_reading(column, &|path| {
            assert_eq!(path, "a=b.txt");
            Ok(content.to_vec())
        });
        let mut values = texts_of(&*generator.map_err(|fault| fault.message)?, Rows::range(0, 64));
        values.sort();
        values.dedup();
        Ok(values)
    }

    #[test]
    fn each_line_is_a_value() {
        let cases: [(&[u8], &[&str]); 5] = [
            (b"a\nb\n", &["a", "b"]),
            (b"a\r\nb, c", &["a", "b, c"]),
            (b"\n\n a \n\nb\n\n", &["", " a ", "b"]),
            ("\u{feff}ä\n".as_bytes(), &["ä"]),
            (b"x", &["x"]),
        ];
        for (content, expected) in cases {
            assert_eq!(values("file:a=b.txt", content).unwrap(), expected);
        }
        assert!(texts("file:colours.txt", Rows::range(0, 30)).contains(&"light blue".to_owned()));
    }

    #[test]
    fn unique_values_are_as_many_as_the_lines() {
        assert_eq!(build("file:colours.txt,uniq").unwrap().capacity(), Some(3));
        let repeated = values("file:a=b.txt,uniq", b"x\ny\nx\n").unwrap_err();
        assert_eq!(repeated, "the line `x` comes more than once, so values are not unique");
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        assert_eq!(refusal("file"), "`file` needs a path");
        for content in [&b""[..], b"\r\n\n", "\u{feff}".as_bytes()] {
            assert_eq!(values("file:a=b.txt", content).unwrap_err(), "`a=b.txt` has no line");
        }
        let latin = values("file:a=b.txt", b"a\nb\n\xe4\n").unwrap_err();
        assert_eq!(latin, "`a=b.txt` is not UTF-8: line 3 is the first that is not");
        let missing = build_reading("file:x", &|_| Err(Fault::new("no such file"))).err().unwrap();
        assert_eq!((missing.message.as_str(), missing.span), ("no such file", Some(5..6)));
    }
}
