//! Segments: the one currency between what a column looks like and the bytes of a row.
//!
//! A segment is an arena of bytes and, for each row, a [`View`] of it. [`Buffer::interleave`] copies the views of
//! several segments row after row into a block. It copies a fixed width and then moves on by the true length, which
//! is what makes it fast, and why there is room behind the end of every [`Buffer`]. All code of brimful that needs
//! such copies goes through this module; it is the only one that handles raw memory.

use std::ops::{Deref, DerefMut};

use crate::kernel;

/// How many bytes can be read and written behind the end of a buffer.
const SLACK: usize = 96;

/// Views reach no further, so that offset + length is a u32.
const VIEWED_BYTES_MAX: usize = 1 << 31;

/// A piece of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Where it begins.
    pub offset: u32,
    /// How many bytes.
    pub len: u32,
}

/// One column, or one part of it: for each row a view into an arena.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// What the views point into.
    pub arena: &'a Buffer,
    /// A view for each row.
    pub views: &'a [View],
}

/// Bytes with room behind their end, to be read and written: an arena that views point into, or a block.
#[derive(Debug)]
pub struct Buffer {
    /// The bytes; the capacity is always at least `SLACK` more than the length.
    bytes: Vec<u8>,
}

impl Default for Buffer {
    fn default() -> Self {
        Self::with_capacity(0)
    }
}

