//! Writes words of brimful's random function to standard output, for a battery of statistical tests.
//!
//! A battery reads one stream, but a dataset is a field: rows, columns and seeds. Each layout lays that field
//! out as a stream in another direction, so that a dependence between neighbours of any kind becomes one
//! between words that are close to each other. `docs/randomness.md` records what the batteries said.
//!
//! ```text
//! cargo build --release -p brimful-core --example random_stream
//! target/release/examples/random_stream interleaved 8 | RNG_test stdin64 -tlmax 32GB
//! ```
//!
//! Words are 64 bits, little-endian. The stream ends when the layout has no more rows or the reader leaves.

use brimful_core::Key;
use std::hash::{Hash, Hasher};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

const USAGE: &str = "\
Usage: random_stream [--seed N] [--skip WORDS] LAYOUT

Layouts:
  column                 rows 0, 1, 2, ... of one column
  interleaved COLUMNS    row after row of the columns c0, c1, ...
  seeds SEEDS            row after row of one column under neighbouring seeds
  strided STRIDE         rows 0, STRIDE, 2 STRIDE, ... of one column
  reversed               as column, the bits of each word in reverse order
  low-bytes              as column, only the lowest byte of each word
  first-words columns    row 0 of the columns c0, c1, ...
  first-words seeds      row 0 of one column under consecutive seeds
  keys columns           the keys themselves of the columns c0, c1, ..., two words each
  keys seeds             the keys themselves of one column under consecutive seeds
  flips rows BITS        how a word changes with each of the low BITS bits of a random row number
  flips seeds            how a key changes with each of the 64 bits of a random seed
";

/// The word at a position of the stream, or nothing behind the last row. Pure, so that skipping costs nothing.
type Source = Box<dyn Fn(u64) -> Option<u64>>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.iter().any(|arg| arg == "-h" || arg == "--help") {
        return exit_code(io::stdout().write_all(USAGE.as_bytes()));
    }
    match parse(&args) {
        Ok((source, skip)) => exit_code(write_words(&source, skip, &mut io::stdout().lock())),
        Err(message) => {
            complain(&format!("{message}\n\n{USAGE}"));
            ExitCode::from(2)
        }
    }
}

/// A reader that has seen enough is the normal end of such a stream; any other failure is told.
fn exit_code(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("standard output: {error}\n"));
            ExitCode::FAILURE
        }
    }
}

fn complain(message: &str) {
    // Where standard error cannot be written there is nobody left to tell; the exit code still does.
    let _ = write!(io::stderr(), "random_stream: {message}");
}

fn parse(args: &[String]) -> Result<(Source, u64), String> {
    let (mut seed, mut skip) = (0, 0);
    let mut words = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let target = match arg.as_str() {
            "--seed" => &mut seed,
            "--skip" => &mut skip,
            word => {
                words.push(word);
                continue;
            }
        };
        *target = number(args.next().ok_or_else(|| format!("{arg} needs a number"))?)?;
    }
    Ok((layout(&words, seed)?, skip))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("not a number from 0 to 2^64 - 1: `{text}`"))
}

fn layout(words: &[&str], seed: u64) -> Result<Source, String> {
    let table = table(seed);
    let key = column(table, 0);
    Ok(match words {
        ["column"] => Box::new(move |i| Some(key.word(i))),
        ["reversed"] => Box::new(move |i| Some(key.word(i).reverse_bits())),
        ["low-bytes"] => Box::new(move |i| low_bytes(key, i)),
        ["strided", stride] => {
            let stride = number(stride)?;
            Box::new(move |i| Some(key.word(i.checked_mul(stride)?)))
        }
        ["interleaved", n] => interleave((0..number(n)?).map(|i| column(table, i)).collect())?,
        ["seeds", n] => interleave((0..number(n)?).map(|i| neighbour(seed, i)).collect())?,
        ["first-words", "columns"] => Box::new(move |i| Some(column(table, i).word(0))),
        ["first-words", "seeds"] => Box::new(move |i| Some(neighbour(seed, i).word(0))),
        ["keys", "columns"] => Box::new(move |i| Some(half(column(table, i / 2), i % 2))),
        ["keys", "seeds"] => Box::new(move |i| Some(half(neighbour(seed, i / 2), i % 2))),
        ["flips", "rows", bits] => {
            let bits = number(bits)?;
            if !(1..=64).contains(&bits) {
                return Err(format!("a row has 1 to 64 bits to flip, not {bits}"));
            }
            Box::new(move |i| Some(row_flip(key, i / bits, i % bits)))
        }
        ["flips", "seeds"] => Box::new(move |i| Some(seed_flip(key, i))),
        [] => return Err("which layout?".into()),
        other => return Err(format!("no such layout: `{}`", other.join(" "))),
    })
}

fn table(seed: u64) -> Key {
    Key::root(seed).derive("t")
}

fn column(table: Key, i: u64) -> Key {
    table.derive(&format!("c{i}"))
}

/// The column c0 under the `i`-th seed after `seed`.
fn neighbour(seed: u64, i: u64) -> Key {
    column(table(seed.wrapping_add(i)), 0)
}

fn interleave(keys: Vec<Key>) -> Result<Source, String> {
    if keys.is_empty() {
        return Err("at least one is needed to interleave".into());
    }
    let n = keys.len() as u64;
    Ok(Box::new(move |i| Some(keys[(i % n) as usize].word(i / n))))
}

/// The lowest bytes of eight rows in one word.
fn low_bytes(key: Key, i: u64) -> Option<u64> {
    let first = i.checked_mul(8)?;
    let bytes = [0, 1, 2, 3, 4, 5, 6, 7].map(|row| key.word(first + row) as u8);
    Some(u64::from_le_bytes(bytes))
}

/// The difference that one bit of the `i`-th random row number makes to the word of that row.
fn row_flip(key: Key, i: u64, bit: u64) -> u64 {
    let row = key.derive("row").word(i);
    key.word(row) ^ key.word(row ^ 1 << bit)
}

/// The difference that one bit of a random seed makes to one of the two words of the key of c0.
fn seed_flip(key: Key, i: u64) -> u64 {
    let (pair, which) = (i / 2, i % 2);
    let seed = key.derive("seed").word(pair / 64);
    half(neighbour(seed, 0), which) ^ half(neighbour(seed ^ 1 << (pair % 64), 0), which)
}

/// One of the two words of a key. Keys keep their words to themselves, but tell them to a hasher.
fn half(key: Key, which: u64) -> u64 {
    let mut recorder = Recorder::default();
    key.hash(&mut recorder);
    recorder.words[which as usize]
}

/// A hasher that only remembers the first two words that it was given.
#[derive(Default)]
struct Recorder {
    words: [u64; 2],
    len: usize,
}

impl Hasher for Recorder {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        if let Some(slot) = self.words.get_mut(self.len) {
            *slot = word;
            self.len += 1;
        }
    }

    fn finish(&self) -> u64 {
        self.words[0]
    }
}

/// Writes until the source or the reader ends, in blocks that fit into a pipe.
fn write_words(source: &Source, skip: u64, out: &mut impl Write) -> io::Result<()> {
    const WORDS: usize = 8192;
    let mut block = Vec::with_capacity(WORDS * 8);
    for position in skip..=u64::MAX {
        let Some(word) = source(position) else { break };
        block.extend_from_slice(&word.to_le_bytes());
        if block.len() == WORDS * 8 {
            out.write_all(&block)?;
            block.clear();
        }
    }
    out.write_all(&block)?;
    out.flush()
}
