//! Pieces of a column expression that remember where they came from.
//!
//! A backslash makes the next character plain (`\,` `\:` `\=` `\'` `\\`; `\n` and `\t` are the usual characters),
//! `'…'` makes a run plain, and `''` inside it is one quote. What is plain never separates anything, so a [`Text`]
//! keeps, beside each byte, its place in the source and whether it may act.

use std::fmt;
use std::ops::Range;

use crate::Fault;

const ESCAPES: &str = r"the escapes are \, \: \= \' \\ \n \t; or quote a run of text: '…'";

/// Characters that stand for themselves wherever they are written, in the grammar and in a shell.
const SAFE: &str = "._-/%+@";

/// A piece of a column expression without its escapes and quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What it says.
    content: String,
    /// One for each byte of the content.
    marks: Vec<Mark>,
    span: Range<usize>,
}

/// Where a byte of the text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    start: usize,
    end: usize,
    /// Neither escaped nor quoted: the byte may separate.
    active: bool,
}

impl Text {
    /// Reads a source with its escapes and quotes.
    ///
    /// # Errors
    /// When a quote is not closed, or a backslash stands before something that it does not escape.
    pub fn parse(source: &str) -> Result<Self, Fault> {
        let empty = Self { content: String::new(), marks: Vec::new(), span: 0..source.len() };
        let mut reader = Reader { source, at: 0, read: empty };
        while let Some(c) = reader.peek() {
            match c {
                '\\' => reader.escape()?,
                '\'' => reader.quoted()?,
                _ => reader.take(c, c.len_utf8(), true),
            }
        }
        Ok(reader.read)
    }

    /// A text that is its own source; all of it may act.
    pub fn plain(text: &str) -> Self {
        let marks = (0..text.len()).map(|start| Mark { start, end: start + 1, active: true }).collect();
        Self { content: text.to_owned(), marks, span: 0..text.len() }
    }

    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.content
    }

    /// The bytes of the source that it takes, quotes and escapes included.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The bytes of the source that a range of the text's bytes came from.
    ///
    /// # Panics
    /// When the range is not within the text.
    pub fn span_of(&self, range: Range<usize>) -> Range<usize> {
        if range.is_empty() {
            let place = self.marks.get(range.start).map_or(self.span.end, |mark| mark.start);
            return place..place;
        }
        self.marks[range.start].start..self.marks[range.end - 1].end
    }

    /// Whether no character is left; `''` is empty too.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty()
    }

    /// Whether nothing was written at all; `''` is not omitted, it is an empty text.
    pub fn is_omitted(&self) -> bool {
        self.span.is_empty()
    }

    /// Whether it was written without any escape or quote, so that it may be a keyword.
    pub fn is_bare(&self) -> bool {
        self.span.len() == self.content.len() && self.marks.iter().all(|mark| mark.active)
    }

    /// What is before and after the first active separator.
    pub fn split_once(&self, separator: char) -> Option<(Self, Self)> {
        let at = self.active(separator).next()?;
        Some(self.cut(at, separator))
    }

    /// What is before and after the last active separator.
    pub fn rsplit_once(&self, separator: char) -> Option<(Self, Self)> {
        let at = self.active(separator).last()?;
        Some(self.cut(at, separator))
    }

    /// The pieces between active separators: always one more than there are separators.
    pub fn split(&self, separator: char) -> Vec<Self> {
        let mut pieces = Vec::new();
        let (mut from, mut source_from) = (0, self.span.start);
        for at in self.active(separator) {
            pieces.push(self.piece(from..at, source_from..self.marks[at].start));
            from = at + separator.len_utf8();
            source_from = self.marks[from - 1].end;
        }
        pieces.push(self.piece(from..self.content.len(), source_from..self.span.end));
        pieces
    }

    /// Without the active white space at both ends.
    #[must_use]
    pub fn trim(&self) -> Self {
        let blank = |&(at, c): &(usize, char)| c.is_whitespace() && self.marks[at].active;
        let head = self.content.char_indices().take_while(blank).last();
        let from = head.map_or(0, |(at, c)| at + c.len_utf8());
        let tail = self.content.char_indices().rev().take_while(blank).last();
        let to = tail.map_or(self.content.len(), |(at, _)| at).max(from);
        let source_from = if from > 0 { self.marks[from - 1].end } else { self.span.start };
        let source_to = if to < self.content.len() { self.marks[to].start } else { self.span.end };
        self.piece(from..to, source_from..source_to)
    }

    /// The places of an active separator.
    fn active(&self, separator: char) -> impl Iterator<Item = usize> {
        self.content.match_indices(separator).map(|(at, _)| at).filter(|&at| self.marks[at].active)
    }

    fn cut(&self, at: usize, separator: char) -> (Self, Self) {
        let after = at + separator.len_utf8();
        let head = self.piece(0..at, self.span.start..self.marks[at].start);
        let tail = self.piece(after..self.content.len(), self.marks[after - 1].end..self.span.end);
        (head, tail)
    }

    fn piece(&self, range: Range<usize>, span: Range<usize>) -> Self {
        Self { content: self.content[range.clone()].to_owned(), marks: self.marks[range].to_vec(), span }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.content)
    }
}

