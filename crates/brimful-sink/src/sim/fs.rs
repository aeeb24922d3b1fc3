//! The simulated file system.

use super::world::{Change, Crash, Entry, World};
use super::{Fault, Operation};
use crate::os::{File, Kind, Meta, Need, Privacy, Stream, Vfs};
use rustix::io::Errno;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The umask of the simulated process.
const UMASK: u32 = 0o022;

/// How many links in a row are followed.
const LINKS_MAX: usize = 40;

/// A file system in memory. Clones share it.
///
/// Paths are absolute. A directory exists when it was [made](SimFs::directory); `/` always does. It
/// simulates one user who owns everything, with permission bits that say what this user may do.
#[derive(Debug, Clone, Default)]
pub struct SimFs {
    world: Arc<Mutex<World>>,
    directories: Arc<Mutex<BTreeSet<PathBuf>>>,
}

impl SimFs {
    /// An empty disk.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a durable file with mode 0644 there.
    pub fn put(&self, path: impl AsRef<Path>, data: &[u8]) {
        self.put_with_mode(path, data, 0o644);
    }

    /// Puts a durable file there.
    pub fn put_with_mode(&self, path: impl AsRef<Path>, data: &[u8], mode: u32) {
        let mut world = self.world();
        let inode = world.allocate(data, mode);
        world.change(Change::Insert(path.as_ref().to_owned(), Entry::File(inode)));
        world.sync_all();
    }

    /// Puts a symbolic link there.
    pub fn link(&self, path: impl AsRef<Path>, to: impl AsRef<Path>) {
        let mut world = self.world();
        world.change(Change::Insert(path.as_ref().to_owned(), Entry::Link(to.as_ref().to_owned())));
        world.sync_all();
    }

    /// Puts a device, pipe or socket there, which remembers what it is given.
    pub fn device(&self, path: impl AsRef<Path>, kind: Kind) {
        let mut world = self.world();
        let inode = world.allocate(&[], 0o666);
        world.change(Change::Insert(path.as_ref().to_owned(), Entry::Device(kind, inode)));
        world.sync_all();
    }

    /// Makes a directory.
    pub fn directory(&self, path: impl AsRef<Path>) {
        self.directories().insert(path.as_ref().to_owned());
    }

    /// Adds a fault.
    pub fn inject(&self, fault: Fault) {
        self.world().faults.push(fault);
    }

    /// Takes all faults away; power that was cut is back.
    pub fn heal(&self) {
        let mut world = self.world();
        world.faults.clear();
        world.dark = false;
    }

    /// Every operation so far, in order, failed ones included.
    pub fn operations(&self) -> Vec<Operation> {
        self.world().operations.clone()
    }

    /// How many changes of names are not synced: one power cut may keep from none to all of them.
    pub fn unsynced_names(&self) -> usize {
        self.world().unsynced_names()
    }

    /// What the disk holds after a power cut now, with this outcome. The original stays as it is.
    #[must_use]
    pub fn after(&self, crash: Crash) -> Self {
        Self {
            world: Arc::new(Mutex::new(self.world().after(crash))),
            directories: Arc::clone(&self.directories),
        }
    }

    /// The paths of all files, links and devices, sorted.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.world().names.keys().cloned().collect()
    }

    /// What a file holds, or a device was given; links are followed.
    pub fn read(&self, path: impl AsRef<Path>) -> Option<Vec<u8>> {
        let world = self.world();
        let inode = find(&world, path.as_ref()).ok()?.1;
        Some(world.inodes[inode].data.clone())
    }

    /// The permission bits of a file.
    pub fn mode(&self, path: impl AsRef<Path>) -> Option<u32> {
        let world = self.world();
        let inode = find(&world, path.as_ref()).ok()?.1;
        Some(world.inodes[inode].mode)
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn directories(&self) -> MutexGuard<'_, BTreeSet<PathBuf>> {
        self.directories.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_directory(&self, path: &Path) -> bool {
        path == Path::new("/") || self.directories().contains(path)
    }

    fn handle(&self, inode: usize, device: bool) -> Box<dyn File> {
        Box::new(Handle { fs: self.clone(), inode, device })
    }
}

