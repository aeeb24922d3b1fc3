//! Whole and decimal numbers.
//!
//! Digits are written right-aligned into a slot, four at a time, always as many groups as the largest number of the
//! column needs; leading zeros are skipped by where the view begins.

use brimful_core::{Sequence, View};

use super::digits::{QUADS, count, power_of_ten};

/// Where the digits of a number end in its slot. Before it is room for a sign, 20 digits and a point.
pub(crate) const DIGITS_END: usize = 24;

/// How the numbers of a column are written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    /// How many groups of four digits the largest number needs.
    groups: usize,
    /// Digits behind the point.
    scale: usize,
}

impl Number {
    /// For numbers of at most this magnitude, with `scale` digits behind the point.
    pub(crate) fn new(magnitude_max: u64, scale: u8) -> Self {
        let digits = count(magnitude_max).max(usize::from(scale) + 1);
        Self { groups: digits.div_ceil(4), scale: usize::from(scale) }
    }

    /// Whether it has a point and at most eight digits.
    pub(crate) const fn is_short_decimal(self) -> bool {
        self.scale > 0 && self.groups <= 2
    }

    /// Writes each number into its slot, ending at [`DIGITS_END`]; `tail` more bytes belong to each view.
    #[inline(always)]
    pub(crate) fn write_unsigned<const N: usize>(
        self,
        values: &[u64],
        slots: &mut [[u8; N]],
        tail: usize,
        views: &mut [View],
    ) {
        match self.groups {
            1 | 2 => write_groups_of::<N, 2>(values, slots, tail, views),
            3 => write_groups_of::<N, 3>(values, slots, tail, views),
            4 => write_groups_of::<N, 4>(values, slots, tail, views),
            _ => write_groups_of::<N, 5>(values, slots, tail, views),
        }
    }

    /// The same for numbers that may be negative or have a point.
    #[inline(always)]
    pub(crate) fn write_signed<const N: usize>(
        self,
        values: &[i64],
        slots: &mut [[u8; N]],
        tail: usize,
        views: &mut [View],
    ) {
        match self.groups {
            1 | 2 => self.write_signed_groups::<N, 2>(values, slots, tail, views),
            3 | 4 => self.write_signed_groups::<N, 4>(values, slots, tail, views),
            _ => self.write_signed_groups::<N, 5>(values, slots, tail, views),
        }
    }

    #[inline(always)]
    fn write_signed_groups<const N: usize, const G: usize>(
        self,
        values: &[i64],
        slots: &mut [[u8; N]],
        tail: usize,
        views: &mut [View],
    ) {
        let mut offset = 0_u32;
        for ((value, slot), view) in values.iter().zip(slots).zip(views) {
            let magnitude = value.unsigned_abs();
            write_groups::<N, G>(magnitude, slot);
            let mut len = count(magnitude);
            if self.scale > 0 {
                len = self.set_point(len, slot);
            }
            *view = view_at(offset, with_sign(*value, len, slot), tail);
            offset = offset.wrapping_add(N as u32);
        }
    }

    /// Decimals of at most eight digits, whose point is set before they are written.
    #[inline(always)]
    pub(crate) fn write_decimal<const N: usize>(
        self,
        values: &[i64],
        slots: &mut [[u8; N]],
        tail: usize,
        views: &mut [View],
    ) {
        // In memory the first digit is the lowest byte.
        let fraction_bits = 8 * (self.scale as u32).clamp(1, 7);
        let whole = u64::MAX >> fraction_bits;
        let point = u64::from(b'.') << (56 - fraction_bits);
        let mut offset = 0_u32;
        for ((value, slot), view) in values.iter().zip(slots).zip(views) {
            let magnitude = value.unsigned_abs();
            let digits = eight_digits(magnitude);
            let pointed = (digits & whole) >> 8 | point | digits & !whole;
            slot[DIGITS_END - 9] = digits as u8;
            slot[DIGITS_END - 8..DIGITS_END].copy_from_slice(&pointed.to_le_bytes());
            let len = count(magnitude).max(self.scale + 1) + 1;
            *view = view_at(offset, with_sign(*value, len, slot), tail);
            offset = offset.wrapping_add(N as u32);
        }
    }

    /// Moves what stands before the last `scale` digits one to the left and sets the point in between; returns how
    /// long the number is now. The slot is zero-padded to the left as far as the groups reach.
    #[inline(always)]
    fn set_point<const N: usize>(self, digits: usize, slot: &mut [u8; N]) -> usize {
        let digits = digits.max(self.scale + 1);
        let point = DIGITS_END - self.scale - 1;
        let from = DIGITS_END - digits;
        slot.copy_within(from..=point, from - 1);
        slot[point] = b'.';
        digits + 1
    }
}

