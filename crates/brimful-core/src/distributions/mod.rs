//! Laws of chance: how often each value of a range comes.
//!
//! A law is written as `name/parameter/parameter`, for example `normal/38/12`, and is always truncated to the range
//! of its column: values outside do not occur, those inside keep their proportions. Except for `zipf`, a value is
//! the law's quantile at *one* random word: the larger the word the larger the value (up to the last digits of
//! floating-point arithmetic), so a row can be found again by its value.
//!
//! On a range of whole numbers a continuous law is truncated to `low - 1/2 ..= high + 1/2` and rounded, halves
//! upwards, so that every number has a cell of width one. A random word has 52 bits here: a range that holds a share
//! m of a law's mass is divided into steps of at least 2e-16 / m of its width. Less than 1e-9 of the mass is refused.
//!
//! A law is added with its own file and one line of [`REGISTRY`]. Statistics of all laws are recorded in
//! `docs/distributions-tests.md`.

mod arguments;
mod exponential;
mod histogram;
mod lognormal;
mod normal;
mod pareto;
mod truncated;
mod uniform;
mod zipf;

use std::fmt;

use crate::{Fault, Key, Rows, suggest};

pub use arguments::Arguments;

/// The values that a law may give, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// Whole numbers.
    Whole {
        /// The smallest.
        low: i64,
        /// The largest.
        high: i64,
    },
    /// Real numbers.
    Real {
        /// The smallest.
        low: f64,
        /// The largest.
        high: f64,
    },
}

/// What stands for an end that a real domain does not have: wide enough for every law, and the width of a range is
/// still a number.
pub const OPEN_END: f64 = 1e300;

/// A law that is ready to be drawn from.
pub trait Distribution: fmt::Debug + Send + Sync {
    /// Writes the value of each row: on whole domains integers, which beyond 2^53 are the nearest floats to them.
    fn fill(&self, key: Key, rows: Rows<'_>, out: &mut [f64]);

    /// Writes the value of each row as an integer: exact on every whole domain, rounded towards zero on real ones.
    fn fill_whole(&self, key: Key, rows: Rows<'_>, out: &mut [i64]);
}

/// What a law can be told.
#[derive(Debug)]
pub struct Parameter {
    /// What it is called.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: &'static str,
    /// What it is when it is left out, in words; `None` when it cannot be.
    pub default: Option<&'static str>,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// Makes a law from its parameters for a domain.
pub type Build = fn(&Arguments<'_>, Domain) -> Result<Box<dyn Distribution>, Fault>;

/// A law in the registry. Help, reference pages and tests derive from these entries.
#[derive(Debug)]
pub struct Entry {
    /// The name that users write.
    pub name: &'static str,
    /// Other names of the same.
    pub aliases: &'static [&'static str],
    /// What it is like, in one line.
    pub summary: &'static str,
    /// What it takes, in the order of their positions.
    pub parameters: &'static [Parameter],
    /// Whether the parameters may come again and again.
    pub repeats: bool,
    /// A column expression that shows it.
    pub example: &'static str,
    /// Where its definition and its method come from.
    pub source: &'static str,
    /// Makes one.
    pub build: Build,
}

/// All laws, in the order of help.
pub const REGISTRY: &[Entry] = &[
    uniform::ENTRY,
    normal::ENTRY,
    exponential::ENTRY,
    lognormal::ENTRY,
    pareto::ENTRY,
    zipf::ENTRY,
    histogram::ENTRY,
];

/// Reads a law as users write it and fits it to a domain.
///
/// ```
/// use brimful_core::distributions::{Domain, parse};
/// use brimful_core::{Key, Rows};
/// let ages = parse("normal/38/12", Domain::Whole { low: 18, high: 90 }).unwrap();
/// let mut values = [0; 1_000];
/// ages.fill_whole(Key::root(1), Rows::range(0, 1_000), &mut values);
/// let mean = values.iter().sum::<i64>() / 1_000;
/// assert!((38..=42).contains(&mean));
/// ```
///
/// # Errors
/// When the name is unknown, a parameter is missing, superfluous or impossible, or the law does not fit the domain.
/// The span is relative to `text`.
pub fn parse(text: &str, domain: Domain) -> Result<Box<dyn Distribution>, Fault> {
    let name = text.split('/').next().unwrap_or_default();
    let entry = find(name).ok_or_else(|| unknown(name))?;
    let arguments = Arguments::parse(text, entry)?;
    let law = domain.check().and_then(|()| (entry.build)(&arguments, domain));
    law.map_err(|fault| fault.at(0..text.len()))
}

fn find(name: &str) -> Option<&'static Entry> {
    REGISTRY.iter().find(|entry| entry.name == name || entry.aliases.contains(&name))
}

fn unknown(name: &str) -> Fault {
    let names = REGISTRY.iter().map(|entry| entry.name);
    let list = names.clone().collect::<Vec<_>>().join(", ");
    let meant = suggest::nearest(name, names).map(|near| format!("did you mean `{near}`? "));
    let hint = format!("{}the distributions are {list}", meant.unwrap_or_default());
    Fault::new(format!("there is no distribution `{name}`")).at(0..name.len()).hint(hint)
}

impl Domain {
    /// The interval that a continuous law is truncated to: with half a unit around whole numbers.
    fn interval(self) -> (f64, f64) {
        match self {
            Self::Whole { low, high } => (low as f64 - 0.5, high as f64 + 0.5),
            Self::Real { low, high } => (low, high),
        }
    }

    /// Whether [`OPEN_END`], or its negative, is one of the ends.
    fn ends_with(self, end: f64) -> bool {
        matches!(self, Self::Real { low, high } if [low, high].contains(&end))
    }

    fn check(self) -> Result<(), Fault> {
        let ordered = match self {
            Self::Whole { low, high } => low <= high,
            Self::Real { low, high } => low <= high && (high - low).is_finite(),
        };
        if ordered {
            return Ok(());
        }
        Err(Fault::new(format!("{self} is not a range"))
            .hint("the smaller end comes first, and both are finite"))
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { low, high } => write!(f, "{low} to {high}"),
            Self::Real { low, high } if low.abs().max(high.abs()) < WRITTEN_OUT => {
                write!(f, "{low} to {high}")
            }
            Self::Real { low, high } => write!(f, "{low:e} to {high:e}"),
        }
    }
}

/// Ends from here on are shown as powers of ten: three hundred zeros say nothing to anybody.
const WRITTEN_OUT: f64 = 1e16;

#[cfg(test)]
mod tests;
