//! What is different on a terminal, which `script` lends to the test.

use std::process::Command;

use rustix::process::Signal;

use crate::support::{BRIMFUL, Running, not_possible, program, run, until};

/// Runs a shell command on a terminal of 80 columns and gives what the terminal got.
fn on_terminal(command: &str) -> Option<String> {
    let is_there = Command::new("script").args(["-qec", "true", "/dev/null"]).output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        not_possible("the program script of util-linux is missing");
        return None;
    }
    let command = format!("stty cols 80 -opost; {command}");
    let mut script = program("script");
    script.args(["-qec", &command, "/dev/null"]).env("BRIMFUL", BRIMFUL).env("TERM", "xterm");
    Some(String::from_utf8(run(&mut script).stdout).expect("UTF-8"))
}

#[test]
fn messages_have_colours() {
    let Some(shown) = on_terminal("\"$BRIMFUL\" nuon") else { return };
    assert!(shown.starts_with("\u{1b}[1;31merror:\u{1b}[0m unknown generator"), "{shown:?}");
    assert!(shown.ends_with("\n\u{1b}[1;36mhint:\u{1b}[0m did you mean `noun`?\n"), "{shown:?}");
}

#[test]
fn colours_can_be_declined() {
    for command in ["NO_COLOR=1 \"$BRIMFUL\" nuon", "NO_COLOR=1 \"$BRIMFUL\" --help"] {
        let Some(shown) = on_terminal(command) else { return };
        assert!(!shown.contains('\u{1b}') && shown.len() > 20, "{shown:?}");
    }
}

#[test]
fn help_fits() {
    let Some(shown) = on_terminal("NO_COLOR=1 \"$BRIMFUL\" --help") else { return };
    assert_eq!(shown.lines().find(|line| line.chars().count() > 80), None);
}

#[test]
fn rows_come_before_the_summary_and_without_progress() {
    let Some(shown) = on_terminal("\"$BRIMFUL\" --seed 1 -n 3 seq") else { return };
    assert!(shown.starts_with("1\n2\n3\nbrimful: 3 rows, 6 B in "), "{shown:?}");
}

#[test]
fn long_work_shows_progress_and_clears_it() {
    // An endless run, stopped after two seconds by which progress has been drawn.
    let stopped = "timeout -s INT 2.5 \"$BRIMFUL\" -n forever seq --discard";
    let Some(shown) = on_terminal(stopped) else { return };
    assert!(shown.contains(" rows/s, "), "{shown:?}");
    let last = shown.trim_end().rsplit('\n').next().unwrap_or_default();
    assert!(
        last.contains("\u{1b}[2K") && last.contains("brimful: ") && last.contains("; stopped, "),
        "{last:?}"
    );
    let Some(shown) = on_terminal(&format!("{stopped} -q")) else { return };
    assert_eq!(shown, "");
}

#[test]
fn progress_is_not_for_pipes() {
    let mut running = Running::start(program(BRIMFUL).args(["-n", "forever", "seq", "--discard"]));
    let start = std::time::Instant::now();
    until("two seconds", || start.elapsed().as_secs() >= 2);
    running.signal(Signal::TERM);
    assert_eq!(running.wait_unread(), 143);
    let ran = running.finish(Vec::new());
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
}
