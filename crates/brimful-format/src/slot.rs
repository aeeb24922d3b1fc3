//! Slots: where values of known width are written, each row its own 32 or 64 bytes, so that text is never moved.

use brimful_core::{Buffer, Data, Sequence, Shape, View, kernel};

use crate::format::TimeStyle;
use crate::text::{self, DIGITS_END, Number};

/// The fast forms of values that are written into slots.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Writer {
    Number(Number),
    Uuid,
    Date,
    /// With so many digits of the second's fraction, and this between day and time, which is put into the slots once.
    /// The zone stands behind the text like any other literal.
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
            Self::Uuid => Len::Fixed(text::UUID_LEN),
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
        if let (Writer::Date | Writer::Timestamp { .. }, Len::Fixed(len)) = (writer, writer.len()) {
            slot[left.len()..right_at].copy_from_slice(&text::PUNCTUATION[..len]);
        }
        if let Writer::Timestamp { separator, .. } = writer {
            slot[left.len() + text::SEPARATOR_AT] = separator;
        }
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
    let cell = Cell { left, right };
    if writer.width(left, right.len()) == NARROW {
        narrow::write(writer, &cell, data, &mut slots.slots_mut()[..views.len()], views);
    } else {
        wide::write(writer, &cell, data, &mut slots.slots_mut()[..views.len()], views);
    }
}

/// The kernels for slots of one width. Each loop is a function of its own: in one large function they would take the
/// registers from each other.
macro_rules! kernels {
    ($module:ident, $width:ident; $($name:ident($item:ty): $method:ident($text:expr);)*) => {
        mod $module {
            use super::*;

            $(kernel! {
                fn $name(cell: &Cell<'_>, values: &[$item], slots: &mut [[u8; $width]], views: &mut [View]) {
                    cell.$method(slots, views, values, $text);
                }
            })*

            kernel! {
                fn sequence(from: Sequence, tail: usize, slots: &mut [[u8; $width]], views: &mut [View]) {
                    text::write_sequence(from, slots, tail, views);
                }
            }

            kernel! {
                fn unsigned(as_: Number, values: &[u64], tail: usize, slots: &mut [[u8; $width]], views: &mut [View]) {
                    as_.write_unsigned(values, slots, tail, views);
                }
            }

            kernel! {
                fn signed(as_: Number, values: &[i64], tail: usize, slots: &mut [[u8; $width]], views: &mut [View]) {
                    as_.write_signed(values, slots, tail, views);
                }
            }

            kernel! {
                fn decimal(as_: Number, values: &[i64], tail: usize, slots: &mut [[u8; $width]], views: &mut [View]) {
                    as_.write_decimal(values, slots, tail, views);
                }
            }

            pub(super) fn write(
                writer: Writer,
                cell: &Cell<'_>,
                data: &Data,
                slots: &mut [[u8; $width]],
                views: &mut [View],
            ) {
                let tail = cell.right.len();
                match (writer, data) {
                    (Writer::Number(_), Data::Sequence(from)) => sequence(*from, tail, slots, views),
                    (Writer::Number(as_), Data::U64(values)) => unsigned(as_, values, tail, slots, views),
                    (Writer::Number(as_), Data::I64(values)) if as_.is_short_decimal() => {
                        decimal(as_, values, tail, slots, views);
                    }
                    (Writer::Number(as_), Data::I64(values)) => signed(as_, values, tail, slots, views),
                    (Writer::Uuid, Data::U128(values)) => {
                        text::write_uuids(values, slots, cell.left);
                        cell.mark::<$width>(text::UUID_LEN, views);
                    }
                    (Writer::Mac, Data::U64(values)) => mac(cell, values, slots, views),
                    (Writer::Date, Data::I64(values)) => date(cell, values, slots, views),
                    (Writer::Timestamp { digits: 0, .. }, Data::I64(values)) => seconds(cell, values, slots, views),
                    (Writer::Timestamp { digits: 3, .. }, Data::I64(values)) => millis(cell, values, slots, views),
                    (Writer::Timestamp { .. }, Data::I64(values)) => micros(cell, values, slots, views),
                    (Writer::Ipv4, Data::U64(values)) => ipv4(cell, values, slots, views),
                    (Writer::Ipv6, Data::U128(values)) => ipv6(cell, values, slots, views),
                    (Writer::Float, Data::F64(values)) => float(cell, values, slots, views),
                    _ => unreachable!("the vector has the shape that the plan was built for"),
                }
            }
        }
    };
    ($($module:ident($width:ident))*) => {
        $(kernels! {
            $module, $width;
            mac(u64): fixed(text::mac);
            date(i64): fixed(text::date);
            seconds(i64): fixed(text::timestamp::<19>);
            millis(i64): fixed(text::timestamp::<23>);
            micros(i64): fixed(text::timestamp::<26>);
            ipv4(u64): varying(text::ipv4);
            ipv6(u128): varying(text::ipv6);
            float(f64): varying(text::float);
        })*
    };
}

kernels! { narrow(NARROW) wide(WIDE) }

/// What stands around the text in each slot.
struct Cell<'a> {
    left: usize,
    right: &'a [u8],
}

impl Cell<'_> {
    /// Texts of one length; what stands behind them was put there before.
    #[inline(always)]
    fn fixed<const N: usize, const W: usize, T: Copy>(
        &self,
        slots: &mut [[u8; N]],
        views: &mut [View],
        values: &[T],
        text: impl Fn(T, &mut [u8; W]),
    ) {
        let mut view = View { offset: 0, len: (self.left + W + self.right.len()) as u32 };
        for ((slot, at), value) in slots.iter_mut().zip(views).zip(values) {
            text(*value, room(slot, self.left));
            *at = view;
            view.offset = view.offset.wrapping_add(N as u32);
        }
    }

    /// Tells where texts of one length stand in slots of `N` bytes.
    fn mark<const N: usize>(&self, text_len: usize, views: &mut [View]) {
        let len = (self.left + text_len + self.right.len()) as u32;
        for (i, view) in views.iter_mut().enumerate() {
            *view = View { offset: (i * N) as u32, len };
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
        let (around, mut offset) = (self.left + self.right.len(), 0_u32);
        for ((slot, view), value) in slots.iter_mut().zip(views).zip(values) {
            let len = text(*value, room(slot, self.left));
            *room(slot, self.left + len) = right;
            *view = View { offset, len: (around + len) as u32 };
            offset = offset.wrapping_add(N as u32);
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
