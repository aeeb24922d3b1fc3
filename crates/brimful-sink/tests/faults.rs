//! Every operation on the file fails, once and for good, in every way; and the power is cut at each of them.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as the tests do")]

use brimful_sink::os::{Privacy, Vfs};
use brimful_sink::sim::{Crash, Effect, Fault, Operation, SimFs, Unsynced};
use brimful_sink::{Accepted, Block, FileSink, Lines, Sink, SinkError, Stop};
use rustix::io::Errno;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

const TARGET: &str = "/data/out.csv";
const OLD: &[u8] = b"the old file\n";
const BLOCKS: [&[u8]; 3] = [b"one\n", b"two\nthree\n", b"four\n"];

/// What the disk looks like before: nothing there, an old file, or a link to one (given by its real path).
#[derive(Clone, Copy, Debug)]
enum Before {
    Nothing,
    OldFile,
    Link,
}

impl Before {
    const ALL: [Self; 3] = [Self::Nothing, Self::OldFile, Self::Link];

    fn disk(self) -> SimFs {
        let disk = SimFs::new();
        disk.directory("/data");
        disk.directory("/elsewhere");
        match self {
            Self::Nothing => {}
            Self::OldFile => disk.put(TARGET, OLD),
            Self::Link => {
                disk.put("/elsewhere/real.csv", OLD);
                disk.link(TARGET, "/elsewhere/real.csv");
            }
        }
        disk
    }

    fn old(self) -> Option<&'static [u8]> {
        (!matches!(self, Self::Nothing)).then_some(OLD)
    }
}

fn new() -> Vec<u8> {
    BLOCKS.concat()
}

fn run(disk: &SimFs) -> Result<Accepted, SinkError> {
    let mut sink = FileSink::open_in(Arc::new(disk.clone()), Path::new(TARGET), &Stop::new())?;
    let mut lanes = sink.open(NonZeroUsize::MIN)?;
    for (part, bytes) in BLOCKS.iter().enumerate() {
        let records = bytes.split_inclusive(|&byte| byte == b'\n').count() as u64;
        let _ = lanes[0].push(Block::rows(bytes, records, &Lines(bytes)))?;
        lanes[0].commit(part as u64)?;
    }
    drop(lanes);
    Box::new(sink).finish()
}

fn temporaries(disk: &SimFs) -> usize {
    disk.paths().iter().filter(|path| path.to_string_lossy().ends_with(".tmp")).count()
}

fn operations_of_a_good_run(before: Before) -> Vec<Operation> {
    let disk = before.disk();
    assert_eq!(run(&disk).unwrap(), Accepted { bytes: 19, records: 4, torn: false });
    assert_eq!(disk.read(TARGET).unwrap(), new());
    assert_eq!(temporaries(&disk), 0);
    disk.operations()
}

#[test]
fn a_good_run_syncs_in_the_order_that_survives() {
    let operations = operations_of_a_good_run(Before::OldFile);
    let tail = [Operation::Sync, Operation::Close, Operation::Rename, Operation::SyncDirectory];
    assert!(operations.ends_with(&tail), "{operations:?}");
}

#[test]
fn every_fault_leaves_the_new_file_or_the_old_one() {
    let effects = [
        Effect::Fail(Errno::NOSPC),
        Effect::Fail(Errno::DQUOT),
        Effect::Fail(Errno::IO),
        Effect::Fail(Errno::ACCESS),
        Effect::Short(1),
        Effect::Short(3),
    ];
    let mut injected = 0;
    for before in Before::ALL {
        for at in 0..operations_of_a_good_run(before).len() {
            for effect in effects {
                for fault in [Fault::once(at, effect), Fault::always(at, effect)] {
                    check_fault(before, fault);
                    injected += 1;
                }
            }
        }
    }
    assert!(injected > 300, "only {injected} faults");
}

fn check_fault(before: Before, fault: Fault) {
    let disk = before.disk();
    disk.inject(fault);
    let result = run(&disk);
    let operations = disk.operations();
    let failed = operations[fault.first];
    disk.heal();
    let context = format!("{before:?} {fault:?} at {failed:?}: {result:?}");
    let found = disk.read(TARGET);

    match &result {
        Ok(_) => {
            assert!(matches!(fault.effect, Effect::Short(_)), "not noticed: {context}");
            assert_eq!(found.unwrap(), new(), "{context}");
        }
        // The name is there already; only its durability is in doubt.
        Err(_) if failed == Operation::SyncDirectory => assert_eq!(found.unwrap(), new(), "{context}"),
        Err(error) => {
            assert_eq!(found.as_deref(), before.old(), "{context}");
            assert_eq!(error.exit_code(), 3, "{context}");
        }
    }
    let cannot_remove = fault.times > 1 && operations.last() == Some(&Operation::Remove);
    assert!(temporaries(&disk) == 0 || (result.is_err() && cannot_remove), "{context}");
}

