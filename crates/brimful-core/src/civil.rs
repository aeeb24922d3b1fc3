//! Dates and times of the proleptic Gregorian calendar, as numbers since 1970.
//!
//! Days count from 1970-01-01, microseconds from 1970-01-01T00:00:00Z. The calendar arithmetic follows Howard
//! Hinnant, *chrono-Compatible Low-Level Date Algorithms*: years begin in March, so that the leap day is their
//! last, and 400 of them, an era, always have 146,097 days.

use std::fmt;

/// Microseconds of a day.
pub const DAY_US: i64 = 86_400_000_000;

const DAYS_PER_ERA: i64 = 146_097;

/// Days from 0000-03-01, where the first era begins, to 1970-01-01.
const EPOCH: i64 = 719_468;

const YEARS: std::ops::RangeInclusive<i64> = 1..=9999;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year; 0 is the year before 1.
    pub year: i64,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month, 1 to 31.
    pub day: u8,
}

impl Date {
    /// A date from year 1 to 9999.
    ///
    /// # Errors
    /// When there is no such day, or the year is out of range.
    pub fn new(year: i64, month: u8, day: u8) -> Result<Self, CivilError> {
        if !YEARS.contains(&year) {
            return Err(CivilError::Year);
        }
        if !(1..=12).contains(&month) {
            return Err(CivilError::Month(month));
        }
        if day == 0 || day > days_in_month(year, month) {
            return Err(CivilError::Day { year, month, day });
        }
        Ok(Self { year, month, day })
    }

    /// The day that is so many days after 1970-01-01; any number has one.
    #[inline]
    pub fn from_days(days: i64) -> Self {
        // Eras are taken off first, so that adding the epoch cannot overflow.
        let shifted = days.rem_euclid(DAYS_PER_ERA) + EPOCH;
        let era = days.div_euclid(DAYS_PER_ERA) + shifted / DAYS_PER_ERA;
        let of_era = shifted % DAYS_PER_ERA;
        // Leap days before this day are taken off; then all years have 365 days.
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // From March on, five months have 153 days, again and again.
        let from_march = (5 * of_year + 2) / 153;
        let day = of_year - (153 * from_march + 2) / 5 + 1;
        let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
        let year = era * 400 + year_of_era + i64::from(month <= 2);
        Self { year, month: month as u8, day: day as u8 }
    }

