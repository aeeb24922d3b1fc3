//! The arguments that a generator declares, and those that a column gives it.

use std::fmt::Display;
use std::ops::Range;

use crate::civil::{self, date_text, timestamp_text};
use crate::quantity::{Quantity, QuantityError};
use crate::suggest::nearest;
use crate::{Fault, Text};

pub use crate::modifier::{Modifier, Modifiers};

/// What an argument's text means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number: `18`, `-5`, `1_000`, `2.5k`, `3M`, `1G`.
    Integer,
    /// A number: `0.5`, `-3`, `1e6`, `2.5k`.
    Number,
    /// A day: `2026-11-21`.
    Date,
    /// A time: `2026-11-21T10:20:30Z`, or a day, which means its first instant.
    Timestamp,
    /// A span of time: `100ms`, `2s`, `1h30m`.
    Duration,
    /// Any text.
    Text,
    /// A file of the user.
    Path,
    /// A network: `10.0.0.0/8`.
    Cidr,
    /// All items that have no key of their own.
    List,
}

impl Kind {
    /// What stands in help for a value of this kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Date => "date",
            Self::Timestamp => "timestamp",
            Self::Duration => "duration",
            Self::Text => "text",
            Self::Path => "path",
            Self::Cidr => "network",
            Self::List => "list",
        }
    }

    /// What may be written, for hints.
    const fn hint(self) -> &'static str {
        match self {
            Self::Integer => "a whole number is written like 18, -5, 1_000, 2.5k, 3M or 1G",
            Self::Number => "a number is written like 0.5, -3, 1e6 or 2.5k",
            Self::Date => "a date is written like 2026-11-21",
            Self::Timestamp => "a timestamp is written like 2026-11-21T10:20:30Z",
            Self::Duration => "a duration is written like 100ms, 2s, 5m, 1h, 1d or 1h30m",
            Self::Text | Self::Path | Self::Cidr | Self::List => "text is quoted like 'a,b'",
        }
    }
}

/// An argument as a generator declares it.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// Its key; neither a modifier nor a reserved key.
    pub name: &'static str,
    /// What its text means.
    pub kind: Kind,
    /// The unit of its value, empty when it has none.
    pub unit: &'static str,
    /// What holds when it is not given, as help shows it.
    pub default: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// The arguments that a column gives to its generator.
#[derive(Clone, Debug)]
pub struct Args {
    declared: &'static [Arg],
    /// One for each that is declared.
    given: Vec<Option<Text>>,
    list: Vec<Text>,
}

impl Args {
    /// Sorts the items of a column into the arguments that its generator declares and the modifiers that it accepts
    /// besides `null`, which all accept.
    ///
    /// Items without a key are arguments in the order of declaration, an omitted one keeps the default; a
    /// [`Kind::List`] takes them all. Where there is a list or a path, only known keys are keys, because `=` may
    /// belong to the text. What is escaped or quoted is never a key.
    ///
    /// # Errors
    /// When an item belongs nowhere, or twice to the same place.
    pub fn bind(
        generator: &str,
        declared: &'static [Arg],
        accepted: &[Modifier],
        items: Vec<Text>,
    ) -> Result<(Self, Modifiers), Fault> {
        let args = Self { declared, given: vec![None; declared.len()], list: Vec::new() };
        let mut binding = Binding { generator, accepted, args, modifiers: Modifiers::default(), position: 0 };
        for item in items {
            binding.take(item)?;
        }
        let Binding { mut args, modifiers, .. } = binding;
        // `enum:` and `enum:,uniq` name no value at all.
        if args.list.len() == 1 && args.list[0].is_omitted() {
            args.list.clear();
        }
        Ok((args, modifiers))
    }

    /// The text of an argument; `None` when it is not given.
    pub fn text(&self, name: &str) -> Option<&Text> {
        let index = self.declared.iter().position(|arg| arg.name == name);
        debug_assert!(index.is_some(), "argument {name} is not declared");
        self.given[index?].as_ref()
    }

    /// All items without a key, for a generator that declares a list.
    pub fn list(&self) -> &[Text] {
        &self.list
    }

    /// A fault about an argument, which points at it if it was given.
    pub fn fault(&self, name: &str, message: impl Into<String>) -> Fault {
        let fault = Fault::new(message);
        match self.text(name) {
            Some(text) => fault.at(text.span()),
            None => fault,
        }
    }