#[test]
fn interruptions_are_no_faults() {
    for before in Before::ALL {
        for (at, operation) in operations_of_a_good_run(before).into_iter().enumerate() {
            for times in [1, 50] {
                let disk = before.disk();
                disk.inject(Fault { first: at, times, effect: Effect::Fail(Errno::INTR) });
                let result = run(&disk);
                // Neither rename nor close is interrupted by any system, nor could they be repeated.
                if matches!(operation, Operation::Rename | Operation::Close) {
                    assert!(result.is_err());
                    assert_eq!(disk.read(TARGET).as_deref(), before.old());
                } else {
                    assert!(times == 50 || result.is_ok(), "{before:?} at {operation:?}: {result:?}");
                }
                let expected = if result.is_ok() { Some(new()) } else { before.old().map(<[u8]>::to_vec) };
                assert_eq!(disk.read(TARGET), expected, "{before:?} at {operation:?}");
                assert_eq!(temporaries(&disk), 0, "{before:?} at {operation:?}");
            }
        }
    }
}

/// Every state in which the disk may be found if the power goes now.
fn aftermaths(disk: &SimFs) -> Vec<(Crash, SimFs)> {
    let kinds = [Unsynced::Lost, Unsynced::Torn, Unsynced::Kept];
    (0..=disk.unsynced_names())
        .flat_map(|names_kept| kinds.map(|data| Crash { names_kept, data }))
        .map(|crash| (crash, disk.after(crash)))
        .collect()
}

#[test]
fn every_power_cut_leaves_the_new_file_or_the_old_one() {
    let mut cuts = 0;
    for before in Before::ALL {
        for at in 0..=operations_of_a_good_run(before).len() {
            let disk = before.disk();
            disk.inject(Fault::always(at, Effect::PowerCut));
            let done = run(&disk).is_ok();
            for (crash, after) in aftermaths(&disk) {
                let found = after.read(TARGET);
                let context = format!("{before:?}, cut at {at}, {crash:?}, done: {done}");
                let complete = found.as_deref() == Some(&new());
                assert!(complete || (!done && found.as_deref() == before.old()), "{context}: {found:?}");
                cuts += 1;
            }
        }
    }
    assert!(cuts > 200, "only {cuts} power cuts");
}

/// The simulation is worth something only if it finds a program that is careless.
#[test]
fn the_simulated_power_cut_finds_a_missing_sync() {
    for (sync_file, sync_directory) in [(false, true), (true, false)] {
        let disk = Before::OldFile.disk();
        let temporary = Path::new("/data/.temporary");
        let mut file = disk.create_new(temporary, Privacy::Umask).unwrap();
        assert_eq!(file.write(&new()).unwrap(), new().len());
        if sync_file {
            file.sync().unwrap();
        }
        file.close().unwrap();
        disk.rename(temporary, Path::new(TARGET)).unwrap();
        if sync_directory {
            disk.sync_directory(Path::new("/data")).unwrap();
        }
        let found = |(_, after): &(Crash, SimFs)| after.read(TARGET).unwrap() != new();
        assert!(aftermaths(&disk).iter().any(found), "a missing sync went unnoticed");
    }
}

#[test]
fn abort_and_drop_take_everything_back() {
    for before in Before::ALL {
        for drop_it in [true, false] {
            let disk = before.disk();
            let mut sink =
                FileSink::open_in(Arc::new(disk.clone()), Path::new(TARGET), &Stop::new()).unwrap();
            let pushed =
                sink.open(NonZeroUsize::MIN).unwrap()[0].push(Block::rows(b"x\n", 1, &Lines(b"x\n")));
            let _ = pushed.unwrap();
            assert_eq!(temporaries(&disk), 1);
            if drop_it {
                drop(sink);
            } else {
                Box::new(sink).abort();
            }
            assert_eq!(temporaries(&disk), 0);
            assert_eq!(disk.read(TARGET).as_deref(), before.old());
        }
    }
}

#[test]
fn nothing_is_published_after_a_failed_push() {
    let disk = Before::OldFile.disk();
    let mut sink = FileSink::open_in(Arc::new(disk.clone()), Path::new(TARGET), &Stop::new()).unwrap();
    let mut lanes = sink.open(NonZeroUsize::MIN).unwrap();
    disk.inject(Fault::once(disk.operations().len(), Effect::Fail(Errno::IO)));
    let text = b"lost\n";
    assert!(lanes[0].push(Block::rows(text, 1, &Lines(text))).is_err());
    let _ = lanes[0].push(Block::rows(b"kept\n", 1, &Lines(b"kept\n"))).unwrap();
    drop(lanes);
    assert!(Box::new(sink).finish().is_err(), "a file with a hole was published");
    assert_eq!(disk.read(TARGET).unwrap(), OLD);
    assert_eq!(temporaries(&disk), 0);
}

/// A device may have nothing to sync; a file that says so would not survive.
#[test]
fn a_file_that_cannot_be_synced_is_not_published() {
    let sync = operations_of_a_good_run(Before::OldFile).iter().position(|&each| each == Operation::Sync);
    for errno in [Errno::INVAL, Errno::NOTSUP, Errno::ROFS] {
        let disk = Before::OldFile.disk();
        disk.inject(Fault::once(sync.unwrap(), Effect::Fail(errno)));
        assert!(run(&disk).is_err());
        assert_eq!(disk.read(TARGET).unwrap(), OLD);
    }
}
