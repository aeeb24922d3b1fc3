//! The parameters of a law as they were written.

use std::ops::Range;

use super::{Domain, Entry, OPEN_END};
use crate::Fault;
use crate::quantity::Quantity;

/// Parameters: numbers by position, each with its place in the text.
#[derive(Debug)]
pub struct Arguments<'a> {
    text: &'a str,
    entry: &'static Entry,
    values: Vec<(Option<f64>, Range<usize>)>,
}

impl<'a> Arguments<'a> {
    /// Reads what follows the name: `/38/12`. An empty parameter, as the first of `//12`, is one left out.
    pub(super) fn parse(text: &'a str, entry: &'static Entry) -> Result<Self, Fault> {
        let mut arguments = Self { text, entry, values: Vec::new() };
        let mut from = 0;
        for (i, written) in text.split('/').enumerate() {
            let span = from..from + written.len();
            from = span.end + 1;
            if i > 0 {
                arguments.push(written, span)?;
            }
        }
        Ok(arguments)
    }

    fn push(&mut self, written: &str, span: Range<usize>) -> Result<(), Fault> {
        let (at, most) = (self.values.len(), self.entry.parameters.len());
        if at >= most && !self.entry.repeats {
            let message = format!("`{}` takes {most} parameters at most", self.entry.name);
            return Err(Fault::new(message).at(span.start - 1..self.text.len()).hint(self.usage()));
        }
        let value = match written {
            "" => None,
            _ => Some(Quantity::parse_suffixed(written).and_then(Quantity::float).map_err(|error| {
                let message = format!("{} of `{}`: `{written}` {error}", self.name(at), self.entry.name);
                Fault::new(message).at(span.clone()).hint(self.usage())
            })?),
        };
        self.values.push((value, span));
        Ok(())
    }

    /// How many were written, with those left empty.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether none was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// A parameter, a finite number, if it was given.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<f64> {
        self.values.get(at)?.0
    }

    /// A parameter that has no default.
    ///
    /// # Errors
    /// When it was left out.
    pub fn required(&self, at: usize) -> Result<f64, Fault> {
        self.get(at).ok_or_else(|| self.fault(at, "is missing"))
    }

    /// A parameter that must be above zero, or its default.
    ///
    /// # Errors
    /// When it is zero or less.
    pub fn positive(&self, at: usize, default: f64) -> Result<f64, Fault> {
        let value = self.get(at).unwrap_or(default);
        if value > 0.0 { Ok(value) } else { Err(self.fault(at, "must be above zero")) }
    }

    /// Checks that a domain has two ends, for a law that takes what it was not told from them.
    pub(super) fn needs_range(&self, domain: Domain) -> Result<(), Fault> {
        if !domain.ends_with(OPEN_END) && !domain.ends_with(-OPEN_END) {
            return Ok(());
        }
        let fault = Fault::new(format!("`{}` needs a range from `min` to `max`", self.entry.name));
        let usage =
            if self.entry.parameters.is_empty() { String::new() } else { format!(", or {}", self.usage()) };
        Err(fault.hint(format!("give both ends{usage}")))
    }

    /// A fault of one parameter: its name and what is the matter with it.
    #[must_use]
    pub fn fault(&self, at: usize, matter: &str) -> Fault {
        let span = self.values.get(at).map_or(0..self.text.len(), |(_, span)| span.clone());
        let span = if span.is_empty() { 0..self.text.len() } else { span };
        Fault::new(format!("{} of `{}` {matter}", self.name(at), self.entry.name)).at(span).hint(self.usage())
    }

    fn name(&self, at: usize) -> &'static str {
        self.entry.parameters[at % self.entry.parameters.len()].name
    }

    /// `write normal/mean/sd, as in int:18,90,dist=normal/38/12`
    fn usage(&self) -> String {
        let Entry { name, parameters, example, repeats, .. } = self.entry;
        let names: Vec<&str> =
            std::iter::once(*name).chain(parameters.iter().map(|known| known.name)).collect();
        let more = if *repeats { "/..." } else { "" };
        format!("write {}{more}, as in `{example}`", names.join("/"))
    }
}