/// The byte before a number is free: it becomes part of it only where the number is negative.
#[inline(always)]
fn with_sign<const N: usize>(value: i64, len: usize, slot: &mut [u8; N]) -> usize {
    slot[(DIGITS_END - 1 - len) % N] = b'-';
    len + usize::from(value < 0)
}

#[inline(always)]
fn write_groups_of<const N: usize, const G: usize>(
    values: &[u64],
    slots: &mut [[u8; N]],
    tail: usize,
    views: &mut [View],
) {
    let mut offset = 0_u32;
    for ((value, slot), view) in values.iter().zip(slots).zip(views) {
        write_groups::<N, G>(*value, slot);
        *view = view_at(offset, count(*value), tail);
        offset = offset.wrapping_add(N as u32);
    }
}

/// Eight digits with leading zeros; the first is the lowest byte. Larger numbers give some digits or other.
#[inline(always)]
fn eight_digits(value: u64) -> u64 {
    let value = value as u32;
    let (high, low) = (value / 10_000, value % 10_000);
    let quad = |n: u32| u64::from(u32::from_le_bytes(QUADS[n as usize % 10_000]));
    quad(high.min(9_999)) | quad(low) << 32
}

/// Writes `G` groups of four digits, ending at [`DIGITS_END`].
#[inline(always)]
fn write_groups<const N: usize, const G: usize>(value: u64, slot: &mut [u8; N]) {
    if G <= 2 {
        slot[DIGITS_END - 8..DIGITS_END].copy_from_slice(&eight_digits(value).to_le_bytes());
        return;
    }
    let mut rest = value;
    for group in 0..G {
        let quad = QUADS[(rest % 10_000) as usize];
        rest /= 10_000;
        slot[DIGITS_END - 4 * group - 4..DIGITS_END - 4 * group].copy_from_slice(&quad);
    }
}

/// The view of a number in the slot that begins at `slot`.
#[inline(always)]
fn view_at(slot: u32, len: usize, tail: usize) -> View {
    View { offset: slot.wrapping_add((DIGITS_END - len) as u32), len: (len + tail) as u32 }
}

/// Equal steps need no division: a value that repeats is written once, and while only the last four digits change,
/// the others are copied from the row before.
#[inline(always)]
pub(crate) fn write_sequence<const N: usize>(
    sequence: Sequence,
    slots: &mut [[u8; N]],
    tail: usize,
    views: &mut [View],
) {
    let mut row = 0;
    while row < views.len() {
        let value = sequence.at(row);
        let left = (views.len() - row) as u64;
        let (run, unit) = match (sequence.repeat, sequence.step) {
            (1, 1) => (left.min(same_length_run(value)) as usize, true),
            (1, _) => (1, false),
            (repeat, _) => {
                let here = repeat - (sequence.phase + row as u64) % repeat;
                (left.min(here) as usize, false)
            }
        };
        let (slots, views) = (&mut slots[row..row + run], &mut views[row..row + run]);
        let view = view_at((row * N) as u32, count(value), tail);
        if !unit {
            write_groups::<N, 5>(value, &mut slots[0]);
            views.fill(view);
        } else if count(value) <= 12 {
            write_consecutive::<N, 8>(value, view, slots, views);
        } else {
            write_consecutive::<N, 16>(value, view, slots, views);
        }
        row += run;
    }
}

/// How many numbers from `value` on differ in the last four digits only and are equally long.
fn same_length_run(value: u64) -> u64 {
    let quad_end = 10_000 - value % 10_000;
    if value < 1_000 { power_of_ten(count(value)) - value } else { quad_end }
}

/// Writes numbers of which only the last four digits differ; `H` is how many digits before those are written.
#[inline(always)]
fn write_consecutive<const N: usize, const H: usize>(
    first: u64,
    first_view: View,
    slots: &mut [[u8; N]],
    views: &mut [View],
) {
    const QUAD: usize = DIGITS_END - 4;
    let mut template = [0; N];
    write_groups::<N, 5>(first, &mut template);
    let mut high = [0; H];
    high.copy_from_slice(&template[QUAD - H..QUAD]);
    let low = (first % 10_000) as usize;
    let quads = &QUADS[low..low + slots.len()];
    let mut view = first_view;
    for ((slot, quad), at) in slots.iter_mut().zip(quads).zip(views) {
        slot[QUAD - H..QUAD].copy_from_slice(&high);
        slot[QUAD..DIGITS_END].copy_from_slice(quad);
        *at = view;
        view.offset = view.offset.wrapping_add(N as u32);
    }
}
