//! Generators that choose from a list of words.

use std::sync::Arc;

use crate::{Data, Dictionary, Draw, Fault, Generator, Request, Rows, Shape};

/// One word of a list for each row.
pub(super) struct Words {
    dictionary: Arc<Dictionary>,
    draw: Draw,
}

impl Words {
    /// A choice from `words` as the column's modifiers ask for it.
    pub(super) fn build<'a>(
        request: &Request<'_>,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<Box<dyn Generator>, Fault> {
        let dictionary = Arc::new(Dictionary::new(words));
        let draw = Draw::new(request, dictionary.len() as u64)?;
        Ok(Box::new(Self { dictionary, draw }))
    }

    /// A choice from `dictionary` by a draw over its codes.
    pub(super) fn new(dictionary: Arc<Dictionary>, draw: Draw) -> Self {
        Self { dictionary, draw }
    }
}

impl Generator for Words {
    fn shape(&self) -> Shape {
        Shape::Codes(Arc::clone(&self.dictionary))
    }

    fn values(&self, rows: Rows<'_>, out: &mut Data) {
        self.draw.fill_codes(rows, out.codes(rows.len()));
    }

    fn capacity(&self) -> Option<u64> {
        self.draw.capacity()
    }
}

/// The dictionary of what `form` makes of each word.
pub(super) fn formed<'a>(
    words: impl IntoIterator<Item = &'a str>,
    form: impl Fn(&str) -> String,
) -> Arc<Dictionary> {
    let words: Vec<String> = words.into_iter().map(form).collect();
    Arc::new(Dictionary::new(words.iter().map(String::as_str)))
}
