//! The second opinion: real pipes, sockets, devices, limits, signals and disks, with `examples/pour` as the
//! program that meets them.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "helpers of tests fail by panicking, as the tests do"
)]

use brimful_sink::{Block, FileSink, Lines, Sink, SinkError, Stop};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{OFlags, fcntl_getfl};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File};
use std::io::Read;
use std::num::NonZeroUsize;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Bytes in a line of `pour`.
const LINE: usize = 14;

/// More lines than any pipe or socket holds.
const MANY: &str = "100000";

fn pour_path() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let path = tests.ancestors().nth(2).unwrap().join("examples/pour");
    assert!(path.exists(), "build it first: cargo build -p brimful-sink --example pour");
    path
}

fn pour(arguments: &[&str]) -> Command {
    let mut command = Command::new(pour_path());
    command.args(arguments).stdin(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Runs a line of shell in which `$pour` is the program.
fn shell(script: &str, directory: &Path) -> Output {
    Command::new("sh").args(["-c", script]).env("pour", pour_path()).current_dir(directory).output().unwrap()
}

fn expected(lines: usize) -> Vec<u8> {
    (0..lines).flat_map(|line| format!("row {line:09}\n").into_bytes()).collect()
}

/// What `pour` said of itself: the outcome in words, and the records and bytes accepted.
fn report(stderr: &[u8]) -> (String, usize, usize) {
    let text = String::from_utf8(stderr.to_vec()).unwrap();
    let last = text.lines().last().expect("a report").to_owned();
    let figure = |name: &str| {
        let (_, rest) = last.split_once(name).expect("a figure");
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    (last.clone(), figure("records="), figure("bytes="))
}

fn signal(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).unwrap();
}

/// Waits for the end, but not for ever.
fn wait(mut child: Child, most: Duration) -> (Output, Duration) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > most {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("still running after {most:?}");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    (child.wait_with_output().unwrap(), start.elapsed())
}

fn temporaries(directory: &Path) -> usize {
    let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().contains(".brimful-")).count()
}

/// A device of our own in `directory`, for tests that write to it by name.
///
/// Never those in `/dev`: a fault in the code under test, run by the superuser, would replace the machine's
/// own device with a file. `None`, said aloud, where devices cannot be made or opened.
fn own_device(directory: &Path, name: &str, minor: &str) -> Option<PathBuf> {
    let path = directory.join(name);
    let made = Command::new("mknod").arg(&path).args(["c", "1", minor]).stderr(Stdio::null()).status();
    if made.is_ok_and(|status| status.success()) && File::options().write(true).open(&path).is_ok() {
        return Some(path);
    }
    eprintln!("SKIPPED: making a device needs the superuser and a file system that has devices");
    None
}

#[test]
fn a_full_device_is_an_error_through_stdout_and_by_name() {
    let here = tempfile::tempdir().unwrap();
    let by_name = own_device(here.path(), "full", "7").map(|_| "exec $pour full 10");
    for script in ["exec $pour - 10 >/dev/full"].into_iter().chain(by_name) {
        let output = shell(script, here.path());
        assert_eq!(output.status.code(), Some(3), "{script}");
        let (message, records, _) = report(&output.stderr);
        assert!(message.contains("no space left on device"), "{message}");
        assert_eq!(records, 0);
        assert_eq!(temporaries(here.path()), 0);
    }
}

#[test]
fn a_closed_stdout_is_noticed_and_harms_no_file() {
    let here = tempfile::tempdir().unwrap();
    for script in ["exec $pour - 10 >&-", "exec $pour - 10 1</dev/null"] {
        let output = shell(script, here.path());
        assert_eq!(output.status.code(), Some(3), "{script}");
        assert!(report(&output.stderr).0.contains("it is closed"), "{script}");
    }
    let output = shell("exec $pour out 10 >&-", here.path());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read(here.path().join("out")).unwrap(), expected(10));
}

#[test]
fn the_limit_on_file_sizes_is_an_error_that_keeps_the_old_file() {
    let here = tempfile::tempdir().unwrap();
    fs::write(here.path().join("out"), "old").unwrap();
    for (script, name) in [
        ("ulimit -f 16; exec $pour out 100000", "out"),
        ("ulimit -f 16; exec $pour - 100000 >direct", "direct"),
    ] {
        let output = shell(script, here.path());
        assert_eq!(output.status.code(), Some(3), "{:?}", output.status);
        let (message, records, bytes) = report(&output.stderr);
        assert!(message.contains("limit on file sizes"), "{message}");
        assert!(bytes > 0 && records == bytes / LINE, "{message}");
        if name == "direct" {
            assert_eq!(fs::metadata(here.path().join(name)).unwrap().len(), bytes as u64);
        }
    }
    assert_eq!(fs::read(here.path().join("out")).unwrap(), b"old");
    assert_eq!(temporaries(here.path()), 0);
}

