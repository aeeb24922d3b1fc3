//! Running the binary, and looking at what it did.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sha2::{Digest, Sha256};

/// The binary under test.
pub(crate) const BRIMFUL: &str = env!("CARGO_BIN_EXE_brimful");

/// Long enough for any machine. What should take a second is not measured, only found stuck.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// What a run left.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository is there")
}

/// Whether expected files are to be written instead of compared.
pub(crate) fn updates() -> bool {
    std::env::var_os("UPDATE_EXPECTED").is_some_and(|value| value == "1")
}

/// A program in an environment that does not depend on who runs the test.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.env_remove("NO_COLOR").env("COLUMNS", "80").env("LC_ALL", "C").stdin(Stdio::null());
    command
}

/// The binary with arguments that spaces separate.
pub(crate) fn brimful(args: &str) -> Command {
    let mut command = program(BRIMFUL);
    command.args(args.split_whitespace());
    command
}

/// The shell with a script in which `$BRIMFUL` is the binary.
pub(crate) fn shell(script: &str) -> Command {
    let mut command = program("sh");
    command.args(["-c", script]).env("BRIMFUL", BRIMFUL);
    command
}

/// Runs to the end.
pub(crate) fn run(command: &mut Command) -> Ran {
    let output = command.output().expect("the program starts");
    Ran {
        code: code(output.status),
        stdout: output.stdout,
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// The standard output of a run that must succeed.
pub(crate) fn output(args: &str) -> Vec<u8> {
    let ran = run(&mut brimful(args));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "brimful {args}");
    ran.stdout
}

/// The exit code as a shell shows it.
pub(crate) fn code(status: ExitStatus) -> i32 {
    status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default())
}

/// How many lines end in a text.
pub(crate) fn lines(text: &[u8]) -> usize {
    text.split(|byte| *byte == b'\n').count() - 1
}

/// The SHA-256 hash in hexadecimal.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

/// A run that a test watches; it does not outlive the test.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Starts the binary with both of its outputs in pipes.
    pub(crate) fn start(command: &mut Command) -> Self {
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        Self(command.spawn().expect("the program starts"))
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.0);
        kill_process(pid, signal).expect("the process still runs");
    }

    /// Reads some of the standard output. Then the run is under way and listens to signals.
    pub(crate) fn read(&mut self, bytes: usize) -> Vec<u8> {
        let mut read = vec![0; bytes];
        self.0.stdout.as_mut().expect("a pipe").read_exact(&mut read).expect("there is so much");
        read
    }

    /// Reads the rest of both outputs and waits.
    pub(crate) fn finish(mut self, mut before: Vec<u8>) -> Ran {
        let mut stderr = self.0.stderr.take().expect("a pipe");
        let messages = std::thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).map(|_| text)
        });
        self.0.stdout.take().expect("a pipe").read_to_end(&mut before).expect("the pipe can be read");
        let code = code(self.0.wait().expect("the program ends"));
        let stderr = messages.join().expect("no panic").expect("messages are UTF-8");
        Ran { code, stdout: before, stderr }
    }

    /// Waits without reading anything.
    pub(crate) fn wait_unread(&mut self) -> i32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("the program can be waited for") {
                return code(status);
            }
            assert!(start.elapsed() < PATIENCE, "the program does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Either fails when it has ended already, which is the usual case.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Whether the place where tests run promises all tools, so that a test that cannot run has failed.
pub(crate) fn everything_is_promised() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true")
}

/// Tells that a test could not run here.
pub(crate) fn not_possible(reason: &str) {
    assert!(!everything_is_promised(), "CI=true, but {reason}");
    eprintln!("NOT TESTED: {reason}");
}
