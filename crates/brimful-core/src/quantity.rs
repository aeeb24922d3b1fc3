//! Numbers as people write them: `18`, `-3.5`, `1_000_000`, `2.5G`, `1e6`. Exact until the last step.

use std::fmt;

/// A number as it was written: sign, digits, and the power of ten that they are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    negative: bool,
    digits: u128,
    exponent: i32,
}

/// Why a text is not a number of the kind that is needed; reads as the end of a sentence that begins with the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuantityError {
    /// No number is written.
    NotANumber,
    /// What follows the number is not known.
    Unit(String),
    /// A fraction is left where there can be none.
    Fraction,
    /// It does not fit the type.
    Range,
    /// It is below zero where nothing can be.
    Negative,
}

impl fmt::Display for QuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber => f.write_str("is not a number"),
            Self::Unit(unit) => write!(f, "has an unknown unit `{unit}`"),
            Self::Fraction => f.write_str("has too many decimals"),
            Self::Range => f.write_str("is too large"),
            Self::Negative => f.write_str("is below zero"),
        }
    }
}

impl std::error::Error for QuantityError {}

/// The power of ten of a suffix: `k`, `M`, `G` and `T` in either case, or nothing.
///
/// # Errors
/// When it is none of these.
pub fn suffix_exponent(suffix: &str) -> Result<i32, QuantityError> {
    match suffix {
        "" => Ok(0),
        "k" | "K" => Ok(3),
        "m" | "M" => Ok(6),
        "g" | "G" => Ok(9),
        "t" | "T" => Ok(12),
        _ => Err(QuantityError::Unit(suffix.to_owned())),
    }
}

impl Quantity {
    /// Reads the number at the beginning of a text; gives it and what follows.
    ///
    /// # Errors
    /// When there is none, or it has more digits than 128 bits hold.
    pub fn parse(text: &str) -> Result<(Self, &str), QuantityError> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, rest) = digits(text);
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(after) => digits(after),
            None => ("", rest),
        };
        let pointless = fraction.is_empty() && text.len() - rest.len() > whole.len();
        if pointless || (whole.is_empty() && fraction.is_empty()) {
            return Err(QuantityError::NotANumber);
        }
        let (written, rest) = exponent(rest)?;
        let decimals = fraction.bytes().filter(u8::is_ascii_digit).count();
        let decimals = i32::try_from(decimals).map_err(|_| QuantityError::Range)?;
        let exponent = written.checked_sub(decimals).ok_or(QuantityError::Range)?;
        let digits = accumulate(accumulate(0, whole)?, fraction)?;
        Ok((Self { negative, digits, exponent }, rest))
    }

    /// Reads a number with or without a suffix `k`, `M`, `G` or `T`, and nothing else.
    ///
    /// # Errors
    /// When there is something else.
    pub fn parse_suffixed(text: &str) -> Result<Self, QuantityError> {
        let (quantity, suffix) = Self::parse(text)?;
        quantity.shift(suffix_exponent(suffix)?)
    }

    /// Multiplied by a power of ten.
    ///
    /// # Errors
    /// When the power becomes absurd.
    pub fn shift(self, powers: i32) -> Result<Self, QuantityError> {
        let exponent = self.exponent.checked_add(powers).ok_or(QuantityError::Range)?;
        Ok(Self { exponent, ..self })
    }

    /// How many `1 / factor` it is: exactly, or not at all.
    ///
    /// # Errors
    /// When a fraction is left, or the result does not fit.
    pub fn whole(self, factor: u128) -> Result<i128, QuantityError> {
        let (mut digits, mut exponent) = (self.digits, self.exponent);
        if digits == 0 {
            return Ok(0);
        }
        while exponent < 0 && digits.is_multiple_of(10) {
            digits /= 10;
            exponent += 1;
        }
        let product = digits.checked_mul(factor).ok_or(QuantityError::Range)?;
        let power = 10_u128.checked_pow(exponent.unsigned_abs());
        let magnitude = match power {
            Some(power) if exponent >= 0 => product.checked_mul(power).ok_or(QuantityError::Range)?,
            Some(power) if product.is_multiple_of(power) => product / power,
            None if exponent >= 0 => return Err(QuantityError::Range),
            _ => return Err(QuantityError::Fraction),
        };
        let magnitude = i128::try_from(magnitude).map_err(|_| QuantityError::Range)?;
        Ok(if self.negative { -magnitude } else { magnitude })
    }

    /// The nearest floating-point number.
    ///
    /// # Errors
    /// When it is beyond the largest finite one.
    pub fn float(self) -> Result<f64, QuantityError> {
        let sign = if self.negative { "-" } else { "" };
        // The standard library rounds correctly, and the same everywhere.
        let parsed = format!("{sign}{}e{}", self.digits, self.exponent).parse::<f64>();
        parsed.ok().filter(|number| number.is_finite()).ok_or(QuantityError::Range)
    }
}

