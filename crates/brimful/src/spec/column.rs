//! A column as it is written: `[name=]generator[:item,…]`.

use brimful_core::{Fault, Text};

const SHAPE: &str = "a column is written like email, name=email or age=int:18,90,null=2%";

/// A column expression in its parts, none of them understood yet.
#[derive(Clone, Debug)]
pub struct ColumnText {
    /// The name before the `=`.
    pub name: Option<Text>,
    /// The name of the generator.
    pub generator: Text,
    /// Arguments and modifiers; none when there is no `:`.
    pub items: Vec<Text>,
    /// All of it as it was written, to which the spans of the parts refer.
    pub source: String,
}

/// Takes a column expression apart.
///
/// ```
/// use brimful::spec::parse_column;
/// let column = parse_column("age=int:18,90,null=2%")?;
/// assert_eq!(column.name.map(|name| name.to_string()), Some("age".to_owned()));
/// assert_eq!(column.generator.as_str(), "int");
/// assert_eq!(column.items.len(), 3);
/// # Ok::<(), brimful_core::Fault>(())
/// ```
///
/// # Errors
/// When an escape or a quote is wrong, or a part is missing.
pub fn parse_column(source: &str) -> Result<ColumnText, Fault> {
    refuse_expression(source)?;
    let text = Text::parse(source)?;
    let (head, items) = match text.split_once(':') {
        Some((head, rest)) => (head, rest.split(',')),
        None => (text, Vec::new()),
    };
    let (name, generator) = match head.split_once('=') {
        Some((name, generator)) => (Some(name.trim()), generator.trim()),
        None => (None, head.trim()),
    };
    if let Some(name) = &name {
        check_name(name)?;
    }
    check_generator(&generator)?;
    Ok(ColumnText { name, generator, items, source: source.to_owned() })
}

/// Refuses `{expression}` and `name={expression}`, before what is inside it is mistaken for quotes and escapes.
fn refuse_expression(source: &str) -> Result<(), Fault> {
    let Some(brace) = source.find('{') else { return Ok(()) };
    let Ok(head) = Text::parse(&source[..brace]) else { return Ok(()) };
    let is_whole_value = match head.split_once('=') {
        Some((name, rest)) => name.split_once(':').is_none() && rest.trim().is_omitted(),
        None => head.trim().is_omitted(),
    };
    if is_whole_value {
        return Err(Fault::new("expressions in { } are not available yet")
            .at(brace..brace + 1)
            .hint("name a generator instead, like total=int:1,100"));
    }
    Ok(())
}

fn check_name(name: &Text) -> Result<(), Fault> {
    if name.is_empty() {
        let fault = Fault::new("the name before `=` is empty").at(name.span());
        return Err(fault.hint("leave the `=` out, or write a name like id=seq"));
    }
    refuse(
        name,
        ',',
        "in the name of a column",
        "arguments follow a colon, like email:null=2%; or quote the name",
    )
}

fn check_generator(generator: &Text) -> Result<(), Fault> {
    if generator.is_empty() {
        return Err(Fault::new("no generator is named").at(generator.span()).hint(SHAPE));
    }
    let place = "in the name of a generator";
    refuse(generator, ',', place, "arguments follow a colon, like int:18,90")?;
    refuse(generator, '=', place, "arguments follow a colon, like email:null=2%; a name with `=` is quoted")
}

