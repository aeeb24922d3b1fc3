//! How much, from where, and when: the values of limits, shards, seeds and `now`.
//!
//! A bare `k`, `M`, `G` or `T` means a power of 1,000 everywhere, for rows as for bytes, so that one letter has one
//! meaning on a command line. Powers of 1,024 are written out: `KiB`, `MiB`, `GiB`, `TiB`.

use brimful_core::Fault;
use brimful_core::civil::parse_timestamp;
use brimful_core::quantity::{Quantity, QuantityError, suffix_exponent};

/// How many rows there will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowLimit {
    /// That many.
    Rows(u64),
    /// As many as the reader takes.
    Forever,
}

/// The share of one machine or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which one, from 1 on.
    pub number: u64,
    /// Of how many.
    pub count: u64,
}

/// Reads a number of rows: `10`, `1_000_000`, `1M`, `2.5G`, `1e6` or `forever`.
///
/// # Errors
/// When it is written otherwise, is not whole, or needs more than 64 bits.
pub fn parse_rows(source: &str) -> Result<RowLimit, Fault> {
    if source == "forever" {
        return Ok(RowLimit::Forever);
    }
    let count = Quantity::parse_suffixed(source).and_then(|quantity| count(quantity, 1));
    let hint = "a number of rows is written like 10, 1_000_000, 1M or 2.5G; or forever";
    count.map(RowLimit::Rows).map_err(|error| fault(source, &error.to_string(), hint))
}

/// Reads a size in bytes: `10GiB`, `500MB`, `64k`, `4096`. Upper and lower case mean the same.
///
/// # Errors
/// When it is written otherwise, is no whole number of bytes, or needs more than 64 bits.
pub fn parse_size(source: &str) -> Result<u64, Fault> {
    let size = Quantity::parse(source).and_then(|(quantity, unit)| {
        let (exponent, factor) = byte_unit(unit)?;
        count(quantity.shift(exponent)?, factor)
    });
    let hint = "a size is written like 500MB (powers of 1000), 10GiB (powers of 1024) or 4096";
    size.map_err(|error| fault(source, &error.to_string(), hint))
}

/// Reads a shard: `3/16` is the third of sixteen.
///
/// # Errors
/// When it is written otherwise, or there is no such shard.
pub fn parse_shard(source: &str) -> Result<Shard, Fault> {
    let hint = "a shard is written like 3/16: the third of sixteen";
    let parts = source.split_once('/').and_then(|(number, count)| Some((digits(number)?, digits(count)?)));
    let Some((number, count)) = parts else { return Err(fault(source, "is not a shard", hint)) };
    if count == 0 {
        return Err(fault(source, "is a shard of none", hint));
    }
    if number == 0 || number > count {
        let reason = format!("is no shard; they are numbered from 1 to {count}");
        return Err(fault(source, &reason, hint));
    }
    Ok(Shard { number, count })
}

/// Reads a seed: any 64 bits, decimal or hexadecimal like `0x5eed`.
///
/// # Errors
/// When it is written otherwise, or needs more than 64 bits.
pub fn parse_seed(source: &str) -> Result<u64, Fault> {
    let seed = match source.strip_prefix("0x").or_else(|| source.strip_prefix("0X")) {
        Some(hex) if hex.bytes().all(|byte| byte.is_ascii_hexdigit()) => u64::from_str_radix(hex, 16).ok(),
        Some(_) => None,
        None => digits(source),
    };
    let hint = format!("a seed is a number from 0 to {}, or hexadecimal like 0x5eed", u64::MAX);
    seed.ok_or_else(|| fault(source, "is not a seed", &hint))
}

/// Reads what a run takes for now, a date or a timestamp, as microseconds since 1970-01-01T00:00:00Z.
///
/// # Errors
/// When it is written otherwise, or there is no such time.
pub fn parse_now(source: &str) -> Result<i64, Fault> {
    let hint = "a time is written like 2026-11-21 or 2026-11-21T10:20:30Z";
    parse_timestamp(source).map_err(|error| fault(source, &error.to_string(), hint))
}

fn fault(source: &str, reason: &str, hint: &str) -> Fault {
    Fault::new(format!("`{source}` {reason}")).at(0..source.len()).hint(hint)
}

fn count(quantity: Quantity, factor: u128) -> Result<u64, QuantityError> {
    let whole = quantity.whole(factor)?;
    let error = if whole < 0 { QuantityError::Negative } else { QuantityError::Range };
    u64::try_from(whole).map_err(|_| error)
}

