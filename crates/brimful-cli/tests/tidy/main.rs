//! The habits of this code base that a machine can check. Each rule is a test of its own and reports
//! `file:line: rule: hint`. The checkers work on text, so each is also shown a few lines that it must refuse.

mod refused;
mod source;

use source::{
    End, File, extension, files, is_program, is_rust, is_text, is_word, item_end, line_of, numbered,
    std_modules, words,
};

/// Who may depend on whom: arrows point down only, and format and sink do not know each other.
const LAYERS: [(&str, &[&str]); 6] = [
    ("brimful-core", &[]),
    ("brimful-measure", &[]),
    ("brimful-format", &["brimful-core"]),
    ("brimful-sink", &["brimful-core", "brimful-measure"]),
    ("brimful", &["brimful-core", "brimful-format", "brimful-sink", "brimful-measure"]),
    ("brimful-cli", &["brimful", "brimful-core", "brimful-format", "brimful-sink", "brimful-measure"]),
];

/// The only files that may say `unsafe`.
const UNSAFE_FILES: [&str; 5] = [
    "crates/brimful-core/src/cpu.rs",
    "crates/brimful-core/src/segment.rs",
    "crates/brimful-format/src/text/uuid.rs",
    "crates/brimful-sink/src/close.rs",
    "crates/brimful-sink/src/startup.rs",
];

/// Files of macros, where an `expect` could not hold for every expansion.
const ALLOW_FILES: [&str; 0] = [];

/// Crates that are pure: no input or output, no clock, no threads, no order that a hash decides.
const PURE: [&str; 2] = ["crates/brimful-core/src/", "crates/brimful-format/src/"];
const IMPURE_STD: [&str; 4] = ["env", "fs", "process", "thread"];
/// Of `std::net` the addresses are plain values, only the sockets are not.
const IMPURE_NAMES: [&str; 10] = [
    "HashMap",
    "HashSet",
    "Instant",
    "RandomState",
    "SystemTime",
    "TcpListener",
    "TcpStream",
    "ToSocketAddrs",
    "UdpSocket",
    "UnixStream",
];

/// Methods of f64 whose last digits differ between platforms.
const LIBM: [&str; 27] = [
    "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "cbrt", "hypot", "sin",
    "cos", "tan", "sin_cos", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh",
    "atanh", "mul_add",
];

const FUNCTION_LINES: usize = 70;
const FILE_LINES: usize = 700;
const DECISION_WORDS: usize = 500;
const SAFETY_DISTANCE: usize = 6;

// ---------------------------------------------------------------------------------------------- the rules

#[test]
fn dependencies_point_down() {
    refuse_in(is_manifest, dependencies);
}

#[test]
fn unsafe_is_rare_and_explained() {
    refuse_in(is_rust, unsafe_code);
}

#[test]
fn the_core_and_the_formats_are_pure() {
    refuse_in(is_pure, purity);
}

#[test]
fn values_do_not_depend_on_libm() {
    refuse_in(is_pure, libm);
}

#[test]
fn functions_fit_a_screen() {
    refuse_in(is_rust, function_length);
}

#[test]
fn files_have_one_subject() {
    refuse_in(is_program, file_length);
}

#[test]
fn nothing_is_left_undone() {
    refuse_in(is_rust, unfinished);
}

#[test]
fn whitespace_is_clean() {
    refuse_in(is_text, whitespace);
}

#[test]
fn decisions_are_short_and_indexed() {
    const INDEX: &str = "docs/decisions/README.md";
    let index = files().iter().find(|file| file.path == INDEX).expect("an index of the decisions");
    let is_decision = |path: &str| path.starts_with("docs/decisions/") && path != INDEX;
    refuse_in(is_decision, |file| decision(file, &index.raw));
}

#[test]
fn every_source_file_says_what_it_is() {
    refuse_in(is_rust, opening);
}

#[test]
fn lints_are_expected_not_allowed() {
    refuse_in(is_rust, allowed_lints);
}

/// Fails with every report of a checker about the files that a rule is for.
fn refuse_in(is_subject: impl Fn(&str) -> bool, check: impl Fn(&File) -> Vec<String>) {
    let faults: Vec<String> = files().iter().filter(|file| is_subject(&file.path)).flat_map(check).collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn is_manifest(path: &str) -> bool {
    path.starts_with("crates/") && path.ends_with("/Cargo.toml")
}

fn is_pure(path: &str) -> bool {
    is_rust(path) && PURE.iter().any(|crate_| path.starts_with(crate_))
}

// ------------------------------------------------------------------------------------------- the checkers

fn dependencies(file: &File) -> Vec<String> {
    let name = file.path.split('/').nth(1).unwrap_or_default();
    let Some((_, below)) = LAYERS.iter().find(|(layer, _)| *layer == name) else {
        return vec![file.at(1, "layers", "a new crate needs a reason and a place in LAYERS")];
    };
    let mut faults = Vec::new();
    let mut inside = false;
    for (number, line) in file.raw_lines() {
        let mut key = line.split(['=', '.', ' ']).next().unwrap_or_default();
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            inside = section.ends_with("dependencies");
            key = section.split_once("dependencies.").map_or("", |(_, key)| key);
        } else if !inside {
            continue;
        }
        let ours = LAYERS.iter().any(|(layer, _)| *layer == key);
        if ours && !below.contains(&key) {
            faults.push(file.at(number, "layers", &format!("{name} must not know {key}")));
        }
    }
    faults
}

