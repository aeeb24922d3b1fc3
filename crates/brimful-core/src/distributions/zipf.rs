//! Zipf's law.

use super::truncated::CHUNK;
use super::{Arguments, Distribution, Domain, Entry, Parameter};
use crate::math::{exp, exp_m1, ln_1p_normal, ln_normal};
use crate::pieces::in_pieces;
use crate::random::unit;
use crate::{Fault, Key, Rows, kernel};

pub(super) const ENTRY: Entry = Entry {
    name: "zipf",
    aliases: &["zeta"],
    summary: "popularity: the value of rank k comes in proportion to 1 / k^s; the low end has rank 1",
    parameters: &[Parameter {
        name: "s",
        unit: "",
        default: Some("1"),
        summary: "how much the first ranks prevail: 0 is even, 1 like words of a language, 2 very uneven",
    }],
    repeats: false,
    example: "int:1,1000,dist=zipf/1.1",
    source: "rejection-inversion: Hörmann and Derflinger, \"Rejection-inversion to generate variates from monotone \
             discrete distributions\", ACM TOMACS 6/3 (1996)",
    build,
};

/// The most ranks; as floats they are exact.
const RANKS_MAX: u64 = 1 << 53;

fn build(arguments: &Arguments<'_>, domain: Domain) -> Result<Box<dyn Distribution>, Fault> {
    let Domain::Whole { low, high } = domain else {
        return Err(Fault::new("`zipf` needs ranks, which real numbers do not have")
            .hint("use it on whole numbers, or `pareto` on real ones"));
    };
    let s = arguments.get(0).unwrap_or(1.0);
    if s < 0.0 {
        return Err(arguments.fault(0, "must be zero or more"));
    }
    let last = high.wrapping_sub(low) as u64;
    if last >= RANKS_MAX {
        return Err(Fault::new(format!("the range {domain} has too many ranks for `zipf`"))
            .hint("there can be 2^53 of them"));
    }
    Ok(Box::new(Zipf { low, ranks: Ranks::new(last as f64 + 1.0, s) }))
}

#[derive(Debug)]
struct Zipf {
    low: i64,
    ranks: Ranks,
}

/// Ranks 1..=n in proportion to h(k) = k^-s.
///
/// With H an integral of h, a uniform variable u between H(3/2) - h(1) and H(n + 1/2) is inverted to x and rounded to
/// k. That gives k too often by the difference of the area under h and of h(k) itself; u is accepted when it is at
/// least H(k + 1/2) - h(k). Most are accepted sooner: when k - x is at most a constant.
#[derive(Clone, Copy, Debug)]
struct Ranks {
    n: f64,
    s: f64,
    /// 1 / (1 - s), infinite for s = 1.
    root: f64,
    /// u for a word of zeros, and what is added to it for a word of ones.
    start: f64,
    span: f64,
    /// k - x up to which a rank is accepted at once.
    sure: f64,
}

impl Ranks {
    fn new(n: f64, s: f64) -> Self {
        let mut ranks = Self { n, s, root: 1.0 / (1.0 - s), start: 0.0, span: 0.0, sure: 0.0 };
        ranks.start = ranks.integral(n + 0.5);
        ranks.span = ranks.integral(1.5) - 1.0 - ranks.start;
        ranks.sure = 2.0 - ranks.invert(ranks.integral(2.5) - ranks.weight(2.0));
        ranks
    }

    /// h(k) = k^-s.
    fn weight(&self, k: f64) -> f64 {
        exp(-self.s * ln_normal(k))
    }

    /// H(x) = (x^(1 - s) - 1) / (1 - s), or ln x for s = 1.
    fn integral(&self, x: f64) -> f64 {
        let power = 1.0 - self.s;
        let log = ln_normal(x);
        if power == 0.0 { log } else { exp_m1(power * log) / power }
    }

    /// The inverse of [`integral`](Self::integral).
    #[inline(always)]
    fn invert(&self, u: f64) -> f64 {
        // Below, rounding could leave nothing to take the logarithm of.
        const LEAST: f64 = -1.0 + f64::EPSILON / 2.0;
        let power = 1.0 - self.s;
        let log = ln_1p_normal((u * power).max(LEAST)) * self.root;
        exp(if power == 0.0 { u } else { log })
    }

    /// The candidate that a word stands for: u, x and its rank k.
    #[inline(always)]
    fn candidate(&self, word: u64) -> (f64, f64, f64) {
        let u = self.start + self.span * unit(word);
        let x = self.invert(u);
        (u, x, (x + 0.5).floor().max(1.0).min(self.n))
    }

    #[inline(always)]
    fn is_sure(&self, x: f64, k: f64) -> bool {
        k - x <= self.sure
    }

    /// The rank of a row when the first candidate was not sure: from the same word again, then, if it is rejected,
    /// from the words of further keys, each derived from the one before.
    #[cold]
    fn settle(&self, mut key: Key, row: u64) -> f64 {
        loop {
            let (u, x, k) = self.candidate(key.word(row));
            if self.is_sure(x, k) || u >= self.integral(k + 0.5) - self.weight(k) {
                return k;
            }
            key = key.derive("again");
        }
    }

    /// Writes the rank of each row of a piece.
    fn fill(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        let mut unsure = [0; CHUNK];
        let count = fill_sure(self, key, rows, out, &mut unsure);
        for place in &unsure[..count] {
            out[*place] = self.settle(key, rows.at(*place));
        }
    }
}

kernel! {
    /// Writes the first candidates and the places of those that are not sure; gives how many these are.
    fn fill_sure(ranks: &Ranks, key: Key, rows: Rows<'_>, out: &mut [f64], unsure: &mut [usize; CHUNK]) -> usize {
        // Unsure candidates are marked by their sign.
        rows.each(out, #[inline(always)] |row| {
            let (_, x, k) = ranks.candidate(key.word(row));
            if ranks.is_sure(x, k) { k } else { -k }
        });
        let mut count = 0_usize;
        for (place, k) in out.iter().enumerate() {
            unsure[count] = place;
            count = count.wrapping_add(usize::from(*k < 0.0));
        }
        count
    }
}

impl Zipf {
    fn each<T>(&self, key: Key, rows: Rows<'_>, out: &mut [T], convert: impl Fn(i64) -> T) {
        let mut ranks = [0.0; CHUNK];
        in_pieces(rows, out, CHUNK, |rows, out| {
            let ranks = &mut ranks[..out.len()];
            self.ranks.fill(key, rows, ranks);
            for (slot, rank) in out.iter_mut().zip(ranks) {
                *slot = convert(self.low.wrapping_add(*rank as i64 - 1));
            }
        });
    }
}

impl Distribution for Zipf {
    fn fill(&self, key: Key, rows: Rows<'_>, out: &mut [f64]) {
        self.each(key, rows, out, |value| value as f64);
    }

    fn fill_whole(&self, key: Key, rows: Rows<'_>, out: &mut [i64]) {
        self.each(key, rows, out, |value| value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{WHOLE, assert_sound};

    /// The first values: frozen.
    const FROZEN: [i64; 8] = [30, 18, 21, 19, 41, 25, 58, 36];
    const STEEP_FROZEN: [i64; 8] = [-7, -7, -7, -7, -6, -7, -5, -7];

    #[test]
    fn values_are_sound_and_frozen() {
        assert_sound("zipf", WHOLE, &FROZEN);
        assert_sound("zipf/2.5", super::Domain::Whole { low: -7, high: (1 << 53) - 8 }, &STEEP_FROZEN);
    }
}
