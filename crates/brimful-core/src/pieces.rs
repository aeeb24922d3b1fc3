//! Batches cut into pieces whose by-products fit on the stack.

use crate::Rows;

/// Calls `f` with `rows` and `out` cut alike into pieces of at most `len`, in order.
#[inline]
pub(crate) fn in_pieces<T>(rows: Rows<'_>, out: &mut [T], len: usize, mut f: impl FnMut(Rows<'_>, &mut [T])) {
    assert_eq!(rows.len(), out.len());
    for (i, piece) in out.chunks_mut(len).enumerate() {
        let (from, len) = (i * len, piece.len());
        match rows {
            Rows::Range { start, .. } => f(Rows::range(start.wrapping_add(from as u64), len), piece),
            Rows::Gather(rows) => f(Rows::Gather(&rows[from..from + len]), piece),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_whole() {
        let picked: Vec<u64> = (0..10).map(|row| row * row).collect();
        for rows in [Rows::range(u64::MAX - 3, 10), Rows::Gather(&picked)] {
            let (mut whole, mut pieced) = ([0; 10], [0; 10]);
            rows.each(&mut whole, |row| row);
            in_pieces(rows, &mut pieced, 4, |rows, out| rows.each(out, |row| row));
            assert_eq!(whole, pieced);
        }
    }
}