    /// A whole number that fits 64 bits with a sign.
    ///
    /// # Errors
    /// When it is written otherwise, or does not fit.
    pub fn integer(&self, name: &str) -> Result<Option<i64>, Fault> {
        self.read(name, Kind::Integer, |text| {
            let whole = Quantity::parse_suffixed(text)?.whole(1)?;
            i64::try_from(whole).map_err(|_| QuantityError::Range)
        })
    }

    /// A whole number from 0 on that fits 64 bits.
    ///
    /// # Errors
    /// When it is written otherwise, is negative, or does not fit.
    pub fn unsigned(&self, name: &str) -> Result<Option<u64>, Fault> {
        self.read(name, Kind::Integer, |text| {
            let whole = Quantity::parse_suffixed(text)?.whole(1)?;
            let error = if whole < 0 { QuantityError::Negative } else { QuantityError::Range };
            u64::try_from(whole).map_err(|_| error)
        })
    }

    /// A finite number.
    ///
    /// # Errors
    /// When it is written otherwise, or is too large.
    pub fn number(&self, name: &str) -> Result<Option<f64>, Fault> {
        self.read(name, Kind::Number, |text| Quantity::parse_suffixed(text)?.float())
    }

    /// A number with so many decimals at most, as a count of its last decimal: with scale 2, `1.5` is 150.
    ///
    /// # Errors
    /// When it is written otherwise, has more decimals, or does not fit.
    pub fn decimal(&self, name: &str, scale: u32) -> Result<Option<i128>, Fault> {
        self.read(name, Kind::Number, |text| {
            let shift = i32::try_from(scale).map_err(|_| QuantityError::Range)?;
            Quantity::parse_suffixed(text)?.shift(shift)?.whole(1)
        })
    }

    /// A probability: `2%` or `0.02`.
    ///
    /// # Errors
    /// When it is written otherwise, or is not between 0 and 1.
    pub fn probability(&self, name: &str) -> Result<Option<f64>, Fault> {
        self.text(name).map(crate::modifier::probability).transpose()
    }

    /// A day, as days since 1970-01-01.
    ///
    /// # Errors
    /// When it is written otherwise, or there is no such day.
    pub fn date(&self, name: &str) -> Result<Option<i64>, Fault> {
        self.read(name, Kind::Date, civil::parse_date)
    }

    /// A time, as microseconds since 1970-01-01T00:00:00Z.
    ///
    /// # Errors
    /// When it is written otherwise, or there is no such time.
    pub fn timestamp(&self, name: &str) -> Result<Option<i64>, Fault> {
        self.read(name, Kind::Timestamp, civil::parse_timestamp)
    }

    /// A span of time in microseconds.
    ///
    /// # Errors
    /// When it is written otherwise, is no whole number of microseconds, or does not fit.
    pub fn duration(&self, name: &str) -> Result<Option<i64>, Fault> {
        self.read(name, Kind::Duration, parse_duration)
    }

    /// Two whole numbers that are a range, both ends included.
    ///
    /// # Errors
    /// When one of them is wrong, or the first is more than the second.
    pub fn integer_range(&self, min: &str, max: &str, low: i64, high: i64) -> Result<(i64, i64), Fault> {
        let given = (self.integer(min)?, self.integer(max)?);
        self.range([min, max], given, (low, high), |number| number.to_string())
    }

    /// Two numbers that are a range.
    ///
    /// # Errors
    /// When one of them is wrong, or the first is more than the second.
    pub fn number_range(&self, min: &str, max: &str, low: f64, high: f64) -> Result<(f64, f64), Fault> {
        let given = (self.number(min)?, self.number(max)?);
        self.range([min, max], given, (low, high), |number| number.to_string())
    }

    /// Two days that are a range.
    ///
    /// # Errors
    /// When one of them is wrong, or the first is after the second.
    pub fn date_range(&self, min: &str, max: &str, low: i64, high: i64) -> Result<(i64, i64), Fault> {
        let given = (self.date(min)?, self.date(max)?);
        self.range([min, max], given, (low, high), date_text)
    }

    /// Two times that are a range.
    ///
    /// # Errors
    /// When one of them is wrong, or the first is after the second.
    pub fn timestamp_range(&self, min: &str, max: &str, low: i64, high: i64) -> Result<(i64, i64), Fault> {
        let given = (self.timestamp(min)?, self.timestamp(max)?);
        self.range([min, max], given, (low, high), timestamp_text)
    }

