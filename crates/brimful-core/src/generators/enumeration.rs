//! `enum`: one of the values that are listed, evenly or by weight.

use std::sync::Arc;

use super::words::Words;
use crate::quantity::Quantity;
use crate::{AliasTable, Arg, Dictionary, Draw, Entry, Fault, Generator, Kind, Modifier, Request, Text};

/// The entry of the registry.
pub(super) const ENTRY: Entry = Entry {
    name: "enum",
    aliases: &["choice"],
    summary: "one of the values that are listed, evenly or by weight",
    args: &[Arg {
        name: "values",
        kind: Kind::List,
        unit: "",
        default: "foo,bar,baz",
        summary: "the values, each with or without `:` and its weight (1 if others have one); 'a:1' is a text",
    }],
    modifiers: &[Modifier::Uniq, Modifier::Dist],
    example: "enum:free:70,pro:25,team:5",
    source: "your list; weights by Walker's alias method",
    build,
};

/// A value, and its weight where one is written.
struct Choice {
    value: Text,
    weight: Option<f64>,
}

fn build(request: &Request<'_>) -> Result<Box<dyn Generator>, Fault> {
    let list = request.args.list();
    if list.is_empty() {
        return Words::build(request, ["foo", "bar", "baz"]);
    }
    let choices = list.iter().map(choice).collect::<Result<Vec<_>, _>>()?;
    refuse_repetition(&choices)?;
    let words = choices.iter().map(|choice| choice.value.as_str());
    if choices.iter().all(|choice| choice.weight.is_none()) {
        return Words::build(request, words);
    }
    refuse_second_law(request)?;
    let weights: Vec<f64> = choices.iter().map(|choice| choice.weight.unwrap_or(1.0)).collect();
    let dictionary = Arc::new(Dictionary::new(words));
    let draw = Draw::weighted(request.key, dictionary.len() as u64, AliasTable::new(&weights)?);
    Ok(Box::new(Words::new(dictionary, draw)))
}

/// Reads `value` or `value:weight`; where what follows the last `:` is no number, it belongs to the value.
fn choice(item: &Text) -> Result<Choice, Fault> {
    let weighted = item.rsplit_once(':').and_then(|(value, weight)| {
        let number = Quantity::parse_suffixed(weight.as_str()).and_then(Quantity::float).ok()?;
        Some((value, weight, number))
    });
    match weighted {
        Some((_, weight, number)) if number < 0.0 => {
            let message = format!("a weight cannot be {weight}");
            Err(Fault::new(message).at(weight.span()).hint("weights are zero or more"))
        }
        Some((value, _, number)) => Ok(Choice { value, weight: Some(number) }),
        None => Ok(Choice { value: item.clone(), weight: None }),
    }
}

fn refuse_repetition(choices: &[Choice]) -> Result<(), Fault> {
    let mut sorted: Vec<&Text> = choices.iter().map(|choice| &choice.value).collect();
    sorted.sort_by(|a, b| a.as_str().cmp(b.as_str()));
    match sorted.windows(2).find(|pair| pair[0].as_str() == pair[1].as_str()) {
        None => Ok(()),
        Some(pair) => Err(Fault::new(format!("the value `{}` is listed twice", pair[1]))
            .at(pair[1].span())
            .hint(format!("list it once; to make it more likely give it a weight, like {}:2", pair[1]))),
    }
}

/// Weights are a law of their own: another beside them would be ignored.
fn refuse_second_law(request: &Request<'_>) -> Result<(), Fault> {
    let modifiers = request.modifiers;
    let other = match modifiers.dist {
        _ if modifiers.uniq => Modifier::Uniq,
        Some(_) => Modifier::Dist,
        None => return Ok(()),
    };
    let message = format!("`{}` and weights exclude each other", other.name());
    Err(modifiers.fault(other, message).hint("keep either the weights or the modifier"))
}

#[cfg(test)]
mod tests {
    use crate::Rows;
    use crate::generators::testing::{build, refusal, texts};

    fn share(column: &str, value: &str) -> f64 {
        let values = texts(column, Rows::range(0, 40_000));
        values.iter().filter(|found| *found == value).count() as f64 / 40_000.0
    }

    #[test]
    fn values_come_evenly_or_by_weight() {
        let cases = [
            ("enum", "baz", 1.0 / 3.0),
            ("enum:", "foo", 1.0 / 3.0),
            ("enum:a,b", "a", 0.5),
            ("enum:a:3,b", "a", 0.75),
            ("enum:a:0,b:1", "a", 0.0),
            ("enum:10:00,'10:30'", "10:30", 1.0),
            ("enum:k:v,k:w", "k:v", 0.5),
            ("enum:x:1:70,y:30", "x:1", 0.7),
            ("enum:a:2.5k,b:7500", "a", 0.25),
        ];
        for (column, value, expected) in cases {
            assert!((share(column, value) - expected).abs() < 0.02, "{column}: {}", share(column, value));
        }
    }

    #[test]
    fn unique_values_are_as_many_as_are_listed() {
        assert_eq!(build("enum:a,b,c,uniq").unwrap().capacity(), Some(3));
        assert_eq!(build("enum:a,b,c").unwrap().capacity(), None);
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        assert_eq!(refusal("enum:a,b,a"), "the value `a` is listed twice");
        assert_eq!(refusal("enum:a:1,b,a:2"), "the value `a` is listed twice");
        assert_eq!(refusal("enum:a:-1,b"), "a weight cannot be -1");
        assert_eq!(refusal("enum:a:0,b:0"), "no value has a weight");
        assert_eq!(refusal("enum:a:1,b,uniq"), "`uniq` and weights exclude each other");
        assert_eq!(refusal("enum:a:1,b,dist=zipf/1.2"), "`dist` and weights exclude each other");
    }
}
