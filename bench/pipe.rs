//! The far end of a pipe, and the limit of one: a reader that only reads, and a writer that only writes.
//!
//!     pipe read [BYTES]         reads standard input to its end, or BYTES bytes, and prints how many came
//!     pipe write BYTES [FILE]   writes one constant block over and over, to standard output or to a synced FILE
//!
//! Both move blocks of 64 KiB by plain read(2) and write(2). It stands alone, so that `rustc` builds it without a
//! crate around it.

use std::env::args;
use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;

const BLOCK_BYTES: usize = 64 * 1024;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["read"] => read(u64::MAX),
        ["read", bytes] => read(bytes.parse()?),
        ["write", bytes] => write(&mut standard(io::stdout())?, bytes.parse()?),
        ["write", bytes, path] => {
            let mut file = File::create(path)?;
            write(&mut file, bytes.parse()?)?;
            Ok(file.sync_all()?)
        }
        _ => Err("usage: pipe read [BYTES] | pipe write BYTES [FILE]".into()),
    }
}

/// A standard stream without the buffer that the library puts before it.
fn standard(stream: impl AsFd) -> io::Result<File> {
    Ok(File::from(stream.as_fd().try_clone_to_owned()?))
}

fn read(bytes_max: u64) -> Result<(), Box<dyn Error>> {
    let mut from = standard(io::stdin())?.take(bytes_max);
    let mut block = vec![0; BLOCK_BYTES];
    let mut total = 0;
    loop {
        match from.read(&mut block)? {
            0 => break,
            some => total += some as u64,
        }
    }
    println!("{total}");
    Ok(())
}

fn write(to: &mut File, bytes: u64) -> Result<(), Box<dyn Error>> {
    let block = b"noun\n".repeat(BLOCK_BYTES / 5 + 1);
    let mut left = bytes;
    while left > 0 {
        let some = left.min(BLOCK_BYTES as u64);
        to.write_all(&block[..some as usize])?;
        left -= some;
    }
    Ok(())
}
