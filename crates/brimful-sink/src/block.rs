//! What a worker hands to a lane: bytes that end on a record boundary.

/// A position in a block at which a record ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cut {
    /// Bytes of the block before this position.
    pub bytes: usize,
    /// Records of the block that are complete before this position.
    pub records: u64,
}

/// The record boundaries on both sides of an offset; both are the same when the offset is one itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Around {
    /// The last boundary at or before the offset.
    pub last: Cut,
    /// The first boundary at or after the offset.
    pub next: Cut,
}

/// Tells where the records of a block end.
///
/// It is asked only when a run stops or fails inside a block, so that the engine need not keep one offset
/// per row on its hot path: it may search, or encode the part again, to answer. The start of the block
/// (0 bytes, 0 records) and its end are boundaries always.
pub trait RecordEnds {
    /// The boundaries around `offset`, which is at most the length of the block.
    fn around(&self, offset: usize) -> Around;
}

/// Records that end with a newline, as in every line format whose values hold none.
#[derive(Debug, Clone, Copy)]
pub struct Lines<'a>(pub &'a [u8]);

impl RecordEnds for Lines<'_> {
    fn around(&self, offset: usize) -> Around {
        let (before, after) = self.0.split_at(offset);
        let whole = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let last = Cut { bytes: whole, records: newlines(&before[..whole]) };
        if whole == offset {
            return Around { last, next: last };
        }
        let rest = after.iter().position(|&byte| byte == b'\n').map_or(after.len(), |at| at + 1);
        Around { last, next: Cut { bytes: offset + rest, records: last.records + 1 } }
    }
}

fn newlines(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

/// Records whose ends are listed: the offset behind each record, ascending, the last being the block's end.
#[derive(Debug, Clone, Copy)]
pub struct Ends<'a>(pub &'a [usize]);

impl RecordEnds for Ends<'_> {
    fn around(&self, offset: usize) -> Around {
        let complete = self.0.partition_point(|&end| end <= offset);
        let cut = |records: usize| Cut {
            bytes: records.checked_sub(1).map_or(0, |index| self.0[index]),
            records: records as u64,
        };
        let last = cut(complete);
        let on_boundary = last.bytes == offset || complete == self.0.len();
        Around { last, next: if on_boundary { last } else { cut(complete + 1) } }
    }
}

/// A block that must not be divided: a header, a footer, or a group of records that belong together.
#[derive(Debug, Clone, Copy)]
pub struct Whole {
    /// Length of the block in bytes.
    pub bytes: usize,
    /// Records in it.
    pub records: u64,
}

impl RecordEnds for Whole {
    fn around(&self, offset: usize) -> Around {
        let start = Cut::default();
        let end = Cut { bytes: self.bytes, records: self.records };
        Around {
            last: if offset == self.bytes { end } else { start },
            next: if offset == 0 { start } else { end },
        }
    }
}

/// Encoded bytes that begin and end on a record boundary.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// What to write. 64 to 256 KiB is the best size; any other works.
    pub bytes: &'a [u8],
    /// Records in it.
    pub records: u64,
    /// Where they end.
    pub ends: &'a dyn RecordEnds,
    /// Whether the block goes out even after a graceful stop, as the closing bracket of a JSON array must
    /// for the output to stay readable.
    pub closing: bool,
}

impl<'a> Block<'a> {
    /// A block of rows.
    pub fn rows(bytes: &'a [u8], records: u64, ends: &'a dyn RecordEnds) -> Self {
        Self { bytes, records, ends, closing: false }
    }

    /// The closing text of a format, which holds no record.
    pub fn closing(bytes: &'a [u8]) -> Self {
        Self { bytes, records: 0, ends: &Indivisible, closing: true }
    }
}

/// The boundaries of closing text: no offset inside it is one, and it adds no record.
struct Indivisible;

impl RecordEnds for Indivisible {
    fn around(&self, offset: usize) -> Around {
        Around { last: Cut::default(), next: Cut { bytes: offset, records: 0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The plain definition, by looking at every boundary.
    fn by_definition(ends: &[usize], offset: usize) -> Around {
        let cuts: Vec<Cut> = std::iter::once(0)
            .chain(ends.iter().copied())
            .enumerate()
            .map(|(index, bytes)| Cut { bytes, records: index as u64 })
            .collect();
        Around {
            last: *cuts.iter().rfind(|cut| cut.bytes <= offset).unwrap(),
            next: *cuts.iter().find(|cut| cut.bytes >= offset).unwrap(),
        }
    }

    proptest! {
        #[test]
        fn lines_and_ends_follow_the_definition(lengths in prop::collection::vec(1usize..20, 1..30)) {
            let mut text = Vec::new();
            let mut ends = Vec::new();
            for length in lengths {
                text.resize(text.len() + length - 1, b'x');
                text.push(b'\n');
                ends.push(text.len());
            }
            for offset in 0..=text.len() {
                let expected = by_definition(&ends, offset);
                prop_assert_eq!(Lines(&text).around(offset), expected);
                prop_assert_eq!(Ends(&ends).around(offset), expected);
            }
        }
    }

    #[test]
    fn a_whole_block_has_two_boundaries() {
        let whole = Whole { bytes: 10, records: 3 };
        let (start, end) = (Cut::default(), Cut { bytes: 10, records: 3 });
        assert_eq!(whole.around(0), Around { last: start, next: start });
        assert_eq!(whole.around(4), Around { last: start, next: end });
        assert_eq!(whole.around(10), Around { last: end, next: end });
    }
}
