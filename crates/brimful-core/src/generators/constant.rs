//! `const`: the same value in every row.

use std::sync::Arc;

use crate::{Arg, Data, Entry, Fault, Generator, Kind, Logical, Request, Rows, Shape, Text};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "const",
    aliases: &["constant"],
    summary: "the same value in every row",
    args: &[Arg {
        name: "value",
        kind: Kind::Text,
        unit: "",
        default: "",
        summary: "the value; a number, true or false unless quoted, else text",
    }],
    modifiers: &[],
    example: "const:42",
    source: "the value as it is written; what is quoted, or a number with a leading zero, is text",
    build,
};

struct Const {
    text: Arc<str>,
    logical: Logical,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let Some(text) = request.args.text("value") else {
        return Err(Fault::new("`const` needs a value").hint("write const:VALUE; const:'' is the empty text"));
    };
    Ok(Box::new(Const { text: text.as_str().into(), logical: logical(text) }))
}

fn logical(text: &Text) -> Logical {
    match text.as_str() {
        _ if !text.is_bare() => Logical::Text,
        "true" | "false" => Logical::Boolean,
        number => number_kind(number).unwrap_or(Logical::Text),
    }
}

/// What kind of number a text is by the grammar of JSON (RFC 8259, section 6), which all formats can write as it
/// stands; `None` when it is none.
fn number_kind(text: &str) -> Option<Logical> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let padded = whole.len() > 1 && whole.starts_with('0');
    let exponent_digits = exponent.map(|text| text.strip_prefix(['-', '+']).unwrap_or(text));
    let parts = [Some(whole), fraction, exponent_digits];
    if padded || !parts.into_iter().flatten().all(is_digits) {
        return None;
    }
    Some(match (fraction, exponent) {
        (_, Some(_)) => Logical::Float,
        (Some(_), None) => Logical::Decimal,
        (None, None) => Logical::Integer,
    })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Generator for Const {
    fn shape(&self) -> Shape {
        Shape::Constant { text: Arc::clone(&self.text), logical: self.logical }
    }

    fn values(&self, _rows: Rows<'_>, out: &mut Data) {
        *out = Data::Constant;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::testing::{build, refusal};

    #[test]
    fn values_have_the_kind_that_they_look_like() {
        let cases = [
            ("42", Logical::Integer),
            ("-7", Logical::Integer),
            ("0", Logical::Integer),
            ("1.50", Logical::Decimal),
            ("-0.5", Logical::Decimal),
            ("1e6", Logical::Float),
            ("2.5E-3", Logical::Float),
            ("true", Logical::Boolean),
            ("false", Logical::Boolean),
            ("'true'", Logical::Text),
            ("'42'", Logical::Text),
            ("007", Logical::Text),
            ("+5", Logical::Text),
            ("1.", Logical::Text),
            (".5", Logical::Text),
            ("1e", Logical::Text),
            ("-", Logical::Text),
            ("1_000", Logical::Text),
            ("١", Logical::Text),
            ("''", Logical::Text),
        ];
        for (value, expected) in cases {
            let shape = build(&format!("const:{value}")).unwrap().shape();
            let Shape::Constant { text, logical } = shape else { panic!("{shape:?}") };
            assert_eq!((logical, &*text), (expected, value.trim_matches('\'')), "{value}");
        }
    }

    #[test]
    fn a_value_is_needed() {
        assert_eq!(refusal("const"), "`const` needs a value");
    }
}
