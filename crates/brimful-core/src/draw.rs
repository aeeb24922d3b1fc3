//! Draws: which of `n` values each row gets.

use crate::distributions::{self, Distribution, Domain};
use crate::pieces::in_pieces;
use crate::random::{fill_bounded, fill_codes};
use crate::{AliasTable, Fault, Key, Permutation, Request, Rows};

/// Chooses one of the values `0..n` for each row: evenly, by a law, by weights, or each at most once.
#[derive(Debug)]
pub struct Draw {
    key: Key,
    n: u64,
    how: How,
}

#[derive(Debug)]
enum How {
    Even,
    Weighted(AliasTable),
    Law { law: Box<dyn Distribution>, low: i64 },
    Unique(Permutation),
}

/// How many values stand on the stack between two passes.
const CHUNK: usize = 256;

impl Draw {
    /// An even draw from `0..n`; `n` = 0 stands for 2^64.
    #[must_use]
    pub const fn uniform(key: Key, n: u64) -> Self {
        Self { key, n, how: How::Even }
    }

    /// A draw by weights.
    #[must_use]
    pub const fn weighted(key: Key, n: u64, weights: AliasTable) -> Self {
        Self { key, n, how: How::Weighted(weights) }
    }

    /// The draw from `0..n` that the column's modifiers ask for: even, `uniq`, or by `dist=` over the numbers.
    ///
    /// # Errors
    /// When the law is unknown or does not fit.
    pub fn new(request: &Request<'_>, n: u64) -> Result<Self, Fault> {
        Self::offset(request, 0, n)
    }

    /// As [`new`](Self::new), where a law sees the values `low..low + n` and the draw tells them from `low` on.
    ///
    /// # Errors
    /// When the law is unknown or does not fit, or stands beside `uniq`.
    pub fn offset(request: &Request<'_>, low: i64, n: u64) -> Result<Self, Fault> {
        let key = request.key;
        let how = match law(request, || whole(low, n))? {
            Some(law) => How::Law { law, low },
            None if request.modifiers.uniq => How::Unique(Permutation::new(key.derive("uniq"), n)),
            None => How::Even,
        };
        Ok(Self { key, n, how })
    }

    /// How many rows it can serve; see [`Generator::capacity`](crate::Generator::capacity).
    #[must_use]
    pub fn capacity(&self) -> Option<u64> {
        match self.how {
            How::Unique(_) if self.n > 0 => Some(self.n),
            _ => None,
        }
    }

    /// Writes the choice for each row.
    pub fn fill(&self, rows: Rows<'_>, out: &mut [u64]) {
        match &self.how {
            How::Even => fill_bounded(self.key, rows, self.n, out),
            How::Weighted(weights) => weights.fill(self.key, rows, out),
            How::Unique(permutation) => permutation.fill(rows, out),
            How::Law { law, low } => {
                let mut drawn = [0; CHUNK];
                in_pieces(rows, out, CHUNK, |rows, out| {
                    let drawn = &mut drawn[..out.len()];
                    law.fill_whole(self.key, rows, drawn);
                    out.iter_mut()
                        .zip(drawn)
                        .for_each(|(slot, value)| *slot = value.wrapping_sub(*low) as u64);
                });
            }
        }
    }

    /// Writes the choice for each row as codes of a dictionary; `n` is less than 2^32.
    pub fn fill_codes(&self, rows: Rows<'_>, out: &mut [u32]) {
        match &self.how {
            How::Even => fill_codes(self.key, rows, self.n as u32, out),
            How::Weighted(weights) => weights.fill_codes(self.key, rows, out),
            How::Law { .. } | How::Unique(_) => {
                let mut drawn = [0; CHUNK];
                in_pieces(rows, out, CHUNK, |rows, out| {
                    let drawn = &mut drawn[..out.len()];
                    self.fill(rows, drawn);
                    out.iter_mut().zip(drawn).for_each(|(slot, value)| *slot = *value as u32);
                });
            }
        }
    }
}