    fn read<T, E: Display>(
        &self,
        name: &str,
        kind: Kind,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> Result<Option<T>, Fault> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let trimmed = text.trim();
        let value = parse(trimmed.as_str()).map_err(|reason| {
            Fault::new(format!("argument `{name}`: `{trimmed}` {reason}"))
                .at(trimmed.span())
                .hint(kind.hint())
        });
        value.map(Some)
    }

    /// Fills in the default ends of a range, and tells which end is wrong if they are the wrong way round.
    fn range<T: Copy + PartialOrd>(
        &self,
        [min, max]: [&str; 2],
        given: (Option<T>, Option<T>),
        defaults: (T, T),
        show: impl Fn(T) -> String,
    ) -> Result<(T, T), Fault> {
        let (low, high) = (given.0.unwrap_or(defaults.0), given.1.unwrap_or(defaults.1));
        if low <= high {
            return Ok((low, high));
        }
        let (low_text, high_text) = (show(low), show(high));
        Err(match given {
            (None, _) => self
                .fault(max, format!("`{max}` is {high_text}, below the default `{min}`, {low_text}"))
                .hint(format!("give `{min}` as well")),
            (_, None) => self
                .fault(min, format!("`{min}` is {low_text}, above the default `{max}`, {high_text}"))
                .hint(format!("give `{max}` as well")),
            (Some(_), Some(_)) => self
                .fault(min, format!("`{min}` is {low_text}, above `{max}`, {high_text}"))
                .hint("swap them"),
        })
    }
}

/// Reads spans of time that follow each other, the unit behind each number, as microseconds.
fn parse_duration(text: &str) -> Result<i64, QuantityError> {
    let (mut rest, mut total) = (text, 0_i128);
    loop {
        let (quantity, after) = Quantity::parse(rest)?;
        let (unit, after) = after.split_at(after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len()));
        let amount = quantity.whole(unit_us(unit)?)?;
        if amount < 0 {
            return Err(QuantityError::Negative);
        }
        total = total.checked_add(amount).ok_or(QuantityError::Range)?;
        if after.is_empty() {
            return i64::try_from(total).map_err(|_| QuantityError::Range);
        }
        rest = after;
    }
}

fn unit_us(unit: &str) -> Result<u128, QuantityError> {
    match unit {
        "us" | "µs" | "μs" => Ok(1),
        "ms" => Ok(1_000),
        "s" => Ok(1_000_000),
        "m" | "min" => Ok(60_000_000),
        "h" => Ok(3_600_000_000),
        "d" => Ok(86_400_000_000),
        _ => Err(QuantityError::Unit(unit.to_owned())),
    }
}

/// What a key of an item is.
enum Key {
    /// The index of a declared argument.
    Arg(usize),
    Modifier(Modifier),
}

/// Arguments and modifiers while items are sorted into them.
struct Binding<'a> {
    generator: &'a str,
    accepted: &'a [Modifier],
    args: Args,
    modifiers: Modifiers,
    /// The argument that the next item without a key is for.
    position: usize,
}