/// Refuses an active character where it can only be a slip.
fn refuse(text: &Text, character: char, place: &str, hint: &str) -> Result<(), Fault> {
    let Some((before, _)) = text.split_once(character) else { return Ok(()) };
    let at = before.span().end;
    Err(Fault::new(format!("`{character}` {place}")).at(at..at + character.len_utf8()).hint(hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use brimful_core::quote;
    use proptest::prelude::*;

    /// Name, generator and items, separated by bars.
    fn parts(source: &str) -> String {
        let column = parse_column(source).unwrap();
        let name = column.name.map_or("-".to_owned(), |name| name.to_string());
        let items: Vec<_> = column.items.iter().map(Text::as_str).collect();
        format!("{name}|{}|{}", column.generator, items.join("|"))
    }

    /// The message and the place that it points at.
    fn fault(source: &str) -> (String, std::ops::Range<usize>) {
        let fault = parse_column(source).unwrap_err();
        assert!(fault.hint.is_some());
        (fault.message, fault.span.unwrap())
    }

    #[test]
    fn columns_are_taken_apart() {
        let pairs = [
            ("email", "-|email|"),
            ("mail=email", "mail|email|"),
            ("email:of=name,null=2%", "-|email|of=name|null=2%"),
            ("age=int:18,90,dist=normal/38/12", "age|int|18|90|dist=normal/38/12"),
            ("plan=enum:free:70,pro:25", "plan|enum|free:70|pro:25"),
            ("int:,10", "-|int||10"),
            ("int:", "-|int|"),
            ("timestamp:min=2026-01-01T00:00:00Z", "-|timestamp|min=2026-01-01T00:00:00Z"),
            (r"'a=b:c'=enum:x\,y,'z,'", "a=b:c|enum|x,y|z,"),
            ("enum:{a}", "-|enum|{a}"),
            ("const:value={a}", "-|const|value={a}"),
            ("'{a}'=seq", "{a}|seq|"),
            (" id = seq : 5, 6", "id|seq| 5| 6"),
        ];
        for (source, expected) in pairs {
            assert_eq!(parts(source), expected, "{source}");
        }
    }

    #[test]
    fn an_equals_sign_after_the_colon_names_nothing() {
        assert!(parse_column("enum:a=b").unwrap().name.is_none());
    }

    #[test]
    fn slips_are_pointed_at() {
        let cases = [
            ("", "no generator is named", 0..0),
            ("id=", "no generator is named", 3..3),
            ("id=:5", "no generator is named", 3..3),
            (":5", "no generator is named", 0..0),
            ("=seq", "the name before `=` is empty", 0..0),
            ("email,null=2%", "`,` in the name of a column", 5..6),
            ("id=seq,uniq", "`,` in the name of a generator", 6..7),
            ("a=b=enum:x", "`=` in the name of a generator", 3..4),
            ("name=enum:it's", "this quote is not closed", 12..13),
            (r"enum:a\b", r"unknown escape `\b`", 6..8),
        ];
        for (source, message, span) in cases {
            assert_eq!(fault(source), (message.to_owned(), span), "{source}");
        }
    }

    #[test]
    fn expressions_are_refused_at_the_brace() {
        let message = "expressions in { } are not available yet".to_owned();
        for source in ["total={qty*price}", "{it's}", r"'a:b'= {x:y, \q}"] {
            let brace = source.find('{').unwrap();
            assert_eq!(fault(source), (message.clone(), brace..brace + 1), "{source}");
        }
    }

    proptest! {
        #[test]
        fn any_source_is_taken_apart_or_refused(source in r"[ab\\':=,{} é]{0,16}|\PC*|(?s).*") {
            match parse_column(&source) {
                Ok(column) => {
                    let mut parts = vec![&column.generator];
                    parts.extend(&column.name);
                    parts.extend(&column.items);
                    for part in parts {
                        prop_assert!(source.get(part.span()).is_some());
                    }
                }
                Err(fault) => prop_assert!(source.get(fault.span.unwrap()).is_some()),
            }
        }

        #[test]
        fn quoted_parts_read_back(name in "(?s).+", item in r"(?s)[\\':=,{} \n]{0,8}|.*") {
            let source = format!("{}=enum:{},key={}", quote(&name), quote(&item), quote(&item));
            let column = parse_column(&source).unwrap();
            let read = column.name.unwrap();
            prop_assert_eq!(read.as_str(), &name);
            prop_assert_eq!(column.items[0].as_str(), &item);
            let (_, value) = column.items[1].split_once('=').unwrap();
            prop_assert_eq!(value.as_str(), &item);
        }
    }
}