/// The law that `dist=` asks for, if any, on a domain.
///
/// # Errors
/// When it is unknown or does not fit the domain, or stands beside `uniq`.
pub(crate) fn law(
    request: &Request<'_>,
    domain: impl FnOnce() -> Result<Domain, Fault>,
) -> Result<Option<Box<dyn Distribution>>, Fault> {
    let Some(text) = &request.modifiers.dist else { return Ok(None) };
    let law = if request.modifiers.uniq {
        let fault = Fault::new("`dist` and `uniq` exclude each other: values that come once have no law");
        Err(fault.hint("keep one of them"))
    } else {
        domain().and_then(|domain| distributions::parse(text.as_str(), domain))
    };
    law.map(Some).map_err(|mut fault| {
        fault.span = Some(fault.span.map_or(text.span(), |span| text.span_of(span)));
        fault
    })
}

/// The whole numbers `low..low + n`.
fn whole(low: i64, n: u64) -> Result<Domain, Fault> {
    let high = i128::from(low) + i128::from(n.wrapping_sub(1));
    match i64::try_from(high) {
        Ok(high) => Ok(Domain::Whole { low, high }),
        Err(_) => Err(Fault::new("the range is too wide for `dist`").hint("give a narrower range")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Args, Modifier, Modifiers, Text};

    /// A draw by the modifiers of a column.
    fn draw(modifiers: &str, low: i64, n: u64) -> Result<Draw, Fault> {
        let items = Text::plain(modifiers).split(',');
        let (args, modifiers): (Args, Modifiers) = Args::bind("it", &[], &Modifier::ALL, items)?;
        let key = Key::root(1);
        let request = Request {
            args: &args,
            modifiers: &modifiers,
            key,
            table_key: key,
            entity: 1,
            now: 0,
            read_file: &|_| Err(Fault::new("no file")),
        };
        Draw::offset(&request, low, n)
    }

    #[test]
    fn codes_are_the_same_choices() {
        let weighted = Draw::weighted(Key::root(2), 3, AliasTable::new(&[1.0, 2.0, 3.0]).unwrap());
        let draws = ["", "uniq", "dist=normal/40/9"].map(|modifiers| draw(modifiers, 0, 1_000).unwrap());
        for draw in draws.iter().chain([&weighted]) {
            let (mut wide, mut codes) = ([0; 700], [0; 700]);
            draw.fill(Rows::range(100, 700), &mut wide);
            draw.fill_codes(Rows::range(100, 700), &mut codes);
            assert!(wide.iter().zip(codes).all(|(wide, code)| *wide == u64::from(code) && *wide < draw.n));
        }
    }

    #[test]
    fn a_law_sees_values_and_the_draw_counts_from_the_lowest() {
        let mut drawn = [0; 2_000];
        draw("dist=normal/-40/9", -100, 101).unwrap().fill(Rows::range(0, 2_000), &mut drawn);
        let mean = drawn.iter().sum::<u64>() as f64 / 2_000.0;
        assert!((mean - 60.0).abs() < 1.0, "{mean}");
    }

    #[test]
    fn unique_draws_end_with_their_values() {
        assert_eq!(draw("uniq", 5, 10).unwrap().capacity(), Some(10));
        assert_eq!(draw("uniq", i64::MIN, 0).unwrap().capacity(), None);
        assert_eq!(draw("", 0, 10).unwrap().capacity(), None);
    }

    #[test]
    fn faults_point_at_the_law() {
        let fault = |modifiers, n| draw(modifiers, 0, n).unwrap_err();
        assert_eq!(fault("dist=norml/1", 9).span, Some(5..10));
        assert_eq!(fault("uniq,dist=zipf/1", 9).span, Some(10..16));
        assert_eq!(fault("dist=normal/1/2", 0).message, "the range is too wide for `dist`");
    }
}