impl Binding<'_> {
    fn take(&mut self, item: Text) -> Result<(), Fault> {
        let item_trimmed = item.trim();
        if is_word(&item_trimmed, Modifier::Uniq.name()) {
            return self.modify(Modifier::Uniq, &item_trimmed, None);
        }
        let Some((key, value)) = item_trimmed.split_once('=') else { return self.push(item) };
        let (key, value) = (key.trim(), value.trim());
        match self.resolve(&key)? {
            Some(Key::Arg(index)) => self.assign(index, &item_trimmed, value),
            Some(Key::Modifier(modifier)) => self.modify(modifier, &item_trimmed, Some(&value)),
            None => self.push(item),
        }
    }

    /// What a key means; `None` when it is part of the text.
    fn resolve(&self, key: &Text) -> Result<Option<Key>, Fault> {
        if !key.is_bare() {
            return Ok(None);
        }
        let name = key.as_str();
        let is_named = |arg: &Arg| arg.name == name && arg.kind != Kind::List;
        if let Some(index) = self.args.declared.iter().position(is_named) {
            return Ok(Some(Key::Arg(index)));
        }
        if let Some(modifier) = Modifier::from_name(name) {
            return Ok(Some(Key::Modifier(modifier)));
        }
        let holds_text = |arg: &Arg| matches!(arg.kind, Kind::List | Kind::Path);
        let is_text_possible = self.args.declared.iter().any(holds_text);
        if Modifier::RESERVED.contains(&name) {
            let hint =
                if is_text_possible { format!("as text it is quoted: '{name}=…'") } else { self.keys() };
            let message = format!("the key `{name}` is not available yet");
            return Err(Fault::new(message).at(key.span()).hint(hint));
        }
        if is_text_possible { Ok(None) } else { Err(self.unknown(key)) }
    }

    fn modify(&mut self, modifier: Modifier, item: &Text, value: Option<&Text>) -> Result<(), Fault> {
        if modifier != Modifier::Null && !self.accepted.contains(&modifier) {
            let message = format!("`{}` does not take `{}`", self.generator, modifier.name());
            return Err(Fault::new(message).at(item.span()).hint(self.keys()));
        }
        self.modifiers.set(modifier, item, value)
    }

    /// Gives an argument by its key.
    fn assign(&mut self, index: usize, item: &Text, value: Text) -> Result<(), Fault> {
        let name = self.args.declared[index].name;
        if value.is_omitted() {
            let fault = Fault::new(format!("`{name}` has no value")).at(item.span());
            return Err(
                fault.hint(format!("leave it out for the default, or write {name}='' for an empty text"))
            );
        }
        self.put(index, item.span(), value)
    }

    /// Gives the next argument.
    fn push(&mut self, item: Text) -> Result<(), Fault> {
        if self.args.declared.iter().any(|arg| arg.kind == Kind::List) {
            self.args.list.push(item);
            return Ok(());
        }
        let index = self.position;
        self.position += 1;
        if item.is_omitted() {
            return Ok(());
        }
        if index >= self.args.declared.len() {
            return Err(self.too_many(&item));
        }
        let span = item.span();
        self.put(index, span, item)
    }

    fn put(&mut self, index: usize, span: Range<usize>, value: Text) -> Result<(), Fault> {
        if self.args.given[index].replace(value).is_some() {
            let name = self.args.declared[index].name;
            let fault = Fault::new(format!("argument `{name}` is given twice")).at(span);
            return Err(fault.hint("give it either by its place or by its name"));
        }
        Ok(())
    }

    fn too_many(&self, item: &Text) -> Fault {
        let fault = match self.args.declared.len() {
            0 => Fault::new(format!("`{}` takes no arguments", self.generator)),
            1 => Fault::new(format!("`{}` takes one argument", self.generator)),
            count => Fault::new(format!("`{}` takes {count} arguments", self.generator)),
        };
        let hint = match Modifier::from_name(item.as_str()) {
            Some(modifier) if item.is_bare() => format!("`{item}` needs a value: {}", modifier.example()),
            _ => self.keys(),
        };
        fault.at(item.span()).hint(hint)
    }

    fn unknown(&self, key: &Text) -> Fault {
        if key.is_empty() {
            let fault = Fault::new("a key is missing before `=`").at(key.span());
            return fault.hint(r"to use `=` as text, write \=");
        }
        let names = self.key_names();
        let hint = match nearest(key.as_str(), names.iter().copied()) {
            Some(name) => format!("did you mean `{name}`?"),
            None => self.keys(),
        };
        Fault::new(format!("`{}` has no argument `{key}`", self.generator)).at(key.span()).hint(hint)
    }

    /// All keys that can be given, in one sentence.
    fn keys(&self) -> String {
        format!("`{}` takes {}", self.generator, self.key_names().join(", "))
    }

    fn key_names(&self) -> Vec<&'static str> {
        let arguments = self.args.declared.iter().map(|arg| arg.name);
        let accepted = self.accepted.iter().filter(|&&modifier| modifier != Modifier::Null);
        let modifiers = std::iter::once(&Modifier::Null).chain(accepted);
        arguments.chain(modifiers.map(|modifier| modifier.name())).collect()
    }
}

