//! `-o FILE`: the old file stays until the new one is complete, and a failure leaves nothing.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::support::{brimful, everything_is_promised, lines, not_possible, output, run, shell};

const OLD: &[u8] = b"the old file\n";

/// A directory with an old file in it.
fn with_old_file() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    fs::write(folder.path().join("rows.csv"), OLD).expect("a file");
    folder
}

/// Nothing is in the directory but the old file, as it was.
pub(crate) fn assert_untouched(folder: &Path) {
    let names: Vec<_> = fs::read_dir(folder)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(names, ["rows.csv"]);
    assert_eq!(fs::read(folder.join("rows.csv")).expect("a file"), OLD);
}

#[test]
fn a_file_holds_what_a_pipe_would_get() {
    for (name, format) in [
        ("a.csv", "csv"),
        ("a.tsv", "tsv"),
        ("a.JSON", "json"),
        ("a.ndjson", "ndjson"),
        ("a.sql", "sql"),
        ("a.md", "markdown"),
        ("a.txt", "text"),
        ("a.log", "text"),
        ("a", "text"),
    ] {
        let folder = tempfile::tempdir().expect("a directory");
        let ran = run(brimful("-q --seed 1 -n 1000 id=seq name -o").arg(name).current_dir(folder.path()));
        assert_eq!((ran.code, ran.stdout.as_slice(), ran.stderr.as_str()), (0, b"".as_slice(), ""), "{name}");
        let expected = output(&format!("-q --seed 1 -n 1000 id=seq name -f {format}"));
        assert!(fs::read(folder.path().join(name)).expect("a file") == expected, "{name}");
    }
}

#[test]
fn a_dash_is_standard_output() {
    let expected = output("-q --seed 1 noun");
    for name in ["-", "/dev/stdout"] {
        assert_eq!(output(&format!("-q --seed 1 noun -o {name}")), expected);
    }
}

#[test]
fn a_new_file_takes_the_place_of_the_old_one() {
    let folder = with_old_file();
    symlink("rows.csv", folder.path().join("link.csv")).expect("a link");
    let ran = run(brimful("-q --seed 1 seq -o link.csv").current_dir(folder.path()));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(folder.path().join("link.csv").is_symlink());
    assert_eq!(fs::read(folder.path().join("rows.csv")).expect("a file"), output("-q --seed 1 -f csv seq"));
}

#[test]
fn a_limit_on_file_sizes_is_told() {
    let folder = with_old_file();
    let script = "ulimit -f 8; exec \"$BRIMFUL\" -n 1M noun -o rows.csv";
    let ran = run(shell(script).current_dir(folder.path()));
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("limit on file sizes") && ran.stderr.contains("\nhint: "), "{}", ran.stderr);
    assert_untouched(folder.path());
}

#[test]
fn a_limit_on_a_redirected_file_is_told() {
    let folder = with_old_file();
    let script = "ulimit -f 8; exec \"$BRIMFUL\" --seed 1 -n 1M noun > other.txt";
    let ran = run(shell(script).current_dir(folder.path()));
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(ran.stderr.contains("limit on file sizes, after "), "{}", ran.stderr);
    let written = fs::read(folder.path().join("other.txt")).expect("a file");
    let expected = output("-q --seed 1 -n 10k noun");
    assert!(expected.starts_with(&written) && !written.is_empty());
    let rows: usize = told_rows(&ran.stderr);
    assert_eq!(rows, lines(&written));
}

/// The number of complete rows that a message tells.
fn told_rows(message: &str) -> usize {
    let (_, after) = message.split_once(", after ").expect("rows are told");
    let digits: String = after.split(' ').next().unwrap_or_default().replace(',', "");
    digits.parse().expect("a number")
}

#[test]
fn a_full_file_system_is_told() {
    let Some(disk) = SmallDisk::mount() else { return };
    fs::write(disk.path().join("rows.csv"), OLD).expect("a file");
    let ran = run(brimful("-n 10M noun -o rows.csv").current_dir(disk.path()));
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("no space left on device") && ran.stderr.contains("\nhint: "),
        "{}",
        ran.stderr
    );
    assert_untouched(disk.path());
}

/// A file system of one mebibyte, unmounted at the end.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// `None` where only root may mount, or a container may not.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a directory");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(folder.path());
        let mounted =
            rustix::process::geteuid().is_root() && mount.status().is_ok_and(|status| status.success());
        if mounted {
            return Some(Self(folder));
        }
        let reason = "a small file system could not be mounted, which root may do";
        assert!(!(rustix::process::geteuid().is_root() && everything_is_promised()), "{reason}");
        eprintln!("NOT TESTED: {reason}");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(self.path()).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            not_possible("the small file system could not be unmounted");
        }
    }
}
