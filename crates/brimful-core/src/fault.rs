//! What is wrong with a spec: what, where, and what to do about it.

use std::fmt;
use std::ops::Range;

/// An error in a spec: a message, the place it is about, and a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, on what, in one line without a full stop.
    pub message: String,
    /// The bytes of the source that it is about; `None` when it is about the whole column.
    pub span: Option<Range<usize>>,
    /// What to do about it, in one line.
    pub hint: Option<String>,
}

impl Fault {
    /// A fault of the whole column.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), span: None, hint: None }
    }

    /// Points at the bytes that are wrong, unless a narrower place is known already.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span.get_or_insert(span);
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
