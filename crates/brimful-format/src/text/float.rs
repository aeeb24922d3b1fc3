//! Floating-point numbers: the fewest digits that read back as the same number.

/// No text is longer: a sign, 17 digits, a point and `e-308`.
pub(crate) const FLOAT_LEN_MAX: usize = 24;

/// The text, as short as can be; returns how long. Numbers are finite.
pub(crate) fn float(value: f64, text: &mut [u8; FLOAT_LEN_MAX]) -> usize {
    let mut buffer = zmij::Buffer::new();
    let digits = buffer.format_finite(value).as_bytes();
    text[..digits.len()].copy_from_slice(digits);
    digits.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_reads_back() {
        for value in [0.0, -0.0, 1.0, 0.1, 1e300, -1.5e-300, f64::MAX, f64::MIN_POSITIVE, 5e-324, 123_456.789]
        {
            let mut text = [0; FLOAT_LEN_MAX];
            let len = float(value, &mut text);
            let read: f64 = std::str::from_utf8(&text[..len]).unwrap().parse().unwrap();
            assert_eq!(read.to_bits(), value.to_bits());
        }
    }
}
