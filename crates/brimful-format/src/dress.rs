//! Texts that are looked at one by one: most of them need nothing and are copied, which is what is fast here.

use brimful_core::{Buffer, ByteSet, View, kernel};

use crate::format::{CellStyle, Quote};

/// What a text gets around it, and which bytes in it need more than that.
#[derive(Debug)]
pub(crate) struct Dresser {
    style: CellStyle,
    /// What stands around the cell, and around a text in it that needs nothing: four pieces, one after the other.
    ends: Buffer,
    left: View,
    right: View,
    plain_left: View,
    plain_right: View,
    watched: Watched,
    /// Whether an empty text is quoted.
    empty_is_special: bool,
}

impl Dresser {
    pub(crate) fn new(style: CellStyle, left: &[u8], right: &[u8]) -> Self {
        let (open, close, needed) = match style.quote {
            Quote::Never => ("", "", ByteSet::default()),
            Quote::Always => (style.open, style.close, ByteSet::default()),
            Quote::Needed(specials) => ("", "", specials),
        };
        let mut ends = Buffer::default();
        Self {
            left: ends.add(left),
            right: ends.add(right),
            plain_left: ends.add(&[left, open.as_bytes()].concat()),
            plain_right: ends.add(&[close.as_bytes(), right].concat()),
            ends,
            watched: Watched::new(&style.escaped.union(needed)),
            empty_is_special: matches!(style.quote, Quote::Needed(_)),
            style,
        }
    }

    /// Adds a dressed text to an arena. The text is a view of `from`.
    #[inline]
    pub(crate) fn add(&self, from: &Buffer, text: View, scratch: &mut Vec<u8>, arena: &mut Buffer) -> View {
        let offset = arena.len();
        let bytes = from.get(text);
        if self.watched.any_in(bytes) || (bytes.is_empty() && self.empty_is_special) {
            scratch.clear();
            self.style.dress(bytes, scratch);
            arena.append(&self.ends, self.left);
            arena.push(scratch);
            arena.append(&self.ends, self.right);
        } else {
            arena.append(&self.ends, self.plain_left);
            arena.push(bytes);
            arena.append(&self.ends, self.plain_right);
        }
        View { offset: offset as u32, len: (arena.len() - offset) as u32 }
    }
}

/// A set of bytes for the question whether a text contains one of them.
#[derive(Debug)]
struct Watched {
    /// The set as ranges, which are compared with many bytes at once: the first byte, and the last minus the first.
    ranges: Vec<[u8; 2]>,
    /// The set as a table.
    table: [bool; 256],
}

/// How many bytes are compared at once.
const LANES: usize = 16;

impl Watched {
    fn new(set: &ByteSet) -> Self {
        let mut table = [false; 256];
        let mut ranges: Vec<[u8; 2]> = Vec::new();
        for byte in (0..=u8::MAX).filter(|byte| set.contains(*byte)) {
            table[usize::from(byte)] = true;
            match ranges.last_mut() {
                Some([first, span]) if *first + *span + 1 == byte => *span += 1,
                _ => ranges.push([byte, 0]),
            }
        }
        Self { ranges, table }
    }

    #[inline]
    fn any_in(&self, text: &[u8]) -> bool {
        if text.len() < LANES {
            return text.iter().fold(false, |any, byte| any | self.table[usize::from(*byte)]);
        }
        any_in_ranges(&self.ranges, text)
    }
}

kernel! {
    /// Whether a text of at least `LANES` bytes has one in these ranges.
    fn any_in_ranges(ranges: &[[u8; 2]], text: &[u8]) -> bool {
        let (chunks, _) = text.as_chunks::<LANES>();
        // The last bytes again, together with some that are seen twice: no loop over what is left.
        let last = text.last_chunk::<LANES>();
        let mut found = [0; LANES];
        for [first, span] in ranges {
            for chunk in chunks.iter().chain(last) {
                for lane in 0..LANES {
                    found[lane] |= u8::from(chunk[lane].wrapping_sub(*first).max(*span) == *span);
                }
            }
        }
        found.iter().fold(0, |all, lane| all | lane) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_watched_byte_is_found_wherever_it_stands() {
        let sets = [
            ByteSet::of(b",\"\r\n"),
            ByteSet::of(&[0, 1, 2, 31, 254, 255]),
            ByteSet::ALL,
            ByteSet::default(),
        ];
        for set in sets {
            let watched = Watched::new(&set);
            for byte in 0..=255 {
                for len in [1, 2, 15, 16, 17, 31, 32, 50] {
                    for at in 0..len {
                        let mut text = vec![b'x'; len];
                        text[at] = byte;
                        assert_eq!(watched.any_in(&text), set.any_in(&text), "byte {byte} at {at} of {len}");
                    }
                }
            }
            assert!(!watched.any_in(b""));
        }
    }
}
