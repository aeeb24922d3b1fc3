//! Case folders: `tests/cases/<group>/<case>/` has the arguments and what must come of them.
//!
//! | file | meaning | when it is missing |
//! |---|---|---|
//! | `args` | one argument a line | the case is not one |
//! | `stdin` | standard input | none |
//! | `stdout`, `stderr` | what is printed | nothing |
//! | `exit` | the exit code | 0 |
//! | `fingerprint-args` | arguments of a longer run | there is none |
//! | `fingerprint` | SHA-256 of what that run prints | |
//!
//! Other files are input: the command runs in the folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::registry::make_cases;
use crate::support::{BRIMFUL, Ran, program, root, run, sha256, updates};

/// The folders of a group, or of all groups, in the order of their names.
fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(of).unwrap_or_else(|error| panic!("{}: {error}", of.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    paths.sort();
    paths
}

/// The root of all cases.
pub(crate) fn cases() -> PathBuf {
    root().join("tests/cases")
}

/// The names of the cases of a group.
pub(crate) fn names(group: &str) -> Vec<String> {
    let name = |path: PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    folders(&cases().join(group)).into_iter().map(name).collect()
}

#[test]
fn every_case_gives_what_is_expected() {
    if updates() {
        make_cases();
    }
    let mut faults = Vec::new();
    let mut count = 0;
    for case in folders(&cases()).iter().flat_map(|group| folders(group)) {
        count += 1;
        faults.extend(check(&case).into_iter().map(|fault| format!("{}: {fault}", case.display())));
    }
    assert!(count >= 60, "only {count} cases were found");
    assert!(faults.is_empty(), "{} differ\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_error_has_a_hint_and_an_exit_code() {
    if updates() {
        // They are being written.
        return;
    }
    let mut count = 0;
    for name in names("errors") {
        let stderr = read(&cases().join("errors").join(&name), "stderr");
        assert!(stderr.starts_with("error: "), "{name}");
        assert_eq!(stderr.matches("\nhint: ").count(), 1, "{name}");
        let code = read(&cases().join("errors").join(&name), "exit");
        assert!(["2\n", "3\n"].contains(&&*code), "{name}: {code}");
        count += 1;
    }
    assert!(count >= 20, "only {count} errors are shown");
}

/// What differs from what is expected; nothing when expectations are being written.
fn check(case: &Path) -> Vec<String> {
    let ran = run_case(case, "args");
    let mut found = vec![
        ("stdout", String::from_utf8(ran.stdout).expect("cases print UTF-8")),
        ("stderr", ran.stderr),
        ("exit", if ran.code == 0 { String::new() } else { format!("{}\n", ran.code) }),
    ];
    if case.join("fingerprint-args").exists() {
        let long = run_case(case, "fingerprint-args");
        assert_eq!((long.code, long.stderr.as_str()), (0, ""), "{}", case.display());
        found.push(("fingerprint", format!("{}\n", sha256(&long.stdout))));
    }
    if updates() {
        for (name, text) in found {
            write(&case.join(name), &text);
        }
        return Vec::new();
    }
    let differs = found.iter().filter(|(name, text)| read(case, name) != *text);
    differs.map(|(name, text)| format!("{name} is\n{text}\ninstead of\n{}", read(case, name))).collect()
}

fn run_case(case: &Path, args: &str) -> Ran {
    let args = fs::read_to_string(case.join(args)).unwrap_or_else(|_| panic!("no args: {}", case.display()));
    let mut command = program(BRIMFUL);
    command.args(args.lines()).current_dir(case);
    if let Ok(stdin) = File::open(case.join("stdin")) {
        command.stdin(stdin);
    }
    run(&mut command)
}

/// The text of a file; a missing one is an empty one.
fn read(case: &Path, name: &str) -> String {
    fs::read_to_string(case.join(name)).unwrap_or_default()
}

/// Writes an expectation; the empty one is no file.
pub(crate) fn write(path: &Path, text: &str) {
    if text.is_empty() {
        // It may never have been there.
        let _ = fs::remove_file(path);
    } else {
        fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}
