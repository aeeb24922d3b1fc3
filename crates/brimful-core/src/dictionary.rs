//! Dictionaries: words that a column chooses from.

use std::fmt;

use crate::ByteSet;

/// A list of texts, each known by its code: its place in the list.
#[derive(Clone, Default)]
pub struct Dictionary {
    bytes: String,
    /// Where each entry ends.
    ends: Vec<u32>,
}

impl Dictionary {
    /// A dictionary of these entries.
    pub fn new<'a>(entries: impl IntoIterator<Item = &'a str>) -> Self {
        let mut dictionary = Self::default();
        for entry in entries {
            dictionary.bytes.push_str(entry);
            dictionary.ends.push(dictionary.bytes.len() as u32);
        }
        dictionary
    }

    /// How many entries.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The entry of a code.
    ///
    /// # Panics
    /// When there is no such code.
    pub fn get(&self, code: usize) -> &str {
        let start = if code == 0 { 0 } else { self.ends[code - 1] as usize };
        &self.bytes[start..self.ends[code] as usize]
    }

    /// All entries in the order of their codes.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|code| self.get(code))
    }

    /// Every byte that occurs in an entry.
    pub fn alphabet(&self) -> ByteSet {
        ByteSet::of(self.bytes.as_bytes())
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dictionary({} entries)", self.len())
    }
}