impl Clone for Buffer {
    fn clone(&self) -> Self {
        Self::from_bytes(self)
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

impl Buffer {
    /// A buffer with memory for a number of bytes.
    #[must_use]
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes + SLACK) }
    }

    /// A buffer that holds `text`.
    #[must_use]
    pub fn from_bytes(text: &[u8]) -> Self {
        let mut buffer = Self::with_capacity(text.len());
        buffer.bytes.extend_from_slice(text);
        buffer
    }

    /// The bytes of a view.
    #[must_use]
    pub fn get(&self, view: View) -> &[u8] {
        &self.bytes[view.offset as usize..][..view.len as usize]
    }

    /// Forgets the bytes, keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Keeps the first `len` bytes.
    pub fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    /// Adds bytes.
    pub fn push(&mut self, piece: &[u8]) {
        self.bytes.reserve(piece.len() + SLACK);
        self.bytes.extend_from_slice(piece);
    }

    /// Adds a piece and returns its view.
    ///
    /// # Panics
    /// When the buffer would hold 2 GiB or more: views reach no further.
    pub fn add(&mut self, piece: &[u8]) -> View {
        let offset = self.bytes.len();
        assert!(offset + piece.len() < VIEWED_BYTES_MAX, "a buffer with views holds less than 2 GiB");
        self.push(piece);
        View { offset: offset as u32, len: piece.len() as u32 }
    }

    /// Becomes `len` bytes long; what is new is zero.
    pub fn resize(&mut self, len: usize) {
        self.bytes.reserve((len + SLACK).saturating_sub(self.bytes.len()));
        self.bytes.resize(len, 0);
    }

    /// The bytes as slots of `N` bytes each, to be written in place.
    #[inline]
    pub fn slots_mut<const N: usize>(&mut self) -> &mut [[u8; N]] {
        self.bytes.as_chunks_mut().0
    }

    /// Adds a short piece of another buffer: the fast way for pieces of up to 16 bytes, right for all.
    #[inline]
    pub fn append(&mut self, from: &Self, view: View) {
        let (start, len) = (view.offset as usize, view.len as usize);
        let end = self.bytes.len();
        if len > 16 || self.bytes.capacity() - end < 2 * SLACK || start + len > from.bytes.len() {
            return self.append_any(from, view);
        }
        // SAFETY: the view lies inside `from`, behind whose end SLACK bytes can be read; behind the end of this
        // buffer 2 SLACK bytes can be written: of the 16 that are written the first `len` count, and SLACK stay.
        #[expect(unsafe_code, reason = "a copy of fixed width")]
        unsafe {
            copy::<16>(from.bytes.as_ptr().add(start), self.bytes.as_mut_ptr().add(end));
            self.bytes.set_len(end + len);
        }
    }

    #[cold]
    fn append_any(&mut self, from: &Self, view: View) {
        self.bytes.reserve(2 * SLACK + view.len as usize + (1 << 12));
        self.bytes.extend_from_slice(from.get(view));
    }

    /// Adds a row for each of `views`, put together of texts of the vocabulary, and writes down where it stands. `codes`
    /// has the first four texts of each row, then the next four of each row, and so on.
    ///
    /// # Panics
    /// When the rows have not all as many codes, a code has no text, or the buffer would hold 2 GiB or more.
    pub(crate) fn compose(&mut self, vocabulary: &Vocabulary, codes: &[[u16; 4]], views: &mut [View]) {
        let rows = views.len();
        if rows == 0 {
            return;
        }
        assert!(!codes.is_empty() && codes.len().is_multiple_of(rows), "each row has as many codes");
        assert!(usize::from(code_max(codes.as_flattened())) < vocabulary.slots.len(), "a code has no text");
        let total = codes.len() * 4 * SLOT + rows * vocabulary.tail;
        assert!(self.len() + total < VIEWED_BYTES_MAX, "a buffer with views holds less than 2 GiB");
        self.bytes.reserve(total + SLACK);
        // SAFETY: there are codes for each row, each with a text, and room for as many bytes as they can have and SLACK
        // bytes more. What is counted was written: a row ends inside the slot that was copied last.
        #[expect(unsafe_code, reason = "copies of fixed width, as many for each row")]
        unsafe {
            let start = self.bytes.len();
            let written = compose_rows(self.bytes.as_mut_ptr().add(start), vocabulary, codes, views);
            self.bytes.set_len(start + written);
            for view in views {
                view.offset += start as u32;
            }
        }
    }

    /// Adds `rows` rows: for each row the view of each segment, one after the other.
    ///
    /// # Panics
    /// When a segment has fewer views than rows, or a view points outside its arena.
    pub fn interleave(&mut self, segments: &[Segment<'_>], rows: usize) {
        let mut total = 0;
        let mut sources = Vec::with_capacity(segments.len());
        for segment in segments {
            let views = &segment.views[..rows];
            let extent = extent(views);
            assert!(extent.within(segment.arena), "a view points outside its arena");
            debug_assert!(segment.arena.bytes.capacity() - segment.arena.len() >= SLACK);
            total += extent.total(views);
            let class = Class::of(extent.len_max);
            sources.push(Source { bytes: segment.arena.bytes.as_ptr(), views: views.as_ptr(), class });
        }
        self.bytes.reserve(total + SLACK);
        // SAFETY: each source has a view for each row, inside its arena, behind whose end SLACK bytes can be
        // read; the buffer has room for the sum of all lengths and SLACK bytes more.
        #[expect(unsafe_code, reason = "the inner loop of the engine: copies of fixed width")]
        unsafe {
            let start = self.bytes.len();
            let end = self.bytes.as_mut_ptr().add(start);
            let written = match sources.len() {
                1 => copy_rows::<1>(end, &sources, rows),
                2 => copy_rows::<2>(end, &sources, rows),
                3 => copy_rows::<3>(end, &sources, rows),
                4 => copy_rows::<4>(end, &sources, rows),
                5 => copy_rows::<5>(end, &sources, rows),
                _ => copy_rows::<0>(end, &sources, rows),
            };
            self.bytes.set_len(start + written);
        }
    }
}

/// How many bytes a text of a vocabulary has at most: one copy of fixed width.
const SLOT: usize = 16;

/// Short texts that rows are put together of. The last bytes of each are its tail, which the next text of its row covers:
/// only that of the row's last text remains.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// How long every tail is.
    tail: usize,
    /// The texts, filled up.
    slots: Vec<[u8; SLOT]>,
    /// How many bytes each text has without its tail; as many as there are slots.
    lens: Vec<u8>,
}

impl Vocabulary {
    /// No texts yet; each will have a tail of this length.
    pub(crate) fn new(tail: usize) -> Self {
        Self { tail, slots: Vec::new(), lens: Vec::new() }
    }

    /// Adds a text, tail included; the first has code 0.
    ///
    /// # Panics
    /// When it is longer than 16 bytes or shorter than a tail.
    pub(crate) fn push(&mut self, text: &[u8]) {
        assert!(
            (self.tail..=SLOT).contains(&text.len()),
            "a text of a vocabulary has its tail and up to 16 bytes"
        );
        let mut slot = [0; SLOT];
        slot[..text.len()].copy_from_slice(text);
        self.slots.push(slot);
        self.lens.push((text.len() - self.tail) as u8);
    }
}