/// Whether a text is a certain word, written without escapes and quotes.
fn is_word(text: &Text, word: &str) -> bool {
    text.as_str() == word && text.is_bare()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quote;
    use proptest::prelude::*;

    const fn arg(name: &'static str, kind: Kind) -> Arg {
        Arg { name, kind, unit: "", default: "", summary: "" }
    }

    const RANGE: &[Arg] = &[arg("min", Kind::Integer), arg("max", Kind::Integer)];
    const LIST: &[Arg] = &[arg("values", Kind::List)];
    const FILE: &[Arg] = &[arg("path", Kind::Path)];
    const ANY: &[Arg] = &[arg("value", Kind::Text)];

    fn bound(declared: &'static [Arg], source: &str) -> Result<(Args, Modifiers), Fault> {
        Args::bind("it", declared, &Modifier::ALL, Text::parse(source)?.split(','))
    }

    fn fault(declared: &'static [Arg], source: &str) -> (String, String, String) {
        let fault = bound(declared, source).unwrap_err();
        (fault.message, source[fault.span.unwrap()].to_owned(), fault.hint.unwrap())
    }

    fn range(source: &str) -> Result<(i64, i64), Fault> {
        bound(RANGE, source)?.0.integer_range("min", "max", 0, 1000)
    }

    fn values(source: &str) -> Vec<String> {
        bound(LIST, source).unwrap().0.list().iter().map(Text::to_string).collect()
    }

    #[test]
    fn arguments_come_in_order_or_by_name() {
        assert_eq!(range("18,90"), Ok((18, 90)));
        assert_eq!(range(",10"), Ok((0, 10)));
        assert_eq!(range(""), Ok((0, 1000)));
        assert_eq!(range("max=2k, min = -1_000"), Ok((-1000, 2000)));
        assert_eq!(range("5,null=2%,7"), Ok((5, 7)));
        assert_eq!(range("-9223372036854775808,9223372036854775807"), Ok((i64::MIN, i64::MAX)));
    }

    #[test]
    fn modifiers_are_read() {
        let (args, modifiers) = bound(RANGE, "1,null=2%,uniq,dist=normal/38/12,of=name,fmt=' x'").unwrap();
        assert_eq!(args.integer("min"), Ok(Some(1)));
        assert!(modifiers.uniq && modifiers.null > 0.0199 && modifiers.null < 0.0201);
        let texts = [modifiers.dist.as_ref(), modifiers.of.as_ref(), modifiers.fmt.as_ref()];
        assert_eq!(texts.map(|text| text.unwrap().as_str()), ["normal/38/12", "name", " x"]);
        assert_eq!(modifiers.span(Modifier::Uniq), Some(10..14));
        assert!(!bound(RANGE, "uniq=off").unwrap().1.uniq);
        assert_eq!(bound(RANGE, "").unwrap().1.span(Modifier::Null), None);
    }

    #[test]
    fn lists_take_everything_but_reserved_keys() {
        assert_eq!(values("free:70,pro=:25,a=b"), ["free:70", "pro=:25", "a=b"]);
        assert_eq!(values("a,,null,real"), ["a", "", "null", "real"]);
        assert_eq!(values(""), Vec::<String>::new());
        assert_eq!(values(",null=2%"), Vec::<String>::new());
        assert_eq!(values("''"), [""]);
        assert_eq!(
            values(r"'uniq',null\=5,'null'=5, x,values=1"),
            ["uniq", "null=5", "null=5", " x", "values=1"]
        );
        assert!(bound(LIST, "a, uniq").unwrap().1.uniq);
        let reserved = fault(LIST, "a,ref=b");
        assert_eq!((reserved.0.as_str(), reserved.1.as_str()), ("the key `ref` is not available yet", "ref"));
        assert_eq!(reserved.2, "as text it is quoted: 'ref=…'");
        assert_eq!(values("'ref=b'"), ["ref=b"]);
        let file = bound(FILE, "a=b.txt").unwrap().0;
        assert_eq!(file.text("path").map(Text::as_str), Some("a=b.txt"));
    }

    #[test]
    fn what_belongs_nowhere_is_refused() {
        let cases = [
            (RANGE, "1,2,3", "`it` takes 2 arguments", "3", "`it` takes min, max, null, uniq, dist, of, fmt"),
            (ANY, "a,b", "`it` takes one argument", "b", "`it` takes value, null, uniq, dist, of, fmt"),
            (&[], "null", "`it` takes no arguments", "null", "`null` needs a value: null=2%"),
            (RANGE, "1,mix=2", "`it` has no argument `mix`", "mix", "did you mean `min`?"),
            (RANGE, "1,=2", "a key is missing before `=`", "", r"to use `=` as text, write \="),
            (
                RANGE,
                "1,min=2",
                "argument `min` is given twice",
                "min=2",
                "give it either by its place or by its name",
            ),
            (RANGE, "uniq,uniq=on", "`uniq` is given twice", "uniq=on", "keep one of them"),
            (RANGE, "uniq=yes", "`yes` is neither `on` nor `off`", "yes", "write uniq, uniq=on or uniq=off"),
            (RANGE, "dist=", "`dist` has no value", "dist=", "write dist=normal/38/12, for example"),
        ];
        for (declared, source, message, place, hint) in cases {
            let expected = (message.to_owned(), place.to_owned(), hint.to_owned());
            assert_eq!(fault(declared, source), expected, "{source}");
        }
        let refused = Args::bind("seq", &[], &[], Text::plain("null=1%,uniq").split(',')).unwrap_err();
        assert_eq!(refused.message, "`seq` does not take `uniq`");
        assert_eq!(refused.hint.as_deref(), Some("`seq` takes null"));
    }

    #[test]
    fn a_wrong_value_is_pointed_at() {
        let fault = range("1, 9223372036854775808").unwrap_err();
        assert_eq!(fault.message, "argument `max`: `9223372036854775808` is too large");
        assert_eq!(fault.span, Some(3..22));
        assert_eq!(range("abc").unwrap_err().message, "argument `min`: `abc` is not a number");
        let (args, _) = bound(RANGE, "-1").unwrap();
        assert_eq!(args.unsigned("min").unwrap_err().message, "argument `min`: `-1` is below zero");
    }

    #[test]
    fn a_range_tells_which_end_is_wrong() {
        let message = |source: &str| range(source).map_err(|fault| (fault.message, fault.span));
        let expected = |message: &str, span| Err((message.to_owned(), Some(span)));
        assert_eq!(message("9,2"), expected("`min` is 9, above `max`, 2", 0..1));
        assert_eq!(message("2000"), expected("`min` is 2000, above the default `max`, 1000", 0..4));
        assert_eq!(message(",-5"), expected("`max` is -5, below the default `min`, 0", 1..3));
        assert_eq!(message("7,7"), Ok((7, 7)));
    }

    #[test]
    fn times_and_numbers_are_read() {
        let (args, _) = bound(RANGE, "2026-11-21,2026-11-22T00:00:00Z").unwrap();
        assert_eq!(args.date("min"), Ok(Some(20_778)));
        assert_eq!(args.timestamp("max"), Ok(Some(20_779 * civil::DAY_US)));
        assert!(args.date("max").unwrap_err().message.ends_with("is not a date like 2026-11-21"));
        let (args, _) = bound(RANGE, "1.25,1h30m").unwrap();
        assert_eq!((args.number("min"), args.decimal("min", 3)), (Ok(Some(1.25)), Ok(Some(1250))));
        assert_eq!(args.duration("max"), Ok(Some(5_400_000_000)));
        let backwards = bound(RANGE, "2026-02-01,2026-01-01").unwrap().0.date_range("min", "max", 0, 1);
        assert_eq!(backwards.unwrap_err().message, "`min` is 2026-02-01, above `max`, 2026-01-01");
    }

    #[test]
    fn durations_have_units() {
        let pairs = [("100ms", 100_000), ("2s", 2_000_000), ("3us", 3), ("1.5d", 129_600_000_000), ("0s", 0)];
        for (text, micros) in pairs {
            assert_eq!(parse_duration(text), Ok(micros), "{text}");
        }
        assert_eq!(parse_duration("10"), Err(QuantityError::Unit(String::new())));
        assert_eq!(parse_duration("1h-5m"), Err(QuantityError::Negative));
        assert_eq!(parse_duration("-1us"), Err(QuantityError::Negative));
        assert_eq!(parse_duration("1.5us"), Err(QuantityError::Fraction));
        assert_eq!(parse_duration("1e9d"), Err(QuantityError::Range));
        assert_eq!(parse_duration(""), Err(QuantityError::NotANumber));
    }

    proptest! {
        #[test]
        fn any_items_are_bound_or_refused(source in r"[a-z0-9=,.%_ -]{0,20}|\PC*") {
            for declared in [RANGE, LIST, FILE, ANY, &[]] {
                if let Err(fault) = bound(declared, &source) {
                    prop_assert!(fault.span.is_some_and(|span| source.get(span).is_some()));
                    prop_assert!(fault.hint.is_some());
                }
            }
        }

        #[test]
        fn quoted_values_arrive(items in proptest::collection::vec(r"(?s)[a-z=,:'\\\n ]{0,6}|null=1|uniq|.*", 2..5)) {
            let source = items.iter().map(|item| quote(item)).collect::<Vec<_>>().join(",");
            prop_assert_eq!(&values(&source), &items);
            let (args, _) = bound(ANY, &format!("value={}", quote(&items[0]))).unwrap();
            prop_assert_eq!(args.text("value").map(Text::as_str), Some(items[0].as_str()));
        }
    }
}
