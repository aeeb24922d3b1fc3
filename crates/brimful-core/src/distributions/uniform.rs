//! The uniform law: every value equally often.

use super::{Arguments, Distribution, Domain, Entry};
use crate::pieces::in_pieces;
use crate::random::{fill_bounded, unit};
use crate::{Fault, Key, Rows, kernel};

pub(super) const ENTRY: Entry = Entry {
    name: "uniform",
    aliases: &["even"],
    summary: "every value equally often",
    parameters: &[],
    repeats: false,
    example: "int:1,6,dist=uniform",
    source: "whole numbers by Lemire, \"Fast random integer generation in an interval\" (2019), without rejection",
    build,
};

#[derive(Debug)]
struct Whole {
    low: i64,
    /// How many values; 0 stands for 2^64.
    n: u64,
}

#[derive(Debug)]
struct Real {
    low: f64,
    high: f64,
}

fn build(arguments: &Arguments<'_>, domain: Domain) -> Result<Box<dyn Distribution>, Fault> {
    arguments.needs_range(domain)?;
    Ok(match domain {
        Domain::Whole { low, high } => {
            Box::new(Whole { low, n: (high.wrapping_sub(low) as u64).wrapping_add(1) })
        }
        Domain::Real { low, high } => Box::new(Real { low, high }),
    })
}

/// Values of a pass.
const CHUNK: usize = 256;

impl Whole {
    /// Hands on the values of each piece of the rows.
    fn each<T>(&self, key: Key, rows: Rows<'_>, out: &mut [T], convert: impl Fn(i64) -> T) {
        let mut words = [0; CHUNK];
        in_pieces(rows, out, CHUNK, |rows, out| {
            let words = &mut words[..out.len()];
            fill_bounded(key, rows, self.n, words);
            for (slot, word) in out.iter_mut().zip(words) {
                *slot = convert(self.low.wrapping_add(*word as i64));
            }
        });
    }
}

impl Distribution for Whole {
    fn fill(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        self.each(key, rows, out, |value| value as f64);
    }

    fn fill_whole(&self, key: Key, rows: Rows<'_>, out: &mut [i64]) {
        self.each(key, rows, out, |value| value);
    }
}

impl Distribution for Real {
    fn fill(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        fill_real(self.low, self.high, key, rows, out);
    }

    fn fill_whole(&self, key: Key, rows: Rows<'_>, out: &mut [i64]) {
        let mut numbers = [0.0; CHUNK];
        in_pieces(rows, out, CHUNK, |rows, out| {
            let numbers = &mut numbers[..out.len()];
            fill_real(self.low, self.high, key, rows, numbers);
            for (slot, number) in out.iter_mut().zip(numbers) {
                *slot = *number as i64;
            }
        });
    }
}

kernel! {
    fn fill_real(low: f64, high: f64, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        let width = high - low;
        key.each(rows, out, #[inline(always)] |word| (low + width * unit(word)).min(high));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{REAL, WHOLE, assert_sound};

    /// The first values, and the bits of the first real ones: frozen.
    const WHOLE_FROZEN: [i64; 8] = [44, 87, 62, 72, 34, 51, 26, 38];
    const REAL_FROZEN: [u64; 8] = [
        0x3f9c_1daa_1ab1_2100,
        0x4014_67d2_b9cb_9dce,
        0x4001_c3c4_c808_79ce,
        0x400a_ddc5_f914_4dee,
        0xbff1_6195_d68c_7749,
        0x3feb_65f7_e838_6f6c,
        0xbfff_a0f1_9982_6e67,
        0xbfe4_d19a_8c44_aaf4,
    ];

    #[test]
    fn values_are_sound_and_frozen() {
        assert_sound("uniform", WHOLE, &WHOLE_FROZEN);
        assert_sound("uniform", REAL, &REAL_FROZEN.map(u64::cast_signed));
    }
}
