//! The plain encoder: row by row, value by value, with nothing merged and nothing fast. It is what the encoder is
//! compared with in tests, and the definition of what a format's layout means.

use std::net::{Ipv4Addr, Ipv6Addr};

use brimful_core::civil::{DAY_US, Date};
use brimful_core::{Data, Shape, Vector};

use crate::alphabet::quote_of;
use crate::format::{CellStyle, Column, Format, TimeStyle};
use crate::text::Pattern;

/// Rows `first..first + rows` of a table in a format, framed as rows of an output that begins with row `origin`.
pub fn encode(
    format: &dyn Format,
    table: &str,
    columns: &[Column],
    origin: u64,
    first: u64,
    vectors: &[Vector],
    rows: usize,
) -> Vec<u8> {
    let layout = format.layout(table, columns);
    let mut out = Vec::new();
    for position in 0..rows {
        let row = first + position as u64;
        if let Some(group) = &layout.group {
            let starts = row == origin || group.begins_with(row);
            out.extend_from_slice(if starts { &group.head } else { &group.separator });
        }
        for ((column, vector), before) in columns.iter().zip(vectors).zip(&layout.before) {
            out.extend_from_slice(before);
            cell(&format.cell(column), column, vector, position, &mut out);
        }
        out.extend_from_slice(&layout.after);
        if let Some(group) = &layout.group
            && group.ends_with(row)
        {
            out.extend_from_slice(&group.tail);
        }
    }
    out
}

fn cell(style: &CellStyle, column: &Column, vector: &Vector, position: usize, out: &mut Vec<u8>) {
    if vector.validity.as_ref().is_some_and(|validity| !validity[position]) {
        out.extend_from_slice(&style.null);
        return;
    }
    let style = CellStyle { quote: quote_of(style, &column.shape), ..style.clone() };
    style.dress(&text(&style, &column.shape, &vector.data, position), out);
}

/// The bare text of a value.
fn text(style: &CellStyle, shape: &Shape, data: &Data, position: usize) -> Vec<u8> {
    match (shape, data) {
        (Shape::Bool, Data::Bool(values)) => style.booleans[usize::from(values[position])].into(),
        (Shape::Int { .. }, Data::Sequence(sequence)) => sequence.at(position).to_string().into(),
        (Shape::Int { .. }, Data::U64(values)) => values[position].to_string().into(),
        (Shape::Int { .. }, Data::I64(values)) => values[position].to_string().into(),
        (Shape::Decimal { scale, .. }, Data::I64(values)) => decimal(values[position], *scale).into(),
        (Shape::Float, Data::F64(values)) => zmij::Buffer::new().format_finite(values[position]).into(),
        (Shape::Uuid, Data::U128(values)) => uuid(values[position]).into(),
        (Shape::Date(None), Data::I64(values)) => date(values[position]).into(),
        (Shape::Timestamp { digits, pattern: None }, Data::I64(values)) => {
            timestamp(values[position], usize::from(*digits), style.times).into()
        }
        (Shape::Date(Some(pattern)), Data::I64(values)) => by_pattern(pattern, values[position] * DAY_US),
        (Shape::Timestamp { pattern: Some(pattern), .. }, Data::I64(values)) => {
            by_pattern(pattern, values[position])
        }
        (Shape::Ipv4, Data::U64(values)) => Ipv4Addr::from_bits(values[position] as u32).to_string().into(),
        (Shape::Ipv6, Data::U128(values)) => Ipv6Addr::from_bits(values[position]).to_string().into(),
        (Shape::Mac, Data::U64(values)) => mac(values[position]).into(),
        (Shape::Codes(dictionary), Data::Codes(codes)) => dictionary.get(codes[position] as usize).into(),
        (Shape::Slices(arena, _), Data::Slices(views)) => arena.get(views[position]).to_vec(),
        (Shape::Bytes(_), Data::Bytes(bytes)) => bytes.arena().get(bytes.views()[position]).to_vec(),
        (Shape::Constant { text, logical }, _) => style.constant(text, *logical),
        (Shape::Concat(shapes), Data::Concat(parts)) => {
            shapes.iter().zip(parts).flat_map(|(shape, data)| text(style, shape, data, position)).collect()
        }
        _ => unreachable!("the vector has the shape of its column"),
    }
}

fn decimal(value: i64, scale: u8) -> String {
    let scale = usize::from(scale);
    let digits = format!("{:0width$}", value.unsigned_abs(), width = scale + 1);
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let point = if scale > 0 { "." } else { "" };
    format!("{}{whole}{point}{fraction}", if value < 0 { "-" } else { "" })
}

fn uuid(value: u128) -> String {
    let hex = format!("{value:032x}");
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

fn date(days: i64) -> String {
    let Date { year, month, day } = Date::from_days(days);
    format!("{year:04}-{month:02}-{day:02}")
}

fn timestamp(micros: i64, digits: usize, style: TimeStyle) -> String {
    let (seconds, fraction) = (micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let time = format!("{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60);
    let fraction = format!("{fraction:06}");
    let fraction = if digits == 0 { String::new() } else { format!(".{}", &fraction[..digits]) };
    format!("{}{}{time}{fraction}{}", date(days), char::from(style.separator), style.zone)
}

fn by_pattern(pattern: &str, micros: i64) -> Vec<u8> {
    Pattern::new(pattern).map(|pattern| pattern.text(micros)).unwrap_or_default()
}

fn mac(value: u64) -> String {
    let pairs: Vec<String> = (0..6).map(|i| format!("{:02x}", value >> (40 - 8 * i) & 255)).collect();
    pairs.join(":")
}