kernel! {
    fn code_max(codes: &[u16]) -> u16 {
        let mut max = 0;
        for code in codes {
            max = max.max(*code);
        }
        max
    }
}

/// Writes rows, tells where each stands behind `to`, and returns how many bytes all have.
///
/// # Safety
/// `codes` has as many quadruples for each view, at least one; every code has a text. At `to` there is room for 16 bytes
/// a code, a tail a row and SLACK bytes more, less than 2 GiB.
#[expect(unsafe_code, reason = "copies of fixed width, as many for each row")]
unsafe fn compose_rows(
    to: *mut u8,
    vocabulary: &Vocabulary,
    codes: &[[u16; 4]],
    views: &mut [View],
) -> usize {
    let (slots, lens) = (vocabulary.slots.as_ptr(), vocabulary.lens.as_ptr());
    let rows = views.len();
    let mut at = to;
    // SAFETY: as the caller promises. Each text moves `at` on by at most the 16 bytes that were written there.
    unsafe {
        for (row, view) in views.iter_mut().enumerate() {
            let begin = at;
            let mut quadruple = row;
            while quadruple < codes.len() {
                for code in *codes.get_unchecked(quadruple) {
                    copy::<SLOT>(slots.add(code.into()).cast(), at);
                    at = at.add((*lens.add(code.into())).into());
                }
                quadruple = quadruple.wrapping_add(rows);
            }
            at = at.add(vocabulary.tail);
            *view = View {
                offset: begin.offset_from_unsigned(to) as u32,
                len: at.offset_from_unsigned(begin) as u32,
            };
        }
        at.offset_from_unsigned(to)
    }
}

/// What the views of one segment and batch span.
#[derive(Clone, Copy)]
struct Extent {
    end_max: u32,
    len_max: u32,
    /// All offsets and lengths, or-ed: below 2^31 their sums cannot wrap.
    all: u32,
    rows: usize,
}

impl Extent {
    fn within(self, arena: &Buffer) -> bool {
        (self.all as usize) < VIEWED_BYTES_MAX && self.end_max as usize <= arena.len()
    }

    /// At least the sum of the lengths; exactly that where the longest is long.
    fn total(self, views: &[View]) -> usize {
        if self.len_max <= 256 {
            return self.rows * self.len_max as usize;
        }
        views.iter().map(|view| view.len as usize).sum()
    }
}

kernel! {
    fn extent(views: &[View]) -> Extent {
        let (mut end_max, mut len_max, mut all) = (0, 0, 0);
        for view in views {
            end_max = end_max.max(view.offset.wrapping_add(view.len));
            len_max = len_max.max(view.len);
            all |= view.offset | view.len;
        }
        Extent { end_max, len_max, all, rows: views.len() }
    }
}

/// How many bytes are copied for every view of a segment, whatever its length.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Bytes16,
    Bytes32,
    Bytes48,
    Long,
}

impl Class {
    const fn of(len_max: u32) -> Self {
        match len_max {
            0..=16 => Self::Bytes16,
            17..=32 => Self::Bytes32,
            33..=48 => Self::Bytes48,
            _ => Self::Long,
        }
    }
}

/// A segment whose views were checked.
#[derive(Clone, Copy)]
struct Source {
    bytes: *const u8,
    views: *const View,
    class: Class,
}

/// Copies `N` bytes; they must not overlap.
///
/// # Safety
/// `N` bytes can be read at `from` and written at `to`.
#[expect(unsafe_code, reason = "a copy of fixed width")]
#[inline(always)]
unsafe fn copy<const N: usize>(from: *const u8, to: *mut u8) {
    // SAFETY: as the caller promises; arenas and buffers are different allocations.
    unsafe { std::ptr::copy_nonoverlapping(from, to, N) }
}

