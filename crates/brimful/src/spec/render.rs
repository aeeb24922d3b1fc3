//! A fault as people see it.

use std::ops::Range;

use brimful_core::Fault;

/// Sources up to this many columns are shown whole, longer ones around the place in question.
const WIDTH_MAX: usize = 96;

/// How many columns of a long source are shown before the place in question.
const LEAD: usize = 32;

/// Writes a fault for a terminal: the message, the source with carets below the place, and the hint.
///
/// Control characters and invisible ones are shown as escapes, so that nothing in a source reaches the terminal as a
/// command. Columns are counted in characters.
///
/// ```
/// use brimful::spec::render;
/// use brimful_core::Fault;
/// let fault = Fault::new("unknown generator `emial`").at(5..10).hint("did you mean `email`?");
/// let shown = "\
/// error: unknown generator `emial`
///
///   name=emial:of=name
///        ^^^^^
///
/// hint: did you mean `email`?
/// ";
/// assert_eq!(render(&fault, "name=emial:of=name"), shown);
/// ```
pub fn render(fault: &Fault, source: &str) -> String {
    let message = visible(&fault.message);
    let excerpt = if source.is_empty() { String::new() } else { excerpt(source, fault.span.as_ref()) };
    let hint = fault.hint.as_ref().map_or(String::new(), |hint| format!("\nhint: {}\n", visible(hint)));
    format!("error: {message}\n{excerpt}{hint}")
}

/// A character of the source as it is shown.
struct Cell {
    bytes: Range<usize>,
    shown: String,
}

impl Cell {
    fn width(&self) -> usize {
        self.shown.chars().count()
    }
}

/// An empty line, the source, and the carets.
fn excerpt(source: &str, span: Option<&Range<usize>>) -> String {
    let cells: Vec<Cell> = source
        .char_indices()
        .map(|(at, c)| Cell { bytes: at..at + c.len_utf8(), shown: visible_char(c) })
        .collect();
    let window = window(&cells, span.map_or(0, |span| span.start));
    let head = if window.start > 0 { "…" } else { "" };
    let tail = if window.end < cells.len() { "…" } else { "" };
    let cells = &cells[window];
    let line: String = cells.iter().map(|cell| cell.shown.as_str()).collect();
    let carets = span.map_or(String::new(), |span| {
        let is_before = |cell: &&Cell| cell.bytes.end <= span.start;
        let is_inside = |cell: &&Cell| cell.bytes.end > span.start && cell.bytes.start < span.end;
        let before: usize = cells.iter().filter(is_before).map(Cell::width).sum();
        let inside: usize = cells.iter().filter(is_inside).map(Cell::width).sum();
        let indent = " ".repeat(head.chars().count() + before);
        format!("  {indent}{}\n", "^".repeat(inside.max(1)))
    });
    format!("\n  {head}{line}{tail}\n{carets}")
}

/// The cells that are shown, so that the byte in question is among them.
fn window(cells: &[Cell], byte: usize) -> Range<usize> {
    let width: usize = cells.iter().map(Cell::width).sum();
    if width <= WIDTH_MAX {
        return 0..cells.len();
    }
    let place = cells.iter().position(|cell| cell.bytes.end > byte).unwrap_or(cells.len());
    let start = place - fitting(cells[..place].iter().rev(), LEAD);
    let start = if start == 1 { 0 } else { start };
    start..start + fitting(cells[start..].iter(), WIDTH_MAX)
}

/// How many of the cells fit a width.
fn fitting<'a>(cells: impl Iterator<Item = &'a Cell>, width: usize) -> usize {
    let ends = cells.scan(0, |end, cell| {
        *end += cell.width();
        Some(*end)
    });
    ends.take_while(|&end| end <= width).count()
}

/// A text of which nothing but its characters reaches the terminal.
fn visible(text: &str) -> String {
    text.chars().map(visible_char).collect()
}

fn visible_char(c: char) -> String {
    match c {
        '"' | '\'' | '\\' => c.to_string(),
        // Controls, marks that change the direction of writing, and marks that join what is before them.
        _ => c.escape_debug().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(source: &str, span: Range<usize>) -> Vec<String> {
        let rendered = render(&Fault::new("m").at(span), source);
        rendered.lines().skip(2).map(str::to_owned).collect()
    }

    #[test]
    fn parts_that_are_missing_leave_no_gap() {
        assert_eq!(render(&Fault::new("m"), "x"), "error: m\n\n  x\n");
        assert_eq!(render(&Fault::new("m").hint("h"), ""), "error: m\n\nhint: h\n");
        assert_eq!(render(&Fault::new("m").at(0..0), ""), "error: m\n");
    }

    #[test]
    fn carets_stand_below_characters() {
        assert_eq!(shown("größe=emial", 8..13), ["  größe=emial", "        ^^^^^"]);
        assert_eq!(shown("id=", 3..3), ["  id=", "     ^"]);
        assert_eq!(shown("id", 7..9), ["  id", "    ^"]);
        assert_eq!(shown("é", 1..2), ["  é", "  ^"]);
    }

    #[test]
    fn no_escape_reaches_the_terminal() {
        assert_eq!(shown("a\u{1b}[31m=x", 2..3), [r"  a\u{1b}[31m=x", "         ^"]);
        assert_eq!(shown("\n\u{202e}x", 0..1), [r"  \n\u{202e}x", "  ^^"]);
        assert_eq!(render(&Fault::new("\u{9b}31m `it's`"), ""), "error: \\u{9b}31m `it's`\n");
    }

    #[test]
    fn long_sources_are_cut_around_the_place() {
        let source = format!("enum:{},oops,{}", "a".repeat(500), "b".repeat(500));
        let place = source.find("oops").unwrap();
        let lines = shown(&source, place..place + 4);
        let (line, carets) = (lines[0].as_str(), lines[1].as_str());
        assert_eq!(line.chars().count(), 2 + 1 + WIDTH_MAX + 1);
        let at = carets.find('^').unwrap();
        assert_eq!(line.chars().skip(at).take(carets.len() - at).collect::<String>(), "oops");
        let end = shown(&source, source.len()..source.len());
        assert_eq!(end[1].len(), end[0].chars().count() + 1);
        assert!(shown(&source, 0..4)[0].starts_with("  enum:a"));
    }

    proptest! {
        #[test]
        fn rendering_is_safe(source in "(?s).{0,200}", start in 0_usize..300, length in 0_usize..300) {
            let rendered = render(&Fault::new(source.clone()).at(start..start + length).hint("h"), &source);
            prop_assert!(rendered.chars().all(|c| c == '\n' || !c.is_control()));
            let excerpt: Vec<_> = rendered.lines().filter(|line| line.starts_with("  ")).collect();
            prop_assert_eq!(excerpt.len(), if source.is_empty() { 0 } else { 2 });
            prop_assert_eq!(rendered.lines().count(), if source.is_empty() { 3 } else { 6 });
            prop_assert!(excerpt.iter().all(|line| line.chars().count() <= WIDTH_MAX + 5));
        }
    }
}