/// The power of ten and the factor of a unit of bytes.
fn byte_unit(unit: &str) -> Result<(i32, u128), QuantityError> {
    let lower = unit.to_ascii_lowercase();
    let factor = match lower.as_str() {
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        "tib" => 1 << 40,
        _ => 1,
    };
    if factor > 1 {
        return Ok((0, factor));
    }
    let exponent = suffix_exponent(lower.strip_suffix('b').unwrap_or(&lower));
    exponent.map(|exponent| (exponent, 1)).map_err(|_| QuantityError::Unit(unit.to_owned()))
}

/// Reads digits only, without any sign.
fn digits(text: &str) -> Option<u64> {
    let all_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_are_counted() {
        let pairs = [
            ("10", 10),
            ("0", 0),
            ("1M", 1_000_000),
            ("1m", 1_000_000),
            ("2.5G", 2_500_000_000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("18446744073709551615", u64::MAX),
        ];
        for (source, rows) in pairs {
            assert_eq!(parse_rows(source), Ok(RowLimit::Rows(rows)), "{source}");
        }
        assert_eq!(parse_rows("forever"), Ok(RowLimit::Forever));
    }

    #[test]
    fn impossible_rows_are_refused() {
        let message = |source: &str| parse_rows(source).unwrap_err().message;
        assert_eq!(message("18446744073709551616"), "`18446744073709551616` is too large");
        assert_eq!(message("-1"), "`-1` is below zero");
        assert_eq!(message("1.5"), "`1.5` has too many decimals");
        assert_eq!(message("10x"), "`10x` has an unknown unit `x`");
        assert_eq!(message(""), "`` is not a number");
        assert_eq!(message("Forever"), "`Forever` is not a number");
    }

    #[test]
    fn sizes_say_which_power_they_mean() {
        let pairs = [
            ("4096", 4096),
            ("4096B", 4096),
            ("64k", 64_000),
            ("64kB", 64_000),
            ("64KiB", 65_536),
            ("500MB", 500_000_000),
            ("10GiB", 10_737_418_240),
            ("10gib", 10_737_418_240),
            ("0.5MiB", 524_288),
            ("16TiB", 17_592_186_044_416),
            ("2T", 2_000_000_000_000),
        ];
        for (source, bytes) in pairs {
            assert_eq!(parse_size(source), Ok(bytes), "{source}");
        }
        let message = |source: &str| parse_size(source).unwrap_err().message;
        assert_eq!(message("10Gib/s"), "`10Gib/s` has an unknown unit `Gib/s`");
        assert_eq!(message("16777216TiB"), "`16777216TiB` is too large");
        assert_eq!(message("0.1B"), "`0.1B` has too many decimals");
        assert_eq!(message("iB"), "`iB` is not a number");
    }

    #[test]
    fn shards_count_from_one() {
        assert_eq!(parse_shard("3/16"), Ok(Shard { number: 3, count: 16 }));
        assert_eq!(parse_shard("1/1"), Ok(Shard { number: 1, count: 1 }));
        let message = |source: &str| parse_shard(source).unwrap_err().message;
        assert_eq!(message("0/4"), "`0/4` is no shard; they are numbered from 1 to 4");
        assert_eq!(message("5/4"), "`5/4` is no shard; they are numbered from 1 to 4");
        assert_eq!(message("0/0"), "`0/0` is a shard of none");
        for source in ["", "3", "/", "3/", "+3/4", "1/2/3", "a/b", "1/18446744073709551616"] {
            assert_eq!(message(source), format!("`{source}` is not a shard"));
        }
    }

    #[test]
    fn seeds_are_64_bits() {
        assert_eq!(parse_seed("42"), Ok(42));
        assert_eq!(parse_seed("0x5eed"), Ok(0x5eed));
        assert_eq!(parse_seed("0xFFFFFFFFFFFFFFFF"), Ok(u64::MAX));
        for source in ["", "0x", "0x+1", "-1", "+1", "5eed", "0x10000000000000000", "18446744073709551616"] {
            assert_eq!(parse_seed(source).unwrap_err().message, format!("`{source}` is not a seed"));
        }
    }

    #[test]
    fn now_is_a_day_or_a_time() {
        assert_eq!(parse_now("1970-01-02"), Ok(86_400_000_000));
        assert_eq!(parse_now("1970-01-01T00:00:01.5Z"), Ok(1_500_000));
        assert_eq!(
            parse_now("now").unwrap_err().message,
            "`now` is not a timestamp like 2026-11-21T10:20:30Z"
        );
    }

    proptest! {
        #[test]
        fn nothing_panics(source in r"[0-9.ekMGTiBx/_-]{0,12}|\PC*") {
            let faults = [
                parse_rows(&source).err(),
                parse_size(&source).err(),
                parse_shard(&source).err(),
                parse_seed(&source).err(),
                parse_now(&source).err(),
            ];
            for fault in faults.into_iter().flatten() {
                prop_assert_eq!(fault.span, Some(0..source.len()));
                prop_assert!(fault.hint.is_some());
            }
        }
    }
}
