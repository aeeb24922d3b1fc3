//! Outputs that refuse: what they refuse is told, with exit code 3, and never exit code 0.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::process::Stdio;
use std::time::Duration;

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::support::{Ran, Running, brimful, output, run, shell};

/// A run that was refused by its output: one message with a hint.
fn assert_refused(ran: &Ran, reason: &str) {
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.starts_with("error: cannot "), "{}", ran.stderr);
    assert!(ran.stderr.contains(reason), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("\nhint: ").count(), 1, "{}", ran.stderr);
}

fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").expect("/dev/full is there")
}

#[test]
fn a_full_device_is_told() {
    for args in ["noun", "-n 1M uuidv4", "-n 0 -f csv noun", "--help", "--version", "generators", "man"] {
        let ran = run(brimful(args).stdout(full()));
        assert_refused(&ran, "no space left on device");
    }
    assert_refused(&run(&mut brimful("-n 1M noun -o /dev/full")), "no space left on device");
}

#[test]
fn a_closed_output_is_told() {
    for args in ["noun", "--help", "formats"] {
        let ran = run(&mut shell(&format!("exec \"$BRIMFUL\" {args} >&-")));
        assert_refused(&ran, "it is closed");
    }
}

#[test]
fn an_output_for_reading_only_is_told() {
    let ran = run(&mut shell("exec \"$BRIMFUL\" noun 1</dev/null"));
    assert_refused(&ran, "standard output");
}

#[test]
fn rows_do_not_need_messages() {
    let expected = output("-q --seed 1 -n 50k seq");
    for redirection in ["2>&-", "2>/dev/full"] {
        let ran = run(&mut shell(&format!("exec \"$BRIMFUL\" --seed 1 -n 50k seq {redirection}")));
        assert_eq!(ran.code, 0, "{redirection}");
        assert!(ran.stdout == expected, "{redirection}");
        let ran = run(&mut shell(&format!("exec \"$BRIMFUL\" nuon {redirection}")));
        assert_eq!((ran.code, ran.stdout.len()), (2, 0), "{redirection}");
    }
}

#[test]
fn a_system_without_threads_leaves_one_worker() {
    let expected = output("-q --seed 1 -n 100k seq -j 1");
    for args in ["-q --seed 1 -n 100k seq -j 4", "-q --seed 1 -n 100k seq -j 4 --discard"] {
        // No system has room for such a stack.
        let ran = run(brimful(args).env("RUST_MIN_STACK", (1_u64 << 60).to_string()));
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args}");
        assert!(args.ends_with("discard") || ran.stdout == expected, "{args}");
    }
}

#[test]
fn a_limit_on_open_files_is_told_in_words() {
    let ran = run(&mut shell("ulimit -n 4; exec \"$BRIMFUL\" noun"));
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot listen to signals: too many open files\n"), "{}", ran.stderr);
}

#[test]
fn a_reader_that_leaves_is_no_news() {
    for args in ["-n forever noun", "-n forever -f json name -j2", "-n 100M seq"] {
        let mut running = Running::start(&mut brimful(args));
        running.read(100);
        drop(running.0.stdout.take());
        let mut messages = String::new();
        running.0.stderr.take().expect("a pipe").read_to_string(&mut messages).expect("UTF-8");
        assert_eq!((running.wait_unread(), messages.as_str()), (141, ""), "{args}");
    }
    let ran = run(&mut shell("\"$BRIMFUL\" --seed 1 -n forever seq | head -n 5"));
    assert_eq!((ran.stdout.as_slice(), ran.stderr.as_str()), (b"1\n2\n3\n4\n5\n".as_slice(), ""));
}

#[test]
fn a_pipe_that_does_not_block_loses_nothing() {
    let args = "-q --seed 3 -n 100k uuidv4 noun";
    let expected = output(args);
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let flags = fcntl_getfl(&writer).expect("flags");
    fcntl_setfl(&writer, flags | OFlags::NONBLOCK).expect("the flag can be set");
    let mut command = brimful(args);
    let mut child = command.stdout(writer).stderr(Stdio::piped()).spawn().expect("the program starts");
    // It holds the writing end of the pipe, which would then never end.
    drop(command);
    let mut read = Vec::new();
    let mut piece = vec![0; 50_000];
    loop {
        let count = reader.read(&mut piece).expect("the pipe can be read");
        if count == 0 {
            break;
        }
        read.extend_from_slice(&piece[..count]);
        std::thread::sleep(Duration::from_micros(500));
    }
    assert!(child.wait().expect("the program ends").success());
    assert!(read == expected, "{} of {} bytes", read.len(), expected.len());
}

#[test]
fn a_slow_reader_gets_everything() {
    let args = "-q --seed 3 -n 20k -f ndjson name email";
    let mut running = Running::start(&mut brimful(args));
    let mut read = Vec::new();
    for _ in 0..100 {
        read.extend(running.read(1_777));
        std::thread::sleep(Duration::from_millis(1));
    }
    let ran = running.finish(read);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout == output(args));
}

#[test]
fn messages_carry_no_commands_to_the_terminal() {
    let evil = "\u{1b}]52;c;aGk=\u{7}\u{9b}31m\r\u{202e}";
    for arguments in [
        vec![evil.to_owned()],
        vec![format!("--{evil}")],
        vec![format!("a={evil}:1")],
        vec!["-f".to_owned(), evil.to_owned(), "noun".to_owned()],
        vec!["-n".to_owned(), evil.to_owned(), "noun".to_owned()],
        vec!["--summary".to_owned(), evil.to_owned(), "noun".to_owned()],
        vec!["-o".to_owned(), format!("x.{evil}"), "noun".to_owned()],
        vec!["-o".to_owned(), format!("/nonexistent/{evil}/x"), "noun".to_owned()],
        vec![format!("file:{evil}")],
        vec!["generators".to_owned(), evil.to_owned()],
        vec!["completions".to_owned(), evil.to_owned()],
    ] {
        let ran = run(brimful("").args(&arguments));
        assert!([2, 3].contains(&ran.code), "{arguments:?}: {ran:?}");
        let is_command = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!ran.stderr.contains(is_command), "{arguments:?}: {:?}", ran.stderr);
    }
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let ran = run(&mut brimful("nuon"));
    assert!(!ran.stderr.contains('\u{1b}'));
    assert!(!output("--help").contains(&0x1b));
}
