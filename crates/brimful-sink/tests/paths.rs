//! What a path may lead to, on the simulated disk.

use brimful_sink::os::Kind;
use brimful_sink::sim::{Operation, SimFs};
use brimful_sink::{Block, FileSink, Lines, Pushed, Sink, SinkError, Stop};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

fn write(disk: &SimFs, path: &str) -> Result<Kind, SinkError> {
    let mut sink = FileSink::open_in(Arc::new(disk.clone()), Path::new(path), &Stop::new())?;
    let kind = sink.kind();
    let pushed = sink.open(NonZeroUsize::MIN)?[0].push(Block::rows(b"new\n", 1, &Lines(b"new\n")))?;
    assert_eq!(pushed, Pushed::Whole);
    Box::new(sink).finish()?;
    Ok(kind)
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let disk = SimFs::new();
    disk.directory("/a");
    disk.directory("/b");
    disk.put_with_mode("/b/real", b"old\n", 0o640);
    disk.link("/b/middle", "real");
    disk.link("/a/link", "/b/middle");
    assert_eq!(write(&disk, "/a/link").unwrap(), Kind::File);
    assert_eq!(disk.paths(), ["/a/link", "/b/middle", "/b/real"].map(Path::new));
    assert_eq!(disk.read("/b/real").unwrap(), b"new\n");
    assert_eq!(disk.mode("/b/real"), Some(0o640));
}

#[test]
fn a_link_to_nothing_creates_what_it_names() {
    let disk = SimFs::new();
    disk.directory("/a");
    disk.link("/link", "a/new");
    write(&disk, "/link").unwrap();
    assert_eq!(disk.read("/a/new").unwrap(), b"new\n");
    assert_eq!(disk.mode("/a/new"), Some(0o644));
}

#[test]
fn what_is_no_regular_file_is_written_directly() {
    for kind in [Kind::Null, Kind::Pipe, Kind::Terminal, Kind::Other] {
        let disk = SimFs::new();
        disk.device("/device", kind);
        assert_eq!(write(&disk, "/device").unwrap(), kind);
        assert_eq!(disk.read("/device").unwrap(), b"new\n");
        assert_eq!(disk.paths(), [Path::new("/device")]);
        assert!(!disk.operations().contains(&Operation::Rename));
    }
}

#[test]
fn refusals_name_the_target_and_help() {
    let disk = SimFs::new();
    disk.directory("/directory");
    disk.put_with_mode("/locked", b"old\n", 0o444);
    disk.link("/circle", "/circle");
    for (path, message, hint) in [
        ("/directory", "cannot open /directory: is a directory", "/directory/rows.csv"),
        ("/new/", "cannot open /new/: is a directory", "name a file"),
        ("/missing/out.csv", "cannot create /missing/out.csv: no such file or directory", "mkdir -p"),
        ("/locked", "cannot open /locked: permission denied", "permission"),
        ("/circle", "cannot open /circle: ", "circle"),
    ] {
        let error = write(&disk, path).unwrap_err();
        assert!(error.message().starts_with(message), "{}", error.message());
        assert!(error.hint().unwrap().contains(hint), "{:?}", error.hint());
        assert_eq!(error.exit_code(), 3);
    }
    assert_eq!(disk.read("/locked").unwrap(), b"old\n");
    assert_eq!(disk.paths().len(), 2);
}
