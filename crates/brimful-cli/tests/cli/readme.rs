//! The README is true: its console blocks are run, and print what they show.
//!
//! Lines after `$ ` are commands, run by a shell in an empty directory of the block; the lines below are what they
//! print on both outputs. `[..]` stands for anything within a line, and how long a run took does not count.

use std::fs;
use std::path::Path;

use crate::support::{BRIMFUL, output, root, run, shell, updates};

/// A command of a block and what is shown below it.
struct Step {
    command: String,
    shown: Vec<String>,
}

#[test]
fn the_readme_tells_the_truth() {
    let path = root().join("README.md");
    let text = fs::read_to_string(&path).expect("a README");
    let mut faults = Vec::new();
    let mut count = 0;
    let mut rewritten = String::new();
    let mut parts = text.split("```console\n");
    rewritten.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (block, after) = part.split_once("```").expect("a block that ends");
        let folder = tempfile::tempdir().expect("a directory");
        rewritten.push_str("```console\n");
        for step in steps(block) {
            count += 1;
            let printed = print(&step.command, folder.path());
            rewritten.push_str(&format!("$ {}\n{}", step.command, rewrite(&step, &printed)));
            if !matches(&step.shown, &printed) {
                faults.push(format!("$ {}\n{printed}", step.command));
            }
        }
        rewritten.push_str(&format!("```{after}"));
    }
    assert!(count >= 10, "the README shows only {count} commands");
    if updates() {
        fs::write(path, rewritten).expect("the README can be written");
    } else {
        assert!(faults.is_empty(), "the README shows something else than\n{}", faults.join("\n"));
    }
}

#[test]
fn the_examples_of_help_work() {
    let help = String::from_utf8(output("--help")).expect("UTF-8");
    let examples = help.lines().filter_map(|line| line.strip_prefix("  brimful "));
    // Two spaces separate an example from what it does.
    let commands: Vec<&str> = examples.filter_map(|line| Some(line.split_once("  ")?.0)).collect();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in commands {
        let folder = tempfile::tempdir().expect("a directory");
        let script = format!("set -e; \"$BRIMFUL\" {command}");
        let ran = run(shell(&script).current_dir(folder.path()));
        assert_eq!(ran.code, 0, "{command}: {}", ran.stderr);
        assert!(ran.stderr.is_empty() || ran.stderr.starts_with("brimful: "), "{command}: {}", ran.stderr);
    }
}

#[test]
fn the_first_two_commands_are_the_main_job_and_the_tests() {
    let text = fs::read_to_string(root().join("README.md")).expect("a README");
    let commands: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(commands[..2], ["cargo run --release -- uuidv4 email country.code", "./test"]);
}

fn steps(block: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step { command: command.to_owned(), shown: Vec::new() }),
            (None, Some(step)) => step.shown.push(line.to_owned()),
            (None, None) => panic!("a block begins with a command, not with {line}"),
        }
    }
    steps
}

/// What a command prints, messages included.
fn print(command: &str, folder: &Path) -> String {
    let programs = Path::new(BRIMFUL).parent().expect("a directory").display().to_string();
    let path = std::env::var("PATH").expect("a PATH");
    let script = format!("exec 2>&1; {command}");
    let mut shell = shell(&script);
    let ran = run(shell.current_dir(folder).env("PATH", format!("{programs}:{path}")));
    String::from_utf8(ran.stdout).expect("UTF-8")
}

fn matches(shown: &[String], printed: &str) -> bool {
    let printed: Vec<&str> = printed.lines().collect();
    shown.len() == printed.len() && shown.iter().zip(printed).all(|(shown, line)| line_matches(shown, line))
}

/// Whether a line is what is shown, in which `[..]` stands for anything.
fn line_matches(shown: &str, line: &str) -> bool {
    let (shown, line) = (&*without_time(shown), &*without_time(line));
    let Some((head, rest)) = shown.split_once("[..]") else { return shown == line };
    let Some(mut line) = line.strip_prefix(head) else { return false };
    let mut parts: Vec<&str> = rest.split("[..]").collect();
    let tail = parts.pop().unwrap_or_default();
    for part in parts {
        let Some(at) = line.find(part) else { return false };
        line = &line[at + part.len()..];
    }
    line.ends_with(tail)
}

/// The summary of a run without the time that it took.
fn without_time(line: &str) -> String {
    let time = line.strip_prefix("brimful: ").and_then(|line| line.split_once(" in "));
    let Some((what, after)) = time else { return line.to_owned() };
    let rest = after.find([';', '(']).map_or("", |at| &after[at..]);
    format!("{what}{rest}")
}

/// The lines to show: those that still hold stay, for the sake of their `[..]`.
fn rewrite(step: &Step, printed: &str) -> String {
    if !matches(&step.shown, printed) {
        return printed.to_owned();
    }
    step.shown.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

#[test]
fn wildcards_stand_for_anything() {
    assert!(line_matches("a [..] b", "a x y b"));
    assert!(line_matches("[..]", ""));
    assert!(line_matches("a[..]b[..]c", "a12b34c"));
    assert!(!line_matches("a[..]b[..]c", "a12c34b"));
    assert!(!line_matches("abc", "abcd"));
    assert!(line_matches("brimful: 1 row, 2 B in 3 ms; x", "brimful: 1 row, 2 B in 1.5 s; x"));
    assert!(!line_matches("brimful: 1 row, 2 B in 3 ms; x", "brimful: 2 rows, 2 B in 3 ms; x"));
}