    /// Days since 1970-01-01.
    #[inline]
    pub fn days(self) -> i64 {
        let (month, day) = (i64::from(self.month), i64::from(self.day));
        let year = self.year - i64::from(month <= 2);
        let from_march = if month > 2 { month - 3 } else { month + 9 };
        let of_year = (153 * from_march + 2) / 5 + day - 1;
        let year_of_era = year.rem_euclid(400);
        let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
        year.div_euclid(400) * DAYS_PER_ERA + of_era - EPOCH
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Whether a year has a 29 February.
pub fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// How many days a month has; the month is 1 to 12.
pub fn days_in_month(year: i64, month: u8) -> u8 {
    match month {
        2 => 28 + u8::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Why a text is not a date or a timestamp; reads as the end of a sentence that begins with the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CivilError {
    /// Not written as a date is.
    DateShape,
    /// Not written as a timestamp is.
    TimestampShape,
    /// Not from year 1 to 9999.
    Year,
    /// No such month.
    Month(u8),
    /// No such day in its month.
    Day {
        /// The year that was written.
        year: i64,
        /// The month that was written.
        month: u8,
        /// The day that was written.
        day: u8,
    },
    /// No such hour.
    Hour(u8),
    /// No such minute.
    Minute(u8),
    /// No such second; leap seconds are not counted.
    Second(u8),
    /// More than six digits after the second.
    Fraction,
    /// No such distance from UTC.
    Offset,
}

impl fmt::Display for CivilError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::DateShape => f.write_str("is not a date like 2026-11-21"),
            Self::TimestampShape => f.write_str("is not a timestamp like 2026-11-21T10:20:30Z"),
            Self::Year => f.write_str("is not in the years 0001 to 9999"),
            Self::Month(month) => write!(f, "has month {month}; there are 12"),
            Self::Day { day: 0, .. } => f.write_str("has day 0; days begin at 1"),
            Self::Day { year, month, day } => {
                let last = days_in_month(year, month);
                write!(f, "has day {day}; {year:04}-{month:02} ends on day {last}")
            }
            Self::Hour(hour) => write!(f, "has hour {hour}; a day ends at 23:59:59.999999"),
            Self::Minute(minute) => write!(f, "has minute {minute}; an hour ends at minute 59"),
            Self::Second(second) => write!(f, "has second {second}; a minute ends at second 59"),
            Self::Fraction => f.write_str("has more than six digits after the second"),
            Self::Offset => f.write_str("has an offset from UTC beyond 23:59"),
        }
    }
}

impl std::error::Error for CivilError {}

/// Reads a date such as `2026-11-21` as days since 1970-01-01.
///
/// # Errors
/// When it is written otherwise, or there is no such day.
pub fn parse_date(text: &str) -> Result<i64, CivilError> {
    let mut cursor = Cursor { rest: text.as_bytes(), shape: CivilError::DateShape };
    let days = cursor.date()?;
    cursor.end()?;
    Ok(days)
}

/// Reads a timestamp as microseconds since 1970-01-01T00:00:00Z.
///
/// It is a date, or a date, a `T` or a space, and a time `10:20`, `10:20:30` or `10:20:30.123456`, with nothing,
/// `Z` or an offset like `+02:00` or `-05` behind. Without an offset it is in UTC.
///
/// # Errors
/// When it is written otherwise, there is no such time, or it is not in the years 1 to 9999 in UTC.
pub fn parse_timestamp(text: &str) -> Result<i64, CivilError> {
    let mut cursor = Cursor { rest: text.as_bytes(), shape: CivilError::TimestampShape };
    let days = cursor.date()?;
    if cursor.rest.is_empty() {
        return Ok(days * DAY_US);
    }
    cursor.expect(b"Tt ")?;
    let time_us = cursor.time()?;
    let offset_us = cursor.offset()?;
    cursor.end()?;
    let micros = days * DAY_US + time_us - offset_us;
    if YEARS.contains(&Date::from_days(micros.div_euclid(DAY_US)).year) {
        Ok(micros)
    } else {
        Err(CivilError::Year)
    }
}

/// A day as messages show it: `2026-11-21`.
pub fn date_text(days: i64) -> String {
    Date::from_days(days).to_string()
}

/// A time as messages show it: `2026-11-21T10:20:30Z`, with a fraction where there is one.
pub fn timestamp_text(micros: i64) -> String {
    let date = Date::from_days(micros.div_euclid(DAY_US));
    let time_us = micros.rem_euclid(DAY_US);
    let (seconds, fraction) = (time_us / 1_000_000, time_us % 1_000_000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = if fraction == 0 { String::new() } else { format!(".{fraction:06}") };
    let fraction = fraction.trim_end_matches('0');
    format!("{date}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
}

struct Cursor<'a> {
    rest: &'a [u8],
    /// The error for what is not written as it should be.
    shape: CivilError,
}

impl Cursor<'_> {
    fn date(&mut self) -> Result<i64, CivilError> {
        let year = i64::from(self.digits(4)?);
        self.expect(b"-")?;
        let month = self.digits(2)? as u8;
        self.expect(b"-")?;
        let day = self.digits(2)? as u8;
        Ok(Date::new(year, month, day)?.days())
    }

    /// Microseconds since midnight.
    fn time(&mut self) -> Result<i64, CivilError> {
        let hour = self.digits(2)? as u8;
        self.expect(b":")?;
        let minute = self.digits(2)? as u8;
        let with_second = self.skip(b":").is_some();
        let second = if with_second { self.digits(2)? as u8 } else { 0 };
        if hour > 23 {
            return Err(CivilError::Hour(hour));
        }
        if minute > 59 {
            return Err(CivilError::Minute(minute));
        }
        if second > 59 {
            return Err(CivilError::Second(second));
        }
        let fraction_us = if with_second && self.skip(b".").is_some() { self.fraction()? } else { 0 };
        let seconds = (i64::from(hour) * 60 + i64::from(minute)) * 60 + i64::from(second);
        Ok(seconds * 1_000_000 + fraction_us)
    }

    /// The digits after the point, as microseconds.
    fn fraction(&mut self) -> Result<i64, CivilError> {
        let count = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match count {
            0 => Err(self.shape),
            1..=6 => Ok(i64::from(self.digits(count)?) * 10_i64.pow(6 - count as u32)),
            _ => Err(CivilError::Fraction),
        }
    }

    /// How far the time is ahead of UTC, in microseconds.
    fn offset(&mut self) -> Result<i64, CivilError> {
        if self.rest.is_empty() || self.skip(b"Zz").is_some() {
            return Ok(0);
        }
        let sign = if self.expect(b"+-")? == b'-' { -1 } else { 1 };
        let hours = i64::from(self.digits(2)?);
        let minutes = if self.skip(b":").is_some() { i64::from(self.digits(2)?) } else { 0 };
        if hours > 23 || minutes > 59 {
            return Err(CivilError::Offset);
        }
        Ok(sign * (hours * 60 + minutes) * 60_000_000)
    }

    fn digits(&mut self, count: usize) -> Result<u32, CivilError> {
        let (digits, rest) = self.rest.split_at_checked(count).ok_or(self.shape)?;
        if !digits.iter().all(u8::is_ascii_digit) {
            return Err(self.shape);
        }
        self.rest = rest;
        Ok(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
    }

    /// Takes one byte if it is among those.
    fn skip(&mut self, among: &[u8]) -> Option<u8> {
        let (&byte, rest) = self.rest.split_first()?;
        among.contains(&byte).then(|| self.rest = rest)?;
        Some(byte)
    }

    fn expect(&mut self, among: &[u8]) -> Result<u8, CivilError> {
        self.skip(among).ok_or(self.shape)
    }

    fn end(&self) -> Result<(), CivilError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.shape) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn agrees_with_counting_day_by_day() {
        // From the calendar's first leap year rule on, through all kinds of centuries, in both directions.
        let mut date = Date { year: -401, month: 1, day: 1 };
        let mut days = date.days();
        while date.year < 10_001 {
            assert_eq!(Date::from_days(days), date);
            assert_eq!(date.days(), days);
            date = the_day_after(date);
            days += 1;
        }
        assert_eq!(days, Date { year: 10_001, month: 1, day: 1 }.days());
    }

    fn the_day_after(date: Date) -> Date {
        let leap = date.year % 400 == 0 || (date.year % 4 == 0 && date.year % 100 != 0);
        let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        if date.day < lengths[usize::from(date.month) - 1] {
            Date { day: date.day + 1, ..date }
        } else if date.month < 12 {
            Date { month: date.month + 1, day: 1, ..date }
        } else {
            Date { year: date.year + 1, month: 1, day: 1 }
        }
    }

    #[test]
    fn knows_what_calendars_say() {
        assert_eq!(parse_date("1970-01-01"), Ok(0));
        assert_eq!(parse_date("2000-02-29"), Ok(11_016));
        assert_eq!(parse_date("0001-01-01"), Ok(-719_162));
        assert_eq!(parse_date("9999-12-31"), Ok(2_932_896));
        // Day 0 was a Thursday; 1 January 2000 a Saturday, 21 November 2026 a Saturday too.
        let weekday = |text: &str| (parse_date(text).unwrap() + 4).rem_euclid(7);
        assert_eq!((weekday("1970-01-01"), weekday("2000-01-01"), weekday("2026-11-21")), (4, 6, 6));
        assert_eq!(weekday("1582-10-15"), 5);
    }

    #[test]
    fn every_number_of_days_is_a_date() {
        for days in [i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX] {
            let date = Date::from_days(days);
            assert!((1..=12).contains(&date.month) && (1..=31).contains(&date.day));
            assert_eq!(date.year > 0, days > 0);
        }
    }

    #[test]
    fn timestamps_are_read_in_all_their_forms() {
        let base = 1_795_256_430_000_000;
        let same = ["2026-11-21T10:20:30Z", "2026-11-21 10:20:30", "2026-11-21t12:20:30.000+02:00"];
        for text in same {
            assert_eq!(parse_timestamp(text), Ok(base), "{text}");
        }
        assert_eq!(parse_timestamp("2026-11-21T05:20:30.5-05"), Ok(base + 500_000));
        assert_eq!(parse_timestamp("2026-11-21T10:20:30.123456"), Ok(base + 123_456));
        assert_eq!(parse_timestamp("2026-11-21T10:20"), Ok(base - 30_000_000));
        assert_eq!(parse_timestamp("2026-11-21"), Ok(base - 37_230_000_000));
        assert_eq!(parse_timestamp("1969-12-31T23:59:59.999999Z"), Ok(-1));
    }

    #[test]
    fn errors_are_precise() {
        let date = |text: &str| parse_date(text).unwrap_err().to_string();
        assert_eq!(date("2026-11-31"), "has day 31; 2026-11 ends on day 30");
        assert_eq!(date("2025-02-29"), "has day 29; 2025-02 ends on day 28");
        assert_eq!(date("2026-13-01"), "has month 13; there are 12");
        assert_eq!(date("2026-01-00"), "has day 0; days begin at 1");
        assert_eq!(date("0000-01-01"), "is not in the years 0001 to 9999");
        for text in ["", "2026", "2026-1-1", "26-01-01", "2026-01-01x", "2026-01-01T00:00:00", "２026-01-01"]
        {
            assert_eq!(parse_date(text), Err(CivilError::DateShape), "{text}");
        }
        let time = |rest: &str| parse_timestamp(&format!("2026-11-21T{rest}")).unwrap_err();
        assert_eq!(time("24:00:00"), CivilError::Hour(24));
        assert_eq!(time("23:60:00"), CivilError::Minute(60));
        assert_eq!(time("23:59:60"), CivilError::Second(60));
        assert_eq!(time("10:20:30.1234567"), CivilError::Fraction);
        assert_eq!(time("10:20:30+24:00"), CivilError::Offset);
        for rest in
            ["", "10", "10:20:", "10:20:30.", "10:20:30ZZ", "10:20.5", "10:20:30 +02:00", "10:20:30+2"]
        {
            assert_eq!(time(rest), CivilError::TimestampShape, "{rest}");
        }
        assert_eq!(parse_timestamp("0001-01-01T00:00:00+01:00"), Err(CivilError::Year));
        assert_eq!(parse_timestamp("9999-12-31T23:59:59-01:00"), Err(CivilError::Year));
    }

    #[test]
    fn times_are_written_as_they_are_read() {
        assert_eq!(timestamp_text(0), "1970-01-01T00:00:00Z");
        assert_eq!(timestamp_text(-1), "1969-12-31T23:59:59.999999Z");
        assert_eq!(timestamp_text(1_500_000), "1970-01-01T00:00:01.5Z");
        assert_eq!(date_text(-719_162), "0001-01-01");
    }

    proptest! {
        #[test]
        fn dates_read_back(days in -719_162_i64..=2_932_896) {
            prop_assert_eq!(parse_date(&date_text(days)), Ok(days));
        }

        #[test]
        fn timestamps_read_back(micros in -719_162 * DAY_US..2_932_897 * DAY_US) {
            prop_assert_eq!(parse_timestamp(&timestamp_text(micros)), Ok(micros));
        }

        #[test]
        fn nothing_panics(text in r"[0-9TZ:.+ -]{0,30}|\PC*") {
            if let Ok(micros) = parse_timestamp(&text) {
                prop_assert_eq!(parse_timestamp(&timestamp_text(micros)), Ok(micros));
            }
        }
    }
}
