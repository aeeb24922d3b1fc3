//! The files of the repository as the rules see them: as written, without comments and strings, and without tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A text file.
pub(crate) struct File {
    /// From the root of the repository, with `/` between its parts.
    pub(crate) path: String,
    /// The text as written.
    pub(crate) raw: String,
    /// Rust with blanks for what is in comments, strings and characters. Lines keep their numbers.
    pub(crate) code: String,
    /// [`code`](Self::code) with blanks for what only tests use.
    pub(crate) shipped: String,
}

impl File {
    pub(crate) fn new(path: &str, raw: &str) -> Self {
        let code = if is_rust(path) { without_text(raw) } else { String::new() };
        let only_tests =
            ["tests", "benches", "examples"].iter().any(|part| path.split('/').any(|p| p == *part));
        let shipped = if only_tests { blank(&code) } else { without_tests(&code) };
        Self { path: path.to_owned(), raw: raw.to_owned(), code, shipped }
    }

    /// The lines as written, numbered from 1.
    pub(crate) fn raw_lines(&self) -> impl Iterator<Item = (usize, &str)> {
        numbered(&self.raw)
    }

    /// One report.
    pub(crate) fn at(&self, line: usize, rule: &str, hint: &str) -> String {
        format!("{}:{line}: {rule}: {hint}", self.path)
    }
}

/// Every file of the repository that a rule could be about.
pub(crate) fn files() -> &'static [File] {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let mut paths = Vec::new();
        walk(root, &mut paths);
        paths.sort();
        let mut files: Vec<File> = paths.iter().filter_map(|path| load(root, path)).collect();
        let only_tests: Vec<String> = files.iter().flat_map(test_modules).collect();
        for file in files.iter_mut().filter(|file| only_tests.contains(&file.path)) {
            file.shipped = blank(&file.code);
        }
        files
    })
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let hidden = name.starts_with('.') && name != ".ci";
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !hidden && name != "target" && name != "__pycache__" => {
                walk(&entry.path(), paths);
            }
            Ok(kind) if kind.is_file() && !hidden => paths.push(entry.path()),
            _ => {}
        }
    }
}

fn load(root: &Path, path: &Path) -> Option<File> {
    let name = path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
    if !is_text(&name) && !name.ends_with("Cargo.toml") {
        return None;
    }
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    Some(File::new(&name, &text))
}

pub(crate) fn is_rust(path: &str) -> bool {
    extension(path) == Some("rs")
}

/// Code that is kept short: Rust, scripts.
pub(crate) fn is_program(path: &str) -> bool {
    is_rust(path)
        || matches!(extension(path), Some("py" | "sh"))
        || (extension(path).is_none() && is_text(path) && !path.starts_with(char::is_uppercase))
}

/// What people write. Data and expected output are what they are, so their white space is not judged.
pub(crate) fn is_text(path: &str) -> bool {
    let fixture = path.split('/').any(|part| ["cases", "data", "runs", "snapshots"].contains(&part));
    is_rust(path) || (!fixture && matches!(extension(path), None | Some("md" | "py" | "sh" | "toml")))
}

pub(crate) fn extension(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map(|(_, extension)| extension)
}

pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split('\n').enumerate().map(|(index, line)| (index + 1, line))
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of a line with their places.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split(|c| !is_word(c))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

pub(crate) fn line_of(text: &str, position: usize) -> usize {
    1 + text[..position].matches('\n').count()
}

/// The modules of `std` that a file names, alone or in a group, each with its line.
pub(crate) fn std_modules(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (start, _) in code.match_indices("std::") {
        if code[..start].ends_with(is_word) {
            continue;
        }
        let rest = &code[start + 5..];
        let group = rest.strip_prefix('{').map_or(rest, |inside| &inside[..group_end(inside)]);
        let several = rest.starts_with('{');
        let mut depth = 0;
        let mut fresh = true;
        for (at, c) in group.char_indices() {
            if fresh && depth == 0 && is_word(c) {
                let name = group[at..].chars().take_while(|c| is_word(*c)).collect();
                found.push((line_of(code, start), name));
                fresh = false;
                if !several {
                    break;
                }
            }
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => fresh = true,
                _ if !several && !is_word(c) => break,
                _ => {}
            }
        }
    }
    found
}