/// Copies the view of `row` to `to` and returns its length.
///
/// # Safety
/// The source has a view for `row` inside its arena, behind which SLACK bytes can be read; at `to` the length
/// of the view and SLACK bytes more can be written.
#[expect(unsafe_code, reason = "copies of fixed width")]
#[inline(always)]
unsafe fn copy_view(source: &Source, row: usize, to: *mut u8) -> usize {
    // SAFETY: as the caller promises. A copy of fixed width reads and writes at most SLACK bytes behind the
    // view's start; the loop stays within SLACK bytes behind its end.
    unsafe {
        let view = *source.views.add(row);
        let from = source.bytes.add(view.offset as usize);
        let len = view.len as usize;
        // Nested tests, which are foreseen, rather than a jump by table for each view.
        if source.class == Class::Bytes16 {
            copy::<16>(from, to);
        } else {
            copy::<32>(from, to);
            if source.class != Class::Bytes32 {
                copy::<16>(from.add(32), to.add(32));
                if source.class == Class::Long {
                    copy::<48>(from.add(48), to.add(48));
                    let mut done = 96;
                    while done < len {
                        copy::<32>(from.add(done), to.add(done));
                        done += 32;
                    }
                }
            }
        }
        len
    }
}

macro_rules! copy_rows_at {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        // SAFETY: what the caller promises is written at `copy_rows`, the only caller.
        #[expect(unsafe_code, reason = "the inner loop of the engine")]
        unsafe fn $name<const N: usize>(to: *mut u8, sources: &[Source], rows: usize) -> usize {
            let mut at = to;
            // SAFETY: as the caller promises, for every source and row.
            unsafe {
                if let Ok(sources) = <&[Source; N]>::try_from(sources) {
                    let sources = *sources;
                    for row in 0..rows {
                        for source in &sources {
                            at = at.add(copy_view(source, row, at));
                        }
                    }
                } else {
                    for row in 0..rows {
                        for source in sources {
                            at = at.add(copy_view(source, row, at));
                        }
                    }
                }
                at.offset_from_unsigned(to)
            }
        }
    };
}

copy_rows_at!(
    #[inline]
    copy_rows_portable
);
#[cfg(target_arch = "x86_64")]
copy_rows_at!(
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    copy_rows_v3
);

