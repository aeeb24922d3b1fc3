//! Days and points in time, in ISO 8601 form or by a pattern.

use brimful_core::Fault;
use brimful_core::civil::{DAY_US, Date};

use super::digits::{QUADS, pair};

/// Days from 0001-01-01, the first that a column can have, to 1970-01-01.
const DAYS_BEFORE_1970: i64 = 719_162;

/// What stands between the digits of a day and a time. It is put into slots once: only digits change.
pub(crate) const PUNCTUATION: &[u8; 26] = b"0000-00-00T00:00:00.000000";

/// The digits of `2026-11-21`: days since 1970-01-01, years 1 to 9999. Other numbers of days give some text or other.
#[inline(always)]
pub(crate) fn date(days: i64, text: &mut [u8; 10]) {
    date_of(days.wrapping_add(DAYS_BEFORE_1970) as u32, text);
}

/// The digits of a day, counted from 0001-01-01 on.
///
/// Multiplications and shifts instead of divisions, from Cassio Neri and Lorenz Schneider, *Euclidean affine
/// functions and their application to calendar algorithms* (2022), for a calendar whose years begin in March.
#[inline(always)]
fn date_of(days: u32, text: &mut [u8]) {
    /// Days from 0000-03-01, where the first century of the algorithm begins, to 0001-01-01.
    const MARCH: u32 = 306;
    let quarters = (days.wrapping_add(MARCH) << 2) | 3;
    let (century, of_century) = (quarters / 146_097, quarters % 146_097);
    // 2^32 / 1461, rounded up: the high half is the year of the century, the low half how far it has gone.
    let product = u64::from(of_century | 3).wrapping_mul(2_939_745);
    let (year_of_century, of_year) = ((product >> 32) as u32, product as u32 / 2_939_745 / 4);
    // The last 60 days of such a year, from its day 306 on, are January and February of the next.
    let next_year = u32::from(of_year >= 306);
    let year = century.wrapping_mul(100).wrapping_add(year_of_century).wrapping_add(next_year);
    text[..4].copy_from_slice(&QUADS[year.min(9_999) as usize]);
    // The hyphens around the month are written again: one copy of four bytes.
    let [month, day] = &MONTHS_AND_DAYS[of_year as usize];
    text[4..8].copy_from_slice(month);
    text[8..10].copy_from_slice(&day[..2]);
}

/// The digits of the month, between hyphens, and of the day, filled up, for each day of a year that begins in March.
static MONTHS_AND_DAYS: [[[u8; 4]; 2]; 366] = months_and_days();

const fn months_and_days() -> [[[u8; 4]; 2]; 366] {
    let mut table = [[[b'-'; 4]; 2]; 366];
    let mut of_year = 0;
    while of_year < 366 {
        // Months from March on have 30.6 days: 2141 of 2^16 are one.
        let scaled = 2_141 * of_year as u32 + 197_913;
        let (from_march, day) = (scaled >> 16, (scaled & 0xffff) / 2_141);
        let [tens, ones] = pair((if from_march > 12 { from_march - 12 } else { from_march }) as u8);
        let [day_tens, day_ones] = pair(day as u8 + 1);
        table[of_year] = [[b'-', tens, ones, b'-'], [day_tens, day_ones, b'-', b'-']];
        of_year += 1;
    }
    table
}

/// Where the byte between day and time stands.
pub(crate) const SEPARATOR_AT: usize = 10;

/// The digits of `2026-11-21T10:20:30.123456`: microseconds since 1970-01-01T00:00:00Z, years 1 to 9999. `W` is 19 for
/// whole seconds, 23 for milliseconds and 26 for microseconds. Other numbers give some text or other.
#[inline(always)]
pub(crate) fn timestamp<const W: usize>(micros: i64, text: &mut [u8; W]) {
    const DAY: u64 = DAY_US as u64;
    let from_year_1 = micros.wrapping_add(DAYS_BEFORE_1970 * DAY_US) as u64;
    let days = from_year_1 / DAY;
    let in_day = from_year_1.wrapping_sub(days.wrapping_mul(DAY));
    let seconds = (in_day / 1_000_000) as u32;
    let minutes = seconds / 60;
    date_of(days as u32, text);
    text[11..19].copy_from_slice(&MINUTES[minutes.min(1_439) as usize]);
    text[17..19].copy_from_slice(&pair(seconds.wrapping_sub(minutes.wrapping_mul(60)) as u8));
    if W > 19 {
        let fraction = (in_day as u32).wrapping_sub(seconds.wrapping_mul(1_000_000));
        text[20..22].copy_from_slice(&pair((fraction / 10_000) as u8));
        text[22..].copy_from_slice(&QUADS[fraction as usize % 10_000][..W - 22]);
    }
}