/// Writes any text so that it parses back to itself, wherever in a column expression it is put.
///
/// ```
/// use brimful_core::{Text, quote};
/// assert_eq!(quote("plain"), "plain");
/// assert_eq!(quote("it's 1,000"), "'it''s 1,000'");
/// assert_eq!(Text::parse("'it''s 1,000'").map(|text| text.to_string()), Ok("it's 1,000".to_owned()));
/// ```
pub fn quote(text: &str) -> String {
    let safe = |c: char| c.is_alphanumeric() || SAFE.contains(c);
    // `uniq` is the one keyword that stands alone.
    if !text.is_empty() && text != "uniq" && text.chars().all(safe) {
        return text.to_owned();
    }
    if text.is_empty() {
        return "''".to_owned();
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    for run in text.split_inclusive(['\n', '\t']) {
        push_run(run, &mut quoted);
    }
    quoted
}

/// Writes a run that has a line end or a tab at most as its last character.
fn push_run(run: &str, out: &mut String) {
    let escape = match run.as_bytes().last() {
        Some(b'\n') => r"\n",
        Some(b'\t') => r"\t",
        _ => "",
    };
    let body = if escape.is_empty() { run } else { &run[..run.len() - 1] };
    if !body.is_empty() {
        out.push('\'');
        out.push_str(&body.replace('\'', "''"));
        out.push('\'');
    }
    out.push_str(escape);
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    read: Text,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.source[self.at..].chars().next()
    }

    /// Reads `width` bytes of the source as the character `c`.
    fn take(&mut self, c: char, width: usize, active: bool) {
        self.read.content.push(c);
        if width == c.len_utf8() {
            let places = self.at..self.at + width;
            self.read.marks.extend(places.map(|start| Mark { start, end: start + 1, active }));
        } else {
            self.read.marks.push(Mark { start: self.at, end: self.at + width, active });
        }
        self.at += width;
    }

    /// Reads a backslash and what follows.
    fn escape(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let Some(c) = self.source[start + 1..].chars().next() else {
            let fault = Fault::new("a backslash at the end escapes nothing").at(start..start + 1);
            return Err(fault.hint(r"a backslash itself is written \\"));
        };
        let plain = match c {
            ',' | ':' | '=' | '\'' | '\\' => c,
            'n' => '\n',
            't' => '\t',
            _ => {
                let span = start..start + 1 + c.len_utf8();
                return Err(Fault::new(format!("unknown escape `\\{c}`")).at(span).hint(ESCAPES));
            }
        };
        self.take(plain, 2, false);
        Ok(())
    }

    /// Reads from an opening quote to the closing one.
    fn quoted(&mut self) -> Result<(), Fault> {
        let open = self.at;
        self.at += 1;
        while let Some(c) = self.peek() {
            if c != '\'' {
                self.take(c, c.len_utf8(), false);
            } else if self.source[self.at + 1..].starts_with('\'') {
                self.take(c, 2, false);
            } else {
                self.at += 1;
                return Ok(());
            }
        }
        let fault = Fault::new("this quote is not closed").at(open..open + 1);
        Err(fault.hint(r"close it with another ', or write \' for the character itself"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(source: &str) -> Text {
        Text::parse(source).unwrap()
    }

    fn strings(pieces: &[Text]) -> Vec<&str> {
        pieces.iter().map(Text::as_str).collect()
    }

    #[test]
    fn escapes_and_quotes_make_characters_plain() {
        assert_eq!(strings(&parsed(r"a\,b,'c,d',e").split(',')), ["a,b", "c,d", "e"]);
        assert_eq!(parsed(r"\,\:\=\'\\\n\t").as_str(), ",:='\\\n\t");
        assert_eq!(parsed(r"'it''s \n'").as_str(), r"it's \n");
        assert_eq!(parsed("''''").as_str(), "'");
        assert_eq!(parsed("a'b'c").as_str(), "abc");
    }

    #[test]
    fn pieces_know_their_place() {
        let text = parsed(r"ä\,b:'c:d':e");
        let (head, tail) = text.split_once(':').unwrap();
        assert_eq!((head.as_str(), head.span()), ("ä,b", 0..5));
        assert_eq!((tail.as_str(), tail.span()), ("c:d:e", 6..13));
        let (value, weight) = tail.rsplit_once(':').unwrap();
        assert_eq!((value.as_str(), value.span()), ("c:d", 6..11));
        assert_eq!((weight.as_str(), weight.span()), ("e", 12..13));
    }

    #[test]
    fn a_range_leads_back_to_the_source() {
        let text = parsed(r"x\,'y'z");
        assert_eq!(text.as_str(), "x,yz");
        assert_eq!(text.span_of(1..2), 1..3);
        assert_eq!(text.span_of(1..4), 1..7);
        assert_eq!(text.span_of(2..2), 4..4);
        assert_eq!(text.span_of(4..4), 7..7);
    }

    #[test]
    fn omitted_empty_and_bare_differ() {
        let pieces = parsed("a,,'',\\,").split(',');
        assert_eq!(strings(&pieces), ["a", "", "", ","]);
        let facts: Vec<_> = pieces.iter().map(|p| (p.is_empty(), p.is_omitted(), p.is_bare())).collect();
        let expected =
            [(false, false, true), (true, true, true), (true, false, false), (false, false, false)];
        assert_eq!(facts, expected);
    }

    #[test]
    fn trimming_spares_what_is_quoted() {
        let text = parsed("  ' a' \u{a0}").trim();
        assert_eq!((text.as_str(), text.span()), (" a", 2..6));
        let blank = parsed("  ").trim();
        assert_eq!((blank.as_str(), blank.is_omitted()), ("", true));
    }

    #[test]
    fn faults_point_at_the_character() {
        let span = |source: &str| Text::parse(source).unwrap_err().span;
        assert_eq!(span(r"ab\"), Some(2..3));
        assert_eq!(span(r"ab\é"), Some(2..5));
        assert_eq!(span("ab'c"), Some(2..3));
        assert_eq!(span("it's"), Some(2..3));
    }

    #[test]
    fn quoting_is_readable() {
        let pairs = [("", "''"), ("a b", "'a b'"), ("uniq", "'uniq'"), ("a\n\tb", r"'a'\n\t'b'"), ("é", "é")];
        for (text, quoted) in pairs {
            assert_eq!(quote(text), quoted);
        }
    }

    proptest! {
        #[test]
        fn any_source_is_read_or_refused(source in r"[ab\\':=,é]{0,12}|\PC*") {
            match Text::parse(&source) {
                Ok(text) => prop_assert_eq!(text.content.len(), text.marks.len()),
                Err(fault) => {
                    let span = fault.span.unwrap();
                    prop_assert!(source.get(span).is_some_and(|shown| !shown.is_empty()));
                }
            }
        }

        #[test]
        fn quoted_text_reads_back(text in r"(?s)[ab\\':=,\n\t ]{0,12}|.*") {
            let quoted = quote(&text);
            let read = Text::parse(&quoted).unwrap();
            prop_assert_eq!(read.as_str(), &text);
            let trimmed = read.trim();
            prop_assert_eq!(trimmed.as_str(), &text);
            prop_assert_eq!(read.split(',').len(), 1);
        }

        #[test]
        fn splitting_agrees_with_itself(source in "[ab,é]{0,12}") {
            let text = Text::plain(&source);
            let pieces = text.split(',');
            prop_assert_eq!(strings(&pieces), source.split(',').collect::<Vec<_>>());
            for piece in pieces {
                prop_assert_eq!(&source[piece.span()], piece.as_str());
            }
            let (first, last) = (text.split_once(','), text.rsplit_once(','));
            let shown = |cut: Option<(Text, Text)>| cut.map(|(a, b)| (a.to_string(), b.to_string()));
            let owned = |cut: Option<(&str, &str)>| cut.map(|(a, b)| (a.to_owned(), b.to_owned()));
            prop_assert_eq!(shown(first), owned(source.split_once(',')));
            prop_assert_eq!(shown(last), owned(source.rsplit_once(',')));
        }
    }
}