fn unsafe_code(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    let raw: Vec<&str> = file.raw.lines().collect();
    for (number, line) in numbered(&file.code) {
        if !words(line).any(|(_, word)| word == "unsafe") {
            continue;
        }
        if !UNSAFE_FILES.contains(&file.path.as_str()) {
            faults.push(file.at(number, "unsafe", "only the files in UNSAFE_FILES may; find a safe way"));
        }
        let above = &raw[number.saturating_sub(1 + SAFETY_DISTANCE)..number];
        if !above.iter().any(|line| line.contains("SAFETY:") || line.contains("# Safety")) {
            faults.push(file.at(number, "safety", "say above it, after `SAFETY:`, why it is sound"));
        }
    }
    faults
}

fn purity(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in numbered(&file.shipped) {
        for (_, word) in words(line).filter(|(_, word)| IMPURE_NAMES.contains(word)) {
            faults.push(file.at(number, "purity", &format!("{word} has no place on the way to a value")));
        }
    }
    for (number, module) in std_modules(&file.shipped) {
        if IMPURE_STD.contains(&module.as_str()) {
            faults.push(file.at(number, "purity", &format!("std::{module} belongs to a sink or the engine")));
        }
    }
    faults
}

fn libm(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in numbered(&file.shipped) {
        for (at, word) in words(line).filter(|(_, word)| LIBM.contains(word)) {
            let method = line[..at].ends_with('.') && line[at + word.len()..].starts_with('(');
            if method || line[..at].ends_with("f64::") {
                faults.push(file.at(
                    number,
                    "libm",
                    &format!("{word} differs between platforms: use math.rs"),
                ));
            }
        }
    }
    faults
}

fn function_length(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    let code = &file.shipped;
    for (start, keyword) in code.match_indices("fn ") {
        let named = code[start + keyword.len()..].starts_with(|c| is_word(c) || c == '$');
        if !named || code[..start].ends_with(is_word) {
            continue;
        }
        let Some(End::Body(len)) = item_end(&code[start..]) else { continue };
        let lines = code[start..start + len].lines().count();
        if lines > FUNCTION_LINES {
            let hint = format!("{lines} lines, at most {FUNCTION_LINES}: split it where it changes subject");
            faults.push(file.at(line_of(code, start), "function length", &hint));
        }
    }
    faults
}

fn file_length(file: &File) -> Vec<String> {
    let lines = file.raw.lines().count();
    if lines <= FILE_LINES {
        return Vec::new();
    }
    let hint = format!("{lines} lines, at most {FILE_LINES}: a file has one subject");
    vec![file.at(FILE_LINES + 1, "file length", &hint)]
}

fn unfinished(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in numbered(&file.code) {
        for (at, word) in words(line).filter(|(_, word)| ["dbg", "todo", "unimplemented"].contains(word)) {
            if line[at + word.len()..].starts_with('!') {
                faults.push(file.at(number, "unfinished", &format!("{word}! must not be committed")));
            }
        }
    }
    faults
}

fn whitespace(file: &File) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in file.raw_lines() {
        if line.ends_with([' ', '\t', '\r']) {
            faults.push(file.at(number, "whitespace", "remove it from the end of the line"));
        }
        if line.contains('\t') && is_rust(&file.path) {
            faults.push(file.at(number, "tab", "indent with spaces; write \\t in a string"));
        }
    }
    if !file.raw.ends_with('\n') || file.raw.ends_with("\n\n") {
        faults.push(file.at(file.raw.lines().count(), "end of file", "end with one line feed"));
    }
    faults
}

fn decision(file: &File, index: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let (number, title) = name.split_at(name.bytes().take_while(u8::is_ascii_digit).count());
    if number.len() != 3 || !title.starts_with('-') || extension(name) != Some("md") {
        faults.push(file.at(1, "decision", "name it NNN-title.md"));
    }
    if !index.contains(&format!("({name})")) {
        faults.push(file.at(1, "decision", "link it from docs/decisions/README.md"));
    }
    if index.matches(&format!("({number}-")).count() > 1 {
        faults.push(file.at(1, "decision", "take the next free number"));
    }
    let count = file.raw.split_whitespace().count();
    if count > DECISION_WORDS {
        let hint = format!("{count} words, at most {DECISION_WORDS}: keep what was decided and why");
        faults.push(file.at(1, "decision", &hint));
    }
    faults
}

fn opening(file: &File) -> Vec<String> {
    if file.raw.starts_with("//! ") {
        return Vec::new();
    }
    vec![file.at(1, "opening", "begin with `//!` and what the file is for")]
}

fn allowed_lints(file: &File) -> Vec<String> {
    if ALLOW_FILES.contains(&file.path.as_str()) {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (number, line) in numbered(&file.code) {
        let line: String = line.split_whitespace().collect();
        if line.contains("#[allow(") || line.contains("#![allow(") {
            faults.push(file.at(number, "allow", "use #[expect(lint, reason = \"…\")]"));
        }
    }
    faults
}