#[test]
fn a_full_disk_is_an_error_that_keeps_the_old_file() {
    let here = tempfile::tempdir().unwrap();
    let mount = |arguments: &[&str]| Command::new("mount").args(arguments).arg(here.path()).status();
    if !mount(&["-t", "tmpfs", "-o", "size=256k", "tmpfs"]).is_ok_and(|status| status.success()) {
        eprintln!("SKIPPED: mounting a small tmpfs needs the superuser");
        return;
    }
    let path = here.path().join("out");
    fs::write(&path, "old").unwrap();
    let text = expected(1_000);
    let mut sink = FileSink::open(&path, &Stop::new()).unwrap();
    let mut lanes = sink.open(NonZeroUsize::MIN).unwrap();
    let error = (0..1_000).find_map(|_| lanes[0].push(Block::rows(&text, 1_000, &Lines(&text))).err());
    let accepted = lanes[0].accepted();
    drop(lanes);
    drop(sink);
    let (old, left) = (fs::read(&path).unwrap(), temporaries(here.path()));
    assert!(Command::new("umount").arg(here.path()).status().unwrap().success());
    assert!(matches!(error, Some(SinkError::Full { .. })), "{error:?}");
    assert_eq!((old.as_slice(), left), (b"old".as_slice(), 0));
    assert_eq!(accepted.records, accepted.bytes / LINE as u64);
    assert!((200_000..=262_144).contains(&accepted.bytes), "{accepted:?}");
}

/// The reader takes its time; the bytes are whole, and the writer's flags are as they were.
fn through(writer: OwnedFd, mut reader: impl Read) -> String {
    let before = fcntl_getfl(&writer).unwrap();
    let ours = writer.try_clone().unwrap();
    let child = pour(&["-", MANY]).stdout(Stdio::from(writer)).spawn().unwrap();
    let mut received = Vec::new();
    let mut buffer = vec![0; 50_000];
    while received.len() < MANY.parse::<usize>().unwrap() * LINE {
        std::thread::sleep(Duration::from_millis(1));
        match reader.read(&mut buffer).unwrap() {
            0 => break,
            count => received.extend_from_slice(&buffer[..count]),
        }
    }
    let (output, _) = wait(child, Duration::from_secs(10));
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(received == expected(100_000), "other bytes came out");
    assert_eq!(fcntl_getfl(&ours).unwrap(), before);
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_pipe_and_a_nonblocking_pipe_get_every_byte_and_keep_their_flags() {
    for flags in [PipeFlags::CLOEXEC, PipeFlags::CLOEXEC | PipeFlags::NONBLOCK] {
        let (reader, writer) = pipe_with(flags).unwrap();
        let blocking = fcntl_getfl(&reader).unwrap() - OFlags::NONBLOCK;
        rustix::fs::fcntl_setfl(&reader, blocking).unwrap();
        assert!(through(writer, File::from(reader)).starts_with("kind=Pipe"));
    }
}

#[test]
fn a_socket_gets_every_byte() {
    let (reader, writer) = UnixStream::pair().unwrap();
    assert!(through(OwnedFd::from(writer), reader).starts_with("kind=Socket"));
}

#[test]
fn kinds_are_told_apart() {
    let here = tempfile::tempdir().unwrap();
    let by_name = own_device(here.path(), "null", "3").map(|_| ("exec $pour null 1", "kind=Null"));
    let through_stdout = [
        ("exec $pour - 1 >/dev/null", "kind=Null"),
        ("exec $pour - 1 >file", "kind=File"),
        ("exec $pour - 1 | cat >/dev/null", "kind=Pipe"),
    ];
    for (script, kind) in through_stdout.into_iter().chain(by_name) {
        let output = shell(script, here.path());
        assert!(String::from_utf8(output.stderr).unwrap().starts_with(kind), "{script}");
    }
    let script = "script -qec \"$pour - 3 2>report\" /dev/null >shown";
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no `script` to make a terminal with");
        return;
    }
    assert!(shell(script, here.path()).status.success());
    assert!(fs::read_to_string(here.path().join("report")).unwrap().starts_with("kind=Terminal"));
    let shown = fs::read_to_string(here.path().join("shown")).unwrap();
    assert!(shown.contains("row 000000002\r\n"), "{shown}");
}