/// Copies all views row by row and returns how many bytes were written. `N` is the number of sources where the
/// loop over them is to be unrolled, else any other number.
///
/// # Safety
/// As for [`copy_view`], for every source and every row below `rows`, with room for the sum of all lengths.
#[expect(unsafe_code, reason = "the inner loop of the engine")]
unsafe fn copy_rows<const N: usize>(to: *mut u8, sources: &[Source], rows: usize) -> usize {
    #[cfg(target_arch = "x86_64")]
    if crate::cpu::level() == crate::cpu::Level::V3 {
        // SAFETY: the level is V3 only after the processor was asked; the rest as the caller promises.
        return unsafe { copy_rows_v3::<N>(to, sources, rows) };
    }
    // SAFETY: as the caller promises.
    unsafe { copy_rows_portable::<N>(to, sources, rows) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(segments: &[Segment<'_>], rows: usize) -> Vec<u8> {
        let mut out = Vec::new();
        for row in 0..rows {
            for segment in segments {
                out.extend_from_slice(segment.arena.get(segment.views[row]));
            }
        }
        out
    }

    /// An arena with pieces of many lengths, and views of them in a stirred order.
    fn pieces(lens: &[usize], rows: usize, stir: usize) -> (Buffer, Vec<View>) {
        let mut arena = Buffer::default();
        let mut views = Vec::new();
        for (i, len) in lens.iter().enumerate() {
            let text: Vec<u8> = (0..*len).map(|j| b'a' + ((i * 7 + j) % 26) as u8).collect();
            views.push(arena.add(&text));
        }
        let order = (0..rows).map(|row| views[(row * stir + row / 3) % views.len()]).collect();
        (arena, order)
    }

    #[test]
    fn interleaving_is_concatenation() {
        let widths: [&[usize]; 6] =
            [&[0], &[1, 16, 7, 0], &[17, 32, 0, 3], &[48, 33, 1], &[49, 95, 96, 97], &[128, 129, 300, 0, 2]];
        for rows in [0, 1, 2, 31] {
            let all: Vec<_> = widths.iter().enumerate().map(|(i, lens)| pieces(lens, rows, i + 1)).collect();
            for first in 0..widths.len() {
                for count in 0..=widths.len() - first {
                    let segments: Vec<_> = all[first..first + count]
                        .iter()
                        .map(|(arena, views)| Segment { arena, views })
                        .collect();
                    let mut out = Buffer::default();
                    out.push(b"start:");
                    out.interleave(&segments, rows);
                    assert_eq!(&out[6..], plain(&segments, rows));
                }
            }
        }
    }

    #[test]
    fn appending_is_concatenation() {
        let (arena, views) = pieces(&[0, 1, 15, 16, 17, 200], 40, 5);
        let (mut out, mut expected) = (Buffer::default(), Vec::new());
        for view in views {
            out.append(&arena, view);
            expected.extend_from_slice(arena.get(view));
        }
        assert_eq!(*out, expected);
    }

    /// Words of every length, then a lone full stop, each with a full stop for its tail.
    fn vocabulary() -> (Vocabulary, Vec<String>) {
        let texts: Vec<String> =
            (0..SLOT).rev().map(|len| "abcdefghijklmno"[..len].to_owned() + ".").collect();
        let mut vocabulary = Vocabulary::new(1);
        for text in &texts {
            vocabulary.push(text.as_bytes());
        }
        (vocabulary, texts)
    }

    #[test]
    fn composing_is_concatenation_without_tails_between() {
        let (vocabulary, texts) = vocabulary();
        for (rows, quadruples) in [(1, 1), (1, 3), (7, 2), (31, 5)] {
            let code = |i: usize, j: usize| ((i * 5 + i / 7 + j * 3) % texts.len()) as u16;
            let codes: Vec<[u16; 4]> =
                (0..rows * quadruples).map(|i| [0, 1, 2, 3].map(|j| code(i, j))).collect();
            let mut out = Buffer::from_bytes(b"start:");
            let mut views = vec![View::default(); rows];
            out.compose(&vocabulary, &codes, &mut views);
            for (row, view) in views.iter().enumerate() {
                let of_row = codes[row..].iter().step_by(rows).flatten();
                let text: String =
                    of_row.map(|code| texts[usize::from(*code)].trim_end_matches('.')).collect();
                assert_eq!(out.get(*view), (text + ".").as_bytes());
            }
            assert_eq!(out.len(), 6 + views.iter().map(|view| view.len as usize).sum::<usize>());
        }
    }

    #[test]
    fn composing_no_row_adds_nothing() {
        let mut out = Buffer::default();
        out.compose(&vocabulary().0, &[], &mut []);
        assert!(out.is_empty());
    }

    #[test]
    #[should_panic(expected = "a code has no text")]
    fn a_code_without_text_is_refused() {
        Buffer::default().compose(&vocabulary().0, &[[0, 1, 16, 2]], &mut [View::default()]);
    }

    #[test]
    #[should_panic(expected = "each row has as many codes")]
    fn a_row_without_codes_is_refused() {
        Buffer::default().compose(&vocabulary().0, &[[0; 4]; 3], &mut [View::default(); 2]);
    }

    #[test]
    #[should_panic(expected = "up to 16 bytes")]
    fn a_text_longer_than_a_slot_is_refused() {
        Vocabulary::new(1).push(&[b'a'; 17]);
    }

    #[test]
    #[should_panic(expected = "outside its arena")]
    fn a_view_behind_the_end_is_refused() {
        let arena = Buffer::from_bytes(b"abc");
        let views = [View { offset: 1, len: 3 }];
        Buffer::default().interleave(&[Segment { arena: &arena, views: &views }], 1);
    }

    #[test]
    #[should_panic(expected = "outside its arena")]
    fn a_view_that_wraps_is_refused() {
        let arena = Buffer::from_bytes(b"abc");
        let views = [View { offset: 2, len: u32::MAX }];
        Buffer::default().interleave(&[Segment { arena: &arena, views: &views }], 1);
    }

    #[test]
    fn slots_are_written_in_place() {
        let mut arena = Buffer::from_bytes(&[b'x'; 70]);
        arena.slots_mut::<32>()[1][0] = b'y';
        assert_eq!(arena.slots_mut::<32>().len(), 2);
        assert_eq!(arena[32], b'y');
    }
}
