//! Errors at any system call, injected by strace: whatever fails, it is told, and nothing is left behind.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::files::assert_untouched;
use crate::support::{BRIMFUL, Ran, not_possible, program, run};

/// Enough rows for thirty blocks.
const ROWS: &str = "600k";

/// Runs the binary, with a fault from the system call that strace is told.
fn with_fault(fault: &str, folder: &Path, args: &[&str]) -> Ran {
    let mut command = program("strace");
    command.args(["-f", "-qq", "-o", "/dev/null", "-e"]).arg(format!("inject={fault}"));
    command.args(["--", BRIMFUL, "-q", "-j1", "-n", ROWS, "noun", "word"]).args(args);
    run(command.current_dir(folder))
}

fn is_possible() -> bool {
    let strace = Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).output();
    let possible = strace.is_ok_and(|output| output.status.success());
    if !possible {
        not_possible("strace is missing, or may not trace here");
    }
    possible
}

fn with_old_file() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("rows.csv"), b"the old file\n").expect("a file");
    folder
}

#[test]
fn a_full_device_at_any_write_is_told() {
    if !is_possible() {
        return;
    }
    for n in 1..=20 {
        let folder = with_old_file();
        let ran = with_fault(&format!("write:error=ENOSPC:when={n}"), folder.path(), &["-o", "rows.csv"]);
        assert_eq!(ran.code, 3, "write {n}: {}", ran.stderr);
        assert!(ran.stderr.contains("no space left on device"), "write {n}: {}", ran.stderr);
        assert_untouched(folder.path());
        let ran = with_fault(&format!("write:error=EIO:when={n}"), folder.path(), &[]);
        assert_eq!(ran.code, 3, "write {n}: {}", ran.stderr);
    }
}

#[test]
fn an_interruption_at_any_write_changes_nothing() {
    if !is_possible() {
        return;
    }
    let folder = with_old_file();
    let whole = with_fault("write:error=EINTR:when=60000", folder.path(), &["--seed", "1"]);
    assert!(whole.code == 0 && whole.stdout.len() > 3_000_000, "{}", whole.stderr);
    for fault in ["write:error=EINTR:when=3+2", "write:error=EAGAIN:when=2+3"] {
        let ran = with_fault(fault, folder.path(), &["--seed", "1"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{fault}");
        assert!(ran.stdout == whole.stdout, "{fault}");
    }
}

#[test]
fn a_file_that_cannot_be_completed_is_told() {
    if !is_possible() {
        return;
    }
    let faults = [
        "fsync,fdatasync:error=EIO:when=1",
        "rename,renameat,renameat2:error=ENOSPC",
        "fsync,fdatasync:error=ENOSPC:when=1",
    ];
    for fault in faults {
        let folder = with_old_file();
        let ran = with_fault(fault, folder.path(), &["-o", "rows.csv"]);
        assert_eq!(ran.code, 3, "{fault}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("error: cannot "), "{fault}: {}", ran.stderr);
        assert_untouched(folder.path());
    }
}
