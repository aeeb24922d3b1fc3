//! Slots: where values of known width are written, each row its own 32 or 64 bytes, so that text is never moved.

use brimful_core::{Buffer, Data, Shape, View, kernel};

use crate::format::TimeStyle;
use crate::text::{self, DIGITS_END, Number};

/// The fast forms of values that are written into slots.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writer {
    Number(Number),
    Uuid,
    Date,
    /// With so many digits of the second's fraction, and this between day and time; the zone stands behind the slot's
    /// text like any other literal.
    Timestamp {
        digits: u8,
        separator: u8,
    },
    Mac,
    Ipv4,
    Ipv6,
    Float,
}

/// Bytes of a narrow and of a wide slot.
const NARROW: usize = 32;
const WIDE: usize = 64;

/// How many bytes can stand behind a text of varying length in its slot.
const VARYING_RIGHT: usize = 16;

/// How long the texts of a writer are.
#[derive(Clone, Copy)]
enum Len {
    /// Any length, ending at this byte of the slot.
    EndsAt(usize),
    /// All the same.
    Fixed(usize),
    /// At most this.
    Varying(usize),
}

impl Writer {
    /// How a shape is written, if in slots.
    pub(crate) fn of(shape: &Shape, times: TimeStyle) -> Option<Self> {
        Some(match shape {
            Shape::Int { low, high } => Self::Number(Number::new(magnitude(*low, *high), 0)),
            Shape::Decimal { scale, low, high } => {
                Self::Number(Number::new(magnitude((*low).into(), (*high).into()), *scale))
            }
            Shape::Float => Self::Float,
            Shape::Uuid => Self::Uuid,
            Shape::Date(None) => Self::Date,
            Shape::Timestamp { digits, pattern: None } => {
                Self::Timestamp { digits: *digits, separator: times.separator }
            }
            Shape::Ipv4 => Self::Ipv4,
            Shape::Ipv6 => Self::Ipv6,
            Shape::Mac => Self::Mac,
            _ => return None,
        })
    }

    /// Whether literals of these lengths can stand in the slot, before and behind the text.
    pub(crate) fn takes(self, left: usize, right: usize) -> bool {
        let room = match self.len() {
            Len::EndsAt(_) => left == 0,
            Len::Fixed(_) => true,
            Len::Varying(_) => right <= VARYING_RIGHT,
        };
        room && self.span(left, right) <= WIDE
    }

    /// How many bytes of a slot are used.
    fn span(self, left: usize, right: usize) -> usize {
        match self.len() {
            Len::EndsAt(end) => end + right,
            Len::Fixed(len) => left + len + right,
            Len::Varying(len) => left + len + VARYING_RIGHT,
        }
    }

    fn width(self, left: usize, right: usize) -> usize {
        if self.span(left, right) <= NARROW { NARROW } else { WIDE }
    }

    fn len(self) -> Len {
        match self {
            Self::Number(_) => Len::EndsAt(DIGITS_END),
            Self::Uuid => Len::Fixed(36),
            Self::Date => Len::Fixed(10),
            Self::Timestamp { digits: 0, .. } => Len::Fixed(19),
            Self::Timestamp { digits, .. } => Len::Fixed(20 + usize::from(digits)),
            Self::Mac => Len::Fixed(17),
            Self::Ipv4 => Len::Varying(16),
            Self::Ipv6 => Len::Varying(text::IPV6_LEN_MAX),
            Self::Float => Len::Varying(text::FLOAT_LEN_MAX),
        }
    }
}

fn magnitude(low: i128, high: i128) -> u64 {
    low.unsigned_abs().max(high.unsigned_abs()).try_into().unwrap_or(u64::MAX)
}

/// Slots for `rows` rows, with what stands around each text at the places that do not change.
pub(crate) fn prepare(writer: Writer, left: &[u8], right: &[u8], rows: usize) -> Buffer {
    let width = writer.width(left.len(), right.len());
    let right_at = match writer.len() {
        Len::EndsAt(end) => end,
        Len::Fixed(len) | Len::Varying(len) => left.len() + len,
    };
    let mut slots = Buffer::default();
    slots.resize(rows * width);
    for slot in slots.chunks_exact_mut(width) {
        slot[..left.len()].copy_from_slice(left);
        slot[right_at..right_at + right.len()].copy_from_slice(right);
    }
    slots
}

