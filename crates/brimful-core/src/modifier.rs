//! The keys that mean the same for every generator: `null` `uniq` `dist` `of` `fmt`.

use std::ops::Range;

use crate::quantity::{Quantity, QuantityError};
use crate::{Fault, Text};

/// A key that changes a column's values in a way that does not depend on the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// Some values are null.
    Null,
    /// No value comes twice.
    Uniq,
    /// By which law values are drawn.
    Dist,
    /// From which other column values are made.
    Of,
    /// How values are written.
    Fmt,
}

impl Modifier {
    /// All of them, in the order in which help shows them.
    pub const ALL: [Self; 5] = [Self::Null, Self::Uniq, Self::Dist, Self::Of, Self::Fmt];

    /// The keys that are kept for later.
    pub const RESERVED: [&str; 6] = ["as", "ref", "sort", "bad", "locale", "real"];

    /// The key.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Uniq => "uniq",
            Self::Dist => "dist",
            Self::Of => "of",
            Self::Fmt => "fmt",
        }
    }

    /// How it is written.
    pub const fn syntax(self) -> &'static str {
        match self {
            Self::Null => "null=PROBABILITY",
            Self::Uniq => "uniq",
            Self::Dist => "dist=NAME[/PARAMETER...]",
            Self::Of => "of=COLUMN",
            Self::Fmt => "fmt=FORMAT",
        }
    }

    /// An example that can be copied.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Null => "null=2%",
            Self::Uniq => "uniq",
            Self::Dist => "dist=normal/38/12",
            Self::Of => "of=name",
            Self::Fmt => "fmt=%Y-%m-%d",
        }
    }

    /// What it does, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Null => "leave out this share of the values: 2% or 0.02",
            Self::Uniq => "make every value at most once; also uniq=on, uniq=off",
            Self::Dist => "draw by this distribution",
            Self::Of => "make the value from another column of the same row",
            Self::Fmt => "write the value in this format",
        }
    }

    /// The modifier of a key.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|modifier| modifier.name() == name)
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// The modifiers that a column was given.
#[derive(Clone, Debug, Default)]
pub struct Modifiers {
    /// The probability of a null, 0 to 1.
    pub null: f64,
    /// Whether no value may come twice.
    pub uniq: bool,
    /// The distribution, not yet understood.
    pub dist: Option<Text>,
    /// The column that values are made from.
    pub of: Option<Text>,
    /// The format, not yet understood.
    pub fmt: Option<Text>,
    spans: [Option<Range<usize>>; Modifier::ALL.len()],
}

impl Modifiers {
    /// Where in the source a modifier was given; `None` when it was not.
    pub fn span(&self, modifier: Modifier) -> Option<Range<usize>> {
        self.spans[modifier.index()].clone()
    }

    /// A fault about a modifier, which points at it if it was given.
    pub fn fault(&self, modifier: Modifier, message: impl Into<String>) -> Fault {
        let fault = Fault::new(message);
        match self.span(modifier) {
            Some(span) => fault.at(span),
            None => fault,
        }
    }

    /// Takes a modifier that was given; a value is missing where the key stands alone.
    pub(crate) fn set(&mut self, modifier: Modifier, item: &Text, value: Option<&Text>) -> Result<(), Fault> {
        if self.spans[modifier.index()].replace(item.span()).is_some() {
            return Err(Fault::new(format!("`{}` is given twice", modifier.name()))
                .at(item.span())
                .hint("keep one of them"));
        }
        match modifier {
            Modifier::Null => self.null = probability(&required(modifier, item, value)?)?,
            Modifier::Uniq => self.uniq = value.map_or(Ok(true), switch)?,
            Modifier::Dist => self.dist = Some(required(modifier, item, value)?),
            Modifier::Of => self.of = Some(required(modifier, item, value)?),
            Modifier::Fmt => self.fmt = Some(required(modifier, item, value)?),
        }
        Ok(())
    }
}

fn required(modifier: Modifier, item: &Text, value: Option<&Text>) -> Result<Text, Fault> {
    match value {
        Some(value) if !value.is_omitted() => Ok(value.clone()),
        _ => Err(Fault::new(format!("`{}` has no value", modifier.name()))
            .at(item.span())
            .hint(format!("write {}, for example", modifier.example()))),
    }
}

/// Reads `on` or `off`.
fn switch(value: &Text) -> Result<bool, Fault> {
    match value.as_str() {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(Fault::new(format!("`{other}` is neither `on` nor `off`"))
            .at(value.span())
            .hint("write uniq, uniq=on or uniq=off")),
    }
}

/// Reads a probability: `2%` or `0.02`.
///
/// # Errors
/// When it is no number, or not between 0 and 1.
pub fn probability(text: &Text) -> Result<f64, Fault> {
    let read = || {
        let (quantity, unit) = Quantity::parse(text.as_str().trim())?;
        match unit {
            "" => quantity.float(),
            "%" => quantity.shift(-2)?.float(),
            _ => Err(QuantityError::Unit(unit.to_owned())),
        }
    };
    let fault = |reason: String| {
        let message = format!("`{text}` {reason}");
        Fault::new(message).at(text.span()).hint("a probability is written like 2% or 0.02")
    };
    let number: f64 = read().map_err(|error| fault(error.to_string()))?;
    if (0.0..=1.0).contains(&number) {
        Ok(number)
    } else {
        Err(fault("is not between 0 and 1, or 0% and 100%".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_read() {
        let read = |text: &str| probability(&Text::plain(text));
        assert_eq!(read("2%"), Ok(0.02));
        assert_eq!(read("0.02"), Ok(0.02));
        assert_eq!((read("100%"), read("0")), (Ok(1.0), Ok(0.0)));
        assert_eq!(read("2").unwrap_err().message, "`2` is not between 0 and 1, or 0% and 100%");
        assert_eq!(read("-1%").unwrap_err().span, Some(0..3));
        assert_eq!(read("2 %").unwrap_err().message, "`2 %` has an unknown unit ` %`");
        assert_eq!(read("often").unwrap_err().message, "`often` is not a number");
    }

    #[test]
    fn modifiers_are_named_once() {
        for modifier in Modifier::ALL {
            assert_eq!(Modifier::from_name(modifier.name()), Some(modifier));
            assert!(modifier.syntax().starts_with(modifier.name()));
            assert!(modifier.example().starts_with(modifier.name()));
            assert!(!Modifier::RESERVED.contains(&modifier.name()));
        }
    }
}
