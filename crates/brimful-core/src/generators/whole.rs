//! Signed whole numbers drawn from a range: what several generators share.

use crate::pieces::in_pieces;
use crate::{Draw, Rows, kernel};

/// How many draws stand on the stack between two passes.
const CHUNK: usize = 256;

/// Writes `low + draw` for each row.
pub(super) fn fill_whole(draw: &Draw, low: i64, rows: Rows<'_>, out: &mut [i64]) {
    fill_scaled(draw, low, 1, rows, out);
}

/// Writes `(low + draw) * unit` for each row. The caller has checked that the ends of the range fit.
pub(super) fn fill_scaled(draw: &Draw, low: i64, unit: i64, rows: Rows<'_>, out: &mut [i64]) {
    let mut draws = [0; CHUNK];
    in_pieces(rows, out, CHUNK, |rows, out| {
        let draws = &mut draws[..out.len()];
        draw.fill(rows, draws);
        if unit == 1 {
            shift(draws, low, out);
        } else {
            scale(draws, low, unit, out);
        }
    });
}

kernel! {
    fn shift(draws: &[u64], low: i64, out: &mut [i64]) {
        for (slot, draw) in out.iter_mut().zip(draws) {
            *slot = low.wrapping_add(*draw as i64);
        }
    }
}

kernel! {
    fn scale(draws: &[u64], low: i64, unit: i64, out: &mut [i64]) {
        for (slot, draw) in out.iter_mut().zip(draws) {
            *slot = low.wrapping_add(*draw as i64).wrapping_mul(unit);
        }
    }
}