#[test]
fn a_reader_that_leaves_ends_the_run_with_141() {
    let mut child = pour(&["-", "100000000"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut start = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    assert_eq!(start.as_slice(), &expected(8)[..100]);
    let (output, _) = wait(child, Duration::from_secs(10));
    assert_eq!(output.status.code(), Some(141));
}

/// Starts a run into `writer`, lets it meet a full pipe, and sends `signals`.
fn interrupted(writer: impl AsFd, signals: &[Signal]) -> Child {
    let writer = writer.as_fd().try_clone_to_owned().unwrap();
    let child = pour(&["-", "100000000"]).stdout(Stdio::from(writer)).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    for each in signals {
        signal(&child, *each);
        std::thread::sleep(Duration::from_millis(100));
    }
    child
}

#[test]
fn a_signal_ends_the_output_on_a_record_while_a_slow_reader_reads() {
    for end in [Signal::INT, Signal::TERM] {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC).unwrap();
        let child = interrupted(&writer, &[]);
        drop(writer);
        let reading = std::thread::spawn(move || {
            let (mut reader, mut received, mut buffer) = (File::from(reader), Vec::new(), [0; 1_000]);
            loop {
                match reader.read(&mut buffer).unwrap() {
                    0 => return received,
                    count => received.extend_from_slice(&buffer[..count]),
                }
                std::thread::sleep(Duration::from_millis(2));
            }
        });
        std::thread::sleep(Duration::from_millis(200));
        signal(&child, end);
        let (output, took) = wait(child, Duration::from_secs(3));
        assert!(took < Duration::from_millis(1_100), "{took:?}");
        assert_eq!(output.status.code(), Some(130));
        let received = reading.join().unwrap();
        let (message, records, bytes) = report(&output.stderr);
        assert_eq!((received.len(), records * LINE), (bytes, bytes), "{message}");
        assert!(received == expected(records), "{message}");
    }
}

#[test]
fn a_signal_ends_the_wait_for_a_reader_that_reads_nothing() {
    let (pipe_reader, pipe_writer) = pipe_with(PipeFlags::CLOEXEC).unwrap();
    let (socket_reader, socket_writer) = UnixStream::pair().unwrap();
    for writer in [pipe_writer, OwnedFd::from(socket_writer)] {
        let (output, took) = wait(interrupted(&writer, &[Signal::TERM]), Duration::from_secs(3));
        assert!(took < Duration::from_millis(1_100), "{took:?}");
        assert_eq!(output.status.code(), Some(130));
        // A second signal does not leave even that second.
        let child = interrupted(&writer, &[Signal::TERM, Signal::TERM]);
        let (_, took) = wait(child, Duration::from_secs(3));
        assert!(took < Duration::from_millis(300), "{took:?}");
    }
    drop((pipe_reader, socket_reader));
}

#[test]
fn a_named_pipe_waits_for_its_reader_and_a_signal_ends_that_too() {
    let here = tempfile::tempdir().unwrap();
    assert!(Command::new("mkfifo").arg(here.path().join("fifo")).status().unwrap().success());
    let output = shell("$pour fifo 100000 2>report & sleep 0.1; cat fifo; wait $!", here.path());
    assert!(output.stdout == expected(100_000));
    assert!(output.status.success());

    let path = here.path().join("fifo");
    let child = pour(&[path.to_str().unwrap(), "10"]).stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, Signal::INT);
    let (output, _) = wait(child, Duration::from_secs(3));
    assert_eq!(output.status.code(), Some(3));
    assert!(report(&output.stderr).0.contains("had a reader"));
}

#[test]
fn files_keep_links_and_permissions_and_follow_the_umask() {
    let here = tempfile::tempdir().unwrap();
    let (real, link, fresh) = (here.path().join("real"), here.path().join("link"), here.path().join("fresh"));
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o604)).unwrap();
    symlink("real", &link).unwrap();
    let output = shell("umask 027; $pour link 5 && exec $pour fresh 5", here.path());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!((fs::read(&real).unwrap(), mode(&real)), (expected(5), 0o604));
    assert_eq!((fs::read(&fresh).unwrap(), mode(&fresh)), (expected(5), 0o640));
    assert_eq!(temporaries(here.path()), 0);
}

#[test]
fn a_killed_run_leaves_the_old_file() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("out");
    fs::write(&path, "old").unwrap();
    for _ in 0..20 {
        let mut child = pour(&[path.to_str().unwrap(), "100000000"]).stdout(Stdio::null()).spawn().unwrap();
        while temporaries(here.path()) == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        for entry in fs::read_dir(here.path()).unwrap() {
            let entry = entry.unwrap().path();
            if entry != path {
                fs::remove_file(entry).unwrap();
            }
        }
    }
}

#[test]
fn a_file_behind_a_descriptor_is_written_where_it_is() {
    let here = tempfile::tempdir().unwrap();
    fs::write(here.path().join("out"), "what was there before\n".repeat(100)).unwrap();
    let output = shell("exec $pour /dev/fd/3 5 3<>out", here.path());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read(here.path().join("out")).unwrap(), expected(5));
    assert_eq!(temporaries(here.path()), 0);
}
