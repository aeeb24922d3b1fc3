//! The state of the simulated disk: what is there, and what would be there after a power cut.

use super::{Effect, Fault, Operation};
use crate::os::Kind;
use rustix::io::Errno;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// What becomes of written bytes that were not synced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsynced {
    /// None of them reached the disk.
    Lost,
    /// The first half did.
    Torn,
    /// All did, by luck.
    Kept,
}

/// One of the outcomes that a power cut may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Crash {
    /// How many of the changes of names that were not synced reached the disk, in their order. Each is
    /// atomic.
    pub names_kept: usize,
    /// What became of unsynced bytes.
    pub data: Unsynced,
}

#[derive(Debug, Clone)]
pub(super) enum Entry {
    File(usize),
    Link(PathBuf),
    Device(Kind, usize),
}

#[derive(Debug, Clone)]
pub(super) struct Inode {
    pub(super) data: Vec<u8>,
    pub(super) synced: usize,
    pub(super) mode: u32,
}

/// A change to the names, applied to the visible ones at once and to the durable ones when synced.
#[derive(Debug, Clone)]
pub(super) enum Change {
    Insert(PathBuf, Entry),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
}

type Names = BTreeMap<PathBuf, Entry>;

#[derive(Debug, Default, Clone)]
pub(super) struct World {
    pub(super) names: Names,
    durable: Names,
    unsynced: Vec<Change>,
    pub(super) inodes: Vec<Inode>,
    pub(super) operations: Vec<Operation>,
    pub(super) faults: Vec<Fault>,
    pub(super) dark: bool,
}

impl World {
    /// Records an operation and lets the faults have their say. `Ok` tells how much a write may take.
    pub(super) fn enter(&mut self, operation: Operation) -> io::Result<usize> {
        let index = self.operations.len();
        self.operations.push(operation);
        let effect = self.faults.iter().find(|fault| fault.covers(index)).map(|fault| fault.effect);
        self.dark |= effect == Some(Effect::PowerCut);
        match effect {
            _ if self.dark => Err(Errno::IO.into()),
            Some(Effect::Fail(errno)) => Err(errno.into()),
            Some(Effect::Short(bytes)) => Ok(bytes.max(1)),
            _ => Ok(usize::MAX),
        }
    }

    /// A new inode, with data that is not on the disk.
    pub(super) fn allocate(&mut self, data: &[u8], mode: u32) -> usize {
        self.inodes.push(Inode { data: data.to_vec(), synced: 0, mode });
        self.inodes.len() - 1
    }

    /// Changes the visible names.
    pub(super) fn change(&mut self, change: Change) {
        apply(&mut self.names, &change);
        self.unsynced.push(change);
    }

    /// Makes the names in one directory durable.
    pub(super) fn sync_names(&mut self, directory: &Path) {
        for change in std::mem::take(&mut self.unsynced) {
            if change.path().parent() == Some(directory) {
                apply(&mut self.durable, &change);
            } else {
                self.unsynced.push(change);
            }
        }
    }

    /// Makes everything durable.
    pub(super) fn sync_all(&mut self) {
        for change in std::mem::take(&mut self.unsynced) {
            apply(&mut self.durable, &change);
        }
        for inode in &mut self.inodes {
            inode.synced = inode.data.len();
        }
    }

    pub(super) fn unsynced_names(&self) -> usize {
        self.unsynced.len()
    }

    /// The disk as it is found after a power cut.
    pub(super) fn after(&self, crash: Crash) -> Self {
        let mut names = self.durable.clone();
        for change in self.unsynced.iter().take(crash.names_kept) {
            apply(&mut names, change);
        }
        let mut inodes = self.inodes.clone();
        for inode in &mut inodes {
            let extra = inode.data.len() - inode.synced;
            let kept = match crash.data {
                Unsynced::Lost => 0,
                Unsynced::Torn => extra / 2,
                Unsynced::Kept => extra,
            };
            inode.data.truncate(inode.synced + kept);
            inode.synced = inode.data.len();
        }
        Self { durable: names.clone(), names, inodes, ..Self::default() }
    }
}

impl Change {
    fn path(&self) -> &Path {
        match self {
            Self::Insert(path, _) | Self::Rename(_, path) | Self::Remove(path) => path,
        }
    }
}

fn apply(names: &mut Names, change: &Change) {
    match change {
        Change::Insert(path, entry) => {
            names.insert(path.clone(), entry.clone());
        }
        Change::Rename(from, to) => {
            if let Some(entry) = names.remove(from) {
                names.insert(to.clone(), entry);
            }
        }
        Change::Remove(path) => {
            names.remove(path);
        }
    }
}