/// The kind and inode of a path, links followed.
fn find(world: &World, path: &Path) -> io::Result<(Kind, usize)> {
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        match world.names.get(&path) {
            Some(Entry::File(inode)) => return Ok((Kind::File, *inode)),
            Some(Entry::Device(kind, inode)) => return Ok((*kind, *inode)),
            Some(Entry::Link(to)) => path = path.parent().unwrap_or(Path::new("/")).join(to),
            None => return Err(Errno::NOENT.into()),
        }
    }
    Err(Errno::LOOP.into())
}

impl Vfs for SimFs {
    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        let mut world = self.world();
        world.enter(Operation::Metadata)?;
        if self.is_directory(path) {
            return Ok(Meta { kind: Kind::Directory, mode: 0o755, owner: (0, 0) });
        }
        let (kind, inode) = find(&world, path)?;
        Ok(Meta { kind, mode: world.inodes[inode].mode, owner: (0, 0) })
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        let mut world = self.world();
        world.enter(Operation::ReadLink)?;
        match world.names.get(path) {
            Some(Entry::Link(to)) => Ok(to.clone()),
            Some(_) => Err(Errno::INVAL.into()),
            None => Err(Errno::NOENT.into()),
        }
    }

    fn check(&self, path: &Path, need: Need) -> io::Result<()> {
        let mut world = self.world();
        world.enter(Operation::Check)?;
        if self.is_directory(path) {
            return Ok(());
        }
        let bit = if need == Need::Read { 0o400 } else { 0o200 };
        let (_, inode) = find(&world, path)?;
        if world.inodes[inode].mode & bit == 0 { Err(Errno::ACCESS.into()) } else { Ok(()) }
    }

    fn create_new(&self, path: &Path, privacy: Privacy) -> io::Result<Box<dyn File>> {
        let mut world = self.world();
        world.enter(Operation::Create)?;
        if !path.parent().is_some_and(|parent| self.is_directory(parent)) {
            return Err(Errno::NOENT.into());
        }
        if world.names.contains_key(path) {
            return Err(Errno::EXIST.into());
        }
        let mode = if privacy == Privacy::Owner { 0o600 } else { 0o666 & !UMASK };
        let inode = world.allocate(&[], mode);
        world.change(Change::Insert(path.to_owned(), Entry::File(inode)));
        Ok(self.handle(inode, false))
    }

    fn open_existing(&self, path: &Path) -> io::Result<Box<dyn File>> {
        let mut world = self.world();
        world.enter(Operation::Open)?;
        let (kind, inode) = find(&world, path)?;
        if kind == Kind::File {
            world.inodes[inode].data.clear();
            world.inodes[inode].synced = 0;
        }
        Ok(self.handle(inode, kind != Kind::File))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut world = self.world();
        world.enter(Operation::Rename)?;
        if !world.names.contains_key(from) {
            return Err(Errno::NOENT.into());
        }
        world.change(Change::Rename(from.to_owned(), to.to_owned()));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut world = self.world();
        world.enter(Operation::Remove)?;
        if !world.names.contains_key(path) {
            return Err(Errno::NOENT.into());
        }
        world.change(Change::Remove(path.to_owned()));
        Ok(())
    }

    fn sync_directory(&self, path: &Path) -> io::Result<()> {
        let mut world = self.world();
        world.enter(Operation::SyncDirectory)?;
        if !self.is_directory(path) {
            return Err(Errno::NOENT.into());
        }
        world.sync_names(path);
        Ok(())
    }
}

/// An open file of the simulated file system.
struct Handle {
    fs: SimFs,
    inode: usize,
    device: bool,
}

impl Stream for Handle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut world = self.fs.world();
        let most = world.enter(Operation::Write)?;
        let taken = bytes.len().min(most);
        world.inodes[self.inode].data.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn wait_writable(&mut self, _most: Duration) -> io::Result<bool> {
        self.fs.world().enter(Operation::Wait).map(|_| true)
    }

    fn close(self: Box<Self>) -> io::Result<()> {
        self.fs.world().enter(Operation::Close).map(|_| ())
    }
}

impl File for Handle {
    fn sync(&mut self) -> io::Result<()> {
        let mut world = self.fs.world();
        world.enter(Operation::Sync)?;
        if self.device {
            return Err(Errno::INVAL.into());
        }
        let inode = &mut world.inodes[self.inode];
        inode.synced = inode.data.len();
        Ok(())
    }

    fn adopt(&mut self, old: &Meta) -> io::Result<()> {
        let mut world = self.fs.world();
        world.enter(Operation::Adopt)?;
        world.inodes[self.inode].mode = old.mode;
        Ok(())
    }
}