/// The time at which each minute of a day begins.
static MINUTES: [[u8; 8]; 1_440] = minutes();

const fn minutes() -> [[u8; 8]; 1_440] {
    let mut table = [*b"00:00:00"; 1_440];
    let mut minute = 0;
    while minute < 1_440 {
        [table[minute][0], table[minute][1]] = pair((minute / 60) as u8);
        [table[minute][3], table[minute][4]] = pair((minute % 60) as u8);
        minute += 1;
    }
    table
}

/// A `strftime` pattern, taken apart once.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    fields: Vec<Field>,
}

#[derive(Clone, Debug)]
enum Field {
    Literal(Vec<u8>),
    Code(u8),
}

/// The codes that a pattern may use, with what they stand for.
pub(crate) const CODES: &[(u8, &str)] = &[
    (b'Y', "year, four digits"),
    (b'y', "year, two digits"),
    (b'm', "month, 01 to 12"),
    (b'd', "day, 01 to 31"),
    (b'j', "day of the year, 001 to 366"),
    (b'b', "month, three letters"),
    (b'B', "month, full name"),
    (b'a', "weekday, three letters"),
    (b'A', "weekday, full name"),
    (b'H', "hour, 00 to 23"),
    (b'I', "hour, 01 to 12"),
    (b'p', "AM or PM"),
    (b'M', "minute, 00 to 59"),
    (b'S', "second, 00 to 59"),
    (b'3', "milliseconds, three digits"),
    (b'f', "microseconds, six digits"),
    (b's', "seconds since 1970"),
    (b'F', "date, as %Y-%m-%d"),
    (b'T', "time, as %H:%M:%S"),
    (b'%', "a percent sign"),
];

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

impl Pattern {
    /// Takes a pattern apart.
    pub(crate) fn new(text: &str) -> Result<Self, Fault> {
        let mut fields = Vec::new();
        let mut rest = text;
        while let Some((literal, tail)) = rest.split_once('%') {
            fields.push(Field::Literal(literal.into()));
            let code = tail.bytes().next().unwrap_or(b' ');
            if !CODES.iter().any(|(known, _)| *known == code) {
                let known: Vec<String> =
                    CODES.iter().map(|(code, _)| format!("%{}", *code as char)).collect();
                let wrong: String = tail.chars().take(1).collect();
                return Err(Fault::new(format!("unknown code `%{wrong}` in the pattern `{text}`"))
                    .hint(format!("codes are {}", known.join(" "))));
            }
            fields.push(Field::Code(code));
            rest = &tail[1..];
        }
        fields.push(Field::Literal(rest.into()));
        Ok(Self { fields })
    }

    /// A point in time by the pattern.
    pub(crate) fn text(&self, micros: i64) -> Vec<u8> {
        let mut out = Vec::with_capacity(32);
        for field in &self.fields {
            match field {
                Field::Literal(text) => out.extend_from_slice(text),
                Field::Code(code) => write_code(*code, micros, &mut out),
            }
        }
        out
    }
}

