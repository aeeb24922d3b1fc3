//! Every generator, format and distribution has its case, and every case its subject.

use std::fs;

use serde_json::Value;

use crate::cases::{cases, names, write};
use crate::support::{brimful, output, run, updates};

/// The entries of a registry, as the command lists them.
pub(crate) fn registry(name: &str) -> Vec<Value> {
    let text = output(&format!("{name} --json"));
    match serde_json::from_slice(&text) {
        Ok(Value::Array(entries)) => entries,
        other => panic!("{name}: {other:?}"),
    }
}

/// A text of an entry.
pub(crate) fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap_or_else(|| panic!("no {key}: {entry}"))
}

const GROUPS: [&str; 3] = ["generators", "formats", "distributions"];

#[test]
fn every_entry_has_a_case() {
    if updates() {
        // They are being made.
        return;
    }
    for group in GROUPS {
        let mut entries: Vec<String> =
            registry(group).iter().map(|entry| text(entry, "name").to_owned()).collect();
        entries.sort();
        assert_eq!(entries, names(group), "tests/cases/{group} (UPDATE_EXPECTED=1 makes what is missing)");
    }
}

#[test]
fn every_entry_is_documented() {
    for group in GROUPS {
        for entry in registry(group) {
            for key in ["name", "summary", "example", "source"] {
                assert!(!text(&entry, key).is_empty(), "{key}: {entry}");
            }
            for argument in entry["arguments"].as_array().expect("a list") {
                assert!(!text(argument, "summary").is_empty(), "{entry}");
            }
            if group != "formats" {
                assert_eq!(entry["values"].as_array().map(Vec::len), Some(5), "a live example: {entry}");
            }
        }
    }
}

#[test]
fn names_lead_to_pages_and_parts_of_names_to_lists() {
    for group in GROUPS {
        for entry in registry(group) {
            let (name, summary) = (text(&entry, "name"), text(&entry, "summary"));
            let page = String::from_utf8(output(&format!("{group} {name}"))).expect("UTF-8");
            assert!(page.starts_with(&format!("{name}: ")), "{page}");
            let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains(summary), "{page}");
            let aliases = entry["aliases"].as_array().expect("a list");
            for alias in aliases.iter().filter_map(Value::as_str) {
                assert_eq!(output(&format!("{group} {alias}")), page.as_bytes(), "{alias}");
            }
        }
    }
    let list = String::from_utf8(output("generators mail")).expect("UTF-8");
    assert!(list.contains("email") && !list.contains("uuidv4"), "{list}");
}

#[test]
fn lists_and_pages_fit_a_terminal() {
    for group in GROUPS {
        let pages = registry(group).iter().map(|entry| format!("{group} {}", text(entry, "name"))).collect();
        for args in [vec![group.to_owned()], pages].concat() {
            let shown = String::from_utf8(output(&args)).expect("UTF-8");
            // Whole values may be longer on a page: they are what is shown, indented by four.
            let too_long = |line: &&str| line.chars().count() > 80 && !line.starts_with("    ");
            assert_eq!(shown.lines().find(too_long), None, "{args}");
        }
    }
}

#[test]
fn scripts_and_the_man_page_know_every_flag() {
    let help = String::from_utf8(output("--help")).expect("UTF-8");
    let flags: Vec<&str> = help
        .split_whitespace()
        .filter_map(|word| word.strip_prefix("--"))
        .map(|word| word.split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap_or_default())
        .collect();
    assert!(flags.len() > 15, "{flags:?}");
    let man = String::from_utf8(output("man")).expect("UTF-8").replace('\\', "");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = String::from_utf8(output(&format!("completions {shell}"))).expect("UTF-8");
        for flag in &flags {
            assert!(script.contains(flag), "{shell} does not know --{flag}");
            assert!(man.contains(&format!("--{flag}")), "the man page does not know --{flag}");
        }
    }
    for section in [".SH EXAMPLES\n", "brimful generators mail", ".SH \"EXIT STATUS\"\n", ".TP\n141\n"] {
        assert!(man.contains(section), "the man page has no {section}");
    }
    assert_eq!(output("-h"), help.as_bytes());
    assert_eq!(run(&mut brimful("")).code, 2);
}

/// Makes the cases that are missing.
pub(crate) fn make_cases() {
    for group in GROUPS {
        for entry in registry(group) {
            make_case(group, &entry);
        }
    }
}

/// Makes the case of an entry from its example, if it has none.
fn make_case(group: &str, entry: &Value) {
    let case = cases().join(group).join(text(entry, "name"));
    if case.exists() {
        return;
    }
    fs::create_dir_all(&case).expect("a folder");
    let example = text(entry, "example");
    let fixed = "--seed=1\n--now=2026-01-01\n--quiet\n";
    let columns = "id=seq\nname:null=30%\nint:-9,9,null=30%\nbool:null=30%\ntimestamp:null=30%\n\
                   text=enum:'',plain,'say \"hi\", it''s',a\\nb,back\\\\slash,tab\\tbed,pi|pe,größe 🦀,null=20%\n";
    let (short, long) = if group == "formats" {
        let format = format!("--format={example}\n");
        (format!("{format}--rows=30\n{columns}"), format!("{format}--rows=20k\n{columns}"))
    } else {
        (format!("{example}\n"), format!("--format=csv\n--rows=100k\n{example}\n"))
    };
    write(&case.join("args"), &format!("{fixed}{short}"));
    write(&case.join("fingerprint-args"), &format!("{fixed}{long}"));
    if example.starts_with("file:") {
        write(&case.join("colours.txt"), "red\ngreen\nblue\n");
    }
}