/// The digits at the beginning, with underscores between them, and the rest.
fn digits(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    while is_digit(end)
        || (end > 0 && bytes.get(end) == Some(&b'_') && is_digit(end - 1) && is_digit(end + 1))
    {
        end += 1;
    }
    text.split_at(end)
}

/// The exponent at the beginning, 0 when there is none, and the rest.
fn exponent(text: &str) -> Result<(i32, &str), QuantityError> {
    let Some(after) = text.strip_prefix(['e', 'E']) else { return Ok((0, text)) };
    let unsigned = after.strip_prefix(['+', '-']).unwrap_or(after);
    let count = unsigned.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return Ok((0, text));
    }
    let (number, rest) = after.split_at(after.len() - unsigned.len() + count);
    let exponent = number.parse().map_err(|_| QuantityError::Range)?;
    Ok((exponent, rest))
}

/// Appends decimal digits to a number; skips underscores.
fn accumulate(number: u128, digits: &str) -> Result<u128, QuantityError> {
    digits.bytes().filter(u8::is_ascii_digit).try_fold(number, |number, digit| {
        let shifted = number.checked_mul(10).ok_or(QuantityError::Range)?;
        shifted.checked_add(u128::from(digit - b'0')).ok_or(QuantityError::Range)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn whole(text: &str) -> Result<i128, QuantityError> {
        Quantity::parse_suffixed(text)?.whole(1)
    }

    #[test]
    fn whole_numbers_are_exact() {
        let pairs = [
            ("0", 0),
            ("-18", -18),
            ("+7", 7),
            ("1_000_000", 1_000_000),
            ("2.5G", 2_500_000_000),
            ("1e6", 1_000_000),
            ("1.5e3k", 1_500_000),
            (".5k", 500),
            ("10.000", 10),
            ("100e-2", 1),
            ("0e999999999", 0),
            ("170141183460469231731687303715884105727", i128::MAX),
        ];
        for (text, number) in pairs {
            assert_eq!(whole(text), Ok(number), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", ".", "5.", "abc", "_1", "--1", "e5", "٣"] {
            assert_eq!(whole(text), Err(QuantityError::NotANumber), "{text}");
        }
        for (text, unit) in
            [("1_", "_"), ("1__0", "__0"), ("1e", "e"), ("10x", "x"), ("1 ", " "), ("1.2.3", ".3")]
        {
            assert_eq!(whole(text), Err(QuantityError::Unit(unit.to_owned())), "{text}");
        }
        for text in ["1.5", "1e-1", "1e-999999", "0.0001k"] {
            assert_eq!(whole(text), Err(QuantityError::Fraction), "{text}");
        }
        for text in ["1e39", "1e99999999999", "170141183460469231731687303715884105728", "1e2147483647k"] {
            assert_eq!(whole(text), Err(QuantityError::Range), "{text}");
        }
    }

    #[test]
    fn trailing_zeros_cost_no_range() {
        let (quantity, _) = Quantity::parse(&format!("3.{}", "0".repeat(38))).unwrap();
        assert_eq!(quantity.whole(1 << 40), Ok(3 << 40));
    }

    #[test]
    fn floats_are_finite() {
        let float = |text: &str| Quantity::parse_suffixed(text)?.float();
        assert_eq!(float("0.1"), Ok(0.1));
        assert_eq!(float("-2.5k"), Ok(-2500.0));
        assert_eq!(float("1e-400"), Ok(0.0));
        assert_eq!(float("1e400"), Err(QuantityError::Range));
    }

    proptest! {
        #[test]
        fn integers_read_back(number: i64) {
            prop_assert_eq!(whole(&number.to_string()), Ok(i128::from(number)));
        }

        #[test]
        fn floats_read_back(number in -1e300..1e300) {
            let text = format!("{number:e}");
            let (quantity, rest) = Quantity::parse(&text).unwrap();
            prop_assert_eq!((quantity.float(), rest), (Ok(number), ""));
        }

        #[test]
        fn nothing_panics(text in r"[0-9_.eE+kM-]{0,12}|\PC*") {
            if let Ok(quantity) = Quantity::parse_suffixed(&text) {
                prop_assert!(quantity.float().map_or(true, f64::is_finite));
                let _ = quantity.whole(1_000);
            }
        }
    }
}