/// Where the brace closes that was opened just before `text`.
fn group_end(text: &str) -> usize {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// How an item ends: after its body, or at the semicolon of one that has none.
pub(crate) enum End {
    Body(usize),
    Semicolon(usize),
}

/// The end of the item that `code` begins with; `None` when the surroundings end first.
pub(crate) fn item_end(code: &str) -> Option<End> {
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(End::Body(at + 2 + group_end(&code[at + 1..]))),
            ';' if depth == 0 => return Some(End::Semicolon(at + 1)),
            '}' if depth == 0 => return None,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}

/// What follows each attribute that keeps an item to tests: its place and its length.
fn test_items(code: &str) -> Vec<(usize, usize)> {
    let mut items = Vec::new();
    for mark in ["#[cfg(test)]", "#[cfg(all(test,"] {
        for (start, _) in code.match_indices(mark) {
            if let Some(End::Body(len) | End::Semicolon(len)) = item_end(&code[start..]) {
                items.push((start, len));
            }
        }
    }
    items
}

fn without_tests(code: &str) -> String {
    let mut shipped = code.to_owned();
    for (start, len) in test_items(code) {
        shipped.replace_range(start..start + len, &blank(&code[start..start + len]));
    }
    shipped
}

/// The files of modules that are declared for tests only: `#[cfg(test)] mod name;`.
pub(crate) fn test_modules(file: &File) -> Vec<String> {
    let (folder, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let folder = match name {
        "lib.rs" | "main.rs" | "mod.rs" => folder.to_owned(),
        _ => format!("{folder}/{}", name.trim_end_matches(".rs")),
    };
    let mut modules = Vec::new();
    for (start, len) in test_items(&file.code) {
        let item = &file.code[start..start + len];
        let mut after = words(item).map(|(_, word)| word).skip_while(|word| *word != "mod");
        if let (true, Some("mod"), Some(module)) = (item.ends_with(';'), after.next(), after.next()) {
            modules.push(format!("{folder}/{module}.rs"));
            modules.push(format!("{folder}/{module}/mod.rs"));
        }
    }
    modules
}

/// As many blanks as bytes, with the same lines.
fn blank(text: &str) -> String {
    text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
}

/// Rust with blanks for comments and for what is inside strings and characters.
fn without_text(raw: &str) -> String {
    let mut code = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(c) = rest.chars().next() {
        let after_word = code.ends_with(is_word);
        let len = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment_len(rest),
            '"' => string_len(rest),
            '\'' => character_len(rest),
            'r' | 'b' | 'c' if !after_word => prefixed_len(rest),
            _ => 0,
        };
        if len == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.push_str(&blank(&rest[..len]));
            rest = &rest[len..];
        }
    }
    code
}

fn comment_len(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let step = match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => 1,
            [b'*', b'/', ..] => -1,
            _ => 0,
        };
        depth += step;
        at += if step == 0 { 1 } else { 2 };
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn string_len(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A character literal; 0 for a lifetime.
fn character_len(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => {
            chars.next();
            chars.find(|(_, c)| *c == '\'').map_or(text.len(), |(at, _)| at + 1)
        }
        Some(_) => chars.next().filter(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1),
        None => 0,
    }
}

/// `b'x'`, `b"…"`, `c"…"`, `r"…"`, `br#"…"#` and so on; 0 for a name that begins with such a letter.
fn prefixed_len(text: &str) -> usize {
    let letters = text.bytes().take_while(|byte| matches!(byte, b'b' | b'c' | b'r')).count();
    let (prefix, rest) = text.split_at(letters);
    let raw = matches!(prefix, "r" | "br" | "cr");
    if prefix == "b" && rest.starts_with('\'') {
        return 1 + character_len(rest);
    }
    if matches!(prefix, "b" | "c") && rest.starts_with('"') {
        return 1 + string_len(rest);
    }
    let hashes = rest.bytes().take_while(|byte| *byte == b'#').count();
    if !raw || !rest[hashes..].starts_with('"') {
        return 0;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    let begin = letters + hashes + 1;
    text[begin..].find(&close).map_or(text.len(), |at| begin + at + close.len())
}
