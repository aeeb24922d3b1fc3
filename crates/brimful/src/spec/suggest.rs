//! Names that nothing is known by.

use brimful_core::Fault;
use brimful_core::suggest::nearest;

/// A fault about an unknown name: it suggests the nearest known one, or else says what to do instead.
///
/// `what` is what the name should be, such as `generator`. The caller knows the place and adds it.
pub fn unknown<'a>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> Fault {
    let hint = match nearest(name, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => otherwise.to_owned(),
    };
    Fault::new(format!("unknown {what} `{name}`")).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_or_shows_the_way() {
        let hint = |name: &str| unknown("format", name, ["csv", "tsv", "ndjson"], "see `--help`").hint;
        assert_eq!(hint("ndjsn").as_deref(), Some("did you mean `ndjson`?"));
        assert_eq!(hint("parquet").as_deref(), Some("see `--help`"));
        assert_eq!(unknown("format", "x", [], "").message, "unknown format `x`");
    }
}