fn write_code(code: u8, micros: i64, out: &mut Vec<u8>) {
    let mut iso = *PUNCTUATION;
    timestamp(micros, &mut iso);
    let days = micros.div_euclid(DAY_US);
    let hour = (micros.rem_euclid(DAY_US) / 3_600_000_000) as u32;
    let month = || usize::from(Date::from_days(days).month) - 1;
    // The first of January 1970 was a Thursday.
    let weekday = || WEEKDAYS[(days + 3).rem_euclid(7) as usize];
    match code {
        b'Y' => out.extend_from_slice(&iso[..4]),
        b'y' => out.extend_from_slice(&iso[2..4]),
        b'm' => out.extend_from_slice(&iso[5..7]),
        b'd' => out.extend_from_slice(&iso[8..10]),
        b'j' => out.extend_from_slice(&QUADS[day_of_year(days)][1..]),
        b'b' => out.extend_from_slice(&MONTHS[month()].as_bytes()[..3]),
        b'B' => out.extend_from_slice(MONTHS[month()].as_bytes()),
        b'a' => out.extend_from_slice(&weekday().as_bytes()[..3]),
        b'A' => out.extend_from_slice(weekday().as_bytes()),
        b'H' => out.extend_from_slice(&iso[11..13]),
        b'I' => out.extend_from_slice(&pair(((hour + 11) % 12 + 1) as u8)),
        b'p' => out.extend_from_slice(if hour < 12 { b"AM" } else { b"PM" }),
        b'M' => out.extend_from_slice(&iso[14..16]),
        b'S' => out.extend_from_slice(&iso[17..19]),
        b'3' => out.extend_from_slice(&iso[20..23]),
        b'f' => out.extend_from_slice(&iso[20..26]),
        b's' => out.extend_from_slice(micros.div_euclid(1_000_000).to_string().as_bytes()),
        b'F' => out.extend_from_slice(&iso[..10]),
        b'T' => out.extend_from_slice(&iso[11..19]),
        _ => out.push(code),
    }
}

/// From 1 on.
fn day_of_year(days: i64) -> usize {
    let year = Date::from_days(days).year;
    let mut first = days - i64::from(Date::from_days(days).day) + 1;
    while Date::from_days(first - 1).year == year {
        first -= i64::from(Date::from_days(first - 1).day);
    }
    (days - first) as usize + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(days: i64) -> [u8; 10] {
        let mut text = *b"    -  -  ";
        super::date(days, &mut text);
        text
    }

    fn timestamp<const W: usize>(micros: i64, separator: u8) -> [u8; W] {
        let mut text = [0; W];
        text.copy_from_slice(&PUNCTUATION[..W]);
        text[SEPARATOR_AT] = separator;
        super::timestamp(micros, &mut text);
        text
    }

    fn by(pattern: &str, micros: i64) -> String {
        String::from_utf8(Pattern::new(pattern).unwrap().text(micros)).unwrap()
    }

    #[test]
    fn known_days_and_times() {
        assert_eq!(&date(0), b"1970-01-01");
        assert_eq!(&date(-1), b"1969-12-31");
        assert_eq!(&date(20_778), b"2026-11-21");
        assert_eq!(&timestamp::<26>(-1, b' '), b"1969-12-31 23:59:59.999999");
        assert_eq!(&timestamp::<23>(1_795_256_430_123_456, b'T'), b"2026-11-21T10:20:30.123");
    }

    #[test]
    fn every_day_agrees_with_the_calendar() {
        let mut days = -DAYS_BEFORE_1970;
        while Date::from_days(days).year < 10_000 {
            assert_eq!(date(days), Date::from_days(days).to_string().as_bytes());
            days += 1;
        }
        assert_eq!(days, 2_932_897);
    }

    #[test]
    fn what_is_no_date_does_no_harm() {
        for number in [i64::MIN, i64::MIN + 1, -DAYS_BEFORE_1970 - 1, 2_932_897, 1 << 32, i64::MAX] {
            assert_eq!(date(number)[4], b'-');
            assert_eq!(timestamp::<26>(number, b'T')[10], b'T');
        }
    }

    #[test]
    fn patterns() {
        let at = 1_795_256_430_123_456;
        assert_eq!(by("%d/%b/%Y:%H:%M:%S", at), "21/Nov/2026:10:20:30");
        assert_eq!(
            by("%A %a %B %y %j %I%p %s.%3 %f 100%%", at),
            "Saturday Sat November 26 325 10AM 1795256430.123 123456 100%"
        );
        assert_eq!(by("%F %T", at), "2026-11-21 10:20:30");
        assert_eq!(by("%I %p %j", 0), "12 AM 001");
        assert!(Pattern::new("%Q").is_err() && Pattern::new("50%").is_err());
    }
}