/// Writes a batch of values into prepared slots and tells where they stand.
pub(crate) fn write(
    writer: Writer,
    left: usize,
    right: &[u8],
    data: &Data,
    slots: &mut Buffer,
    views: &mut [View],
) {
    if writer.width(left, right.len()) == NARROW {
        write_narrow(writer, left, right, data, slots, views);
    } else {
        write_wide(writer, left, right, data, slots, views);
    }
}

kernel! {
    fn write_narrow(
        writer: Writer,
        left: usize,
        right: &[u8],
        data: &Data,
        slots: &mut Buffer,
        views: &mut [View],
    ) {
        write_slots::<NARROW>(writer, left, right, data, slots, views);
    }
}

kernel! {
    fn write_wide(
        writer: Writer,
        left: usize,
        right: &[u8],
        data: &Data,
        slots: &mut Buffer,
        views: &mut [View],
    ) {
        write_slots::<WIDE>(writer, left, right, data, slots, views);
    }
}

#[inline(always)]
fn write_slots<const N: usize>(
    writer: Writer,
    left: usize,
    right: &[u8],
    data: &Data,
    slots: &mut Buffer,
    views: &mut [View],
) {
    let slots = &mut slots.slots_mut::<N>()[..views.len()];
    let cell = Cell { left, right };
    match (writer, data) {
        (Writer::Number(number), data) => number.write(data, slots, right.len(), views),
        (Writer::Uuid, Data::U128(values)) => cell.fixed(slots, views, values, text::uuid),
        (Writer::Mac, Data::U64(values)) => cell.fixed(slots, views, values, text::mac),
        (Writer::Date, Data::I64(values)) => cell.fixed(slots, views, values, text::date),
        (Writer::Timestamp { digits: 0, separator }, Data::I64(values)) => {
            cell.fixed(slots, views, values, |micros, text: &mut [u8; 19]| {
                text::timestamp(micros, separator, text)
            });
        }
        (Writer::Timestamp { digits: 3, separator }, Data::I64(values)) => {
            cell.fixed(slots, views, values, |micros, text: &mut [u8; 23]| {
                text::timestamp(micros, separator, text)
            });
        }
        (Writer::Timestamp { separator, .. }, Data::I64(values)) => {
            cell.fixed(slots, views, values, |micros, text: &mut [u8; 26]| {
                text::timestamp(micros, separator, text)
            });
        }
        (Writer::Ipv4, Data::U64(values)) => cell.varying(slots, views, values, text::ipv4),
        (Writer::Ipv6, Data::U128(values)) => cell.varying(slots, views, values, text::ipv6),
        (Writer::Float, Data::F64(values)) => cell.varying(slots, views, values, text::float),
        _ => unreachable!("the vector has the shape that the plan was built for"),
    }
}

/// What stands around the text in each slot.
struct Cell<'a> {
    left: usize,
    right: &'a [u8],
}

impl Cell<'_> {
    fn view(&self, slot: usize, width: usize, len: usize) -> View {
        View { offset: (slot * width) as u32, len: (self.left + len + self.right.len()) as u32 }
    }

    /// Texts of one length; what stands behind them was put there before.
    #[inline(always)]
    fn fixed<const N: usize, const W: usize, T: Copy>(
        &self,
        slots: &mut [[u8; N]],
        views: &mut [View],
        values: &[T],
        text: impl Fn(T, &mut [u8; W]),
    ) {
        for (i, ((slot, view), value)) in slots.iter_mut().zip(views).zip(values).enumerate() {
            text(*value, room(slot, self.left));
            *view = self.view(i, N, W);
        }
    }

    /// Texts of different lengths: what stands behind each is put there each time.
    #[inline(always)]
    fn varying<const N: usize, const W: usize, T: Copy>(
        &self,
        slots: &mut [[u8; N]],
        views: &mut [View],
        values: &[T],
        text: impl Fn(T, &mut [u8; W]) -> usize,
    ) {
        let mut right = [0; VARYING_RIGHT];
        right[..self.right.len()].copy_from_slice(self.right);
        for (i, ((slot, view), value)) in slots.iter_mut().zip(views).zip(values).enumerate() {
            let len = text(*value, room(slot, self.left));
            *room(slot, self.left + len) = right;
            *view = self.view(i, N, len);
        }
    }
}

/// The bytes of a slot from a place on, to be written where they stand: a text that is put together elsewhere and
/// then copied waits for its own bytes to arrive.
#[inline(always)]
fn room<const W: usize, const N: usize>(slot: &mut [u8; N], at: usize) -> &mut [u8; W] {
    let Some(room) = slot.get_mut(at..).and_then(<[u8]>::first_chunk_mut) else {
        unreachable!("a slot is wide enough for what was planned")
    };
    room
}
