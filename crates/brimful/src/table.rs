//! A table: columns as they were written, made into generators.

use std::ops::Range;

use brimful_core::random::bound;
use brimful_core::{Args, Entry, Fault, Generator, Key, Modifier, Request, Rows, Text, Vector, generators};
use brimful_format::Column as FormatColumn;

use crate::spec::{ColumnText, parse_column, render, unknown};

/// A fault in a column or another expression, with the text it was found in.
#[derive(Clone, Debug)]
pub struct SpecError {
    /// What was written.
    pub source: String,
    /// What is wrong with it.
    pub fault: Fault,
}

impl SpecError {
    /// A fault in this text.
    pub fn new(source: &str, fault: Fault) -> Self {
        Self { source: source.into(), fault }
    }

    /// The message as a terminal shows it: what, where, and a hint.
    pub fn render(&self) -> String {
        render(&self.fault, &self.source)
    }
}

impl std::fmt::Display for SpecError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.fault)
    }
}

impl std::error::Error for SpecError {}

/// What the values of a table depend on besides its columns.
pub struct TableOptions<'a> {
    /// The seed of the dataset.
    pub seed: u64,
    /// The table's place in the dataset; empty for the table of a command line.
    pub path: &'a str,
    /// What the run takes for now: microseconds since 1970-01-01T00:00:00Z.
    pub now: i64,
    /// Reads a user's file.
    pub read_file: &'a dyn Fn(&str) -> Result<Vec<u8>, Fault>,
}

/// A table: its columns and how their values are made.
pub struct Table {
    columns: Vec<Column>,
}

struct Column {
    name: String,
    source: String,
    generator: Box<dyn Generator>,
    nulls: Option<Nulls>,
    places: Places,
}

/// Where in its source stands what a column can be at fault for once it is made.
struct Places {
    /// `uniq`, where it was asked for.
    unique: Option<Range<usize>>,
    /// What `fmt=` says, else the generator.
    text: Range<usize>,
    generator: Range<usize>,
}

/// How many rows a column can serve.
pub struct Capacity {
    /// So many.
    pub rows: u64,
    /// Whether it is because no value may come twice.
    pub unique: bool,
    column: usize,
}

/// Which rows are null.
#[derive(Clone, Copy)]
struct Nulls {
    key: Key,
    /// A row is null when its draw of `0..NULL_GRAIN` is below.
    below: u64,
}

/// Probabilities of nulls are told apart down to 2^-53.
const NULL_GRAIN: u64 = 1 << 53;

impl Table {
    /// Makes the table that the columns describe.
    ///
    /// # Errors
    /// The first column in which something is wrong.
    pub fn new<S: AsRef<str>>(columns: &[S], options: &TableOptions<'_>) -> Result<Self, SpecError> {
        let mut parsed: Vec<Parsed> = Vec::new();
        for source in columns {
            let source = source.as_ref();
            let column = Parsed::new(source, &parsed).map_err(|fault| SpecError::new(source, fault))?;
            parsed.push(column);
        }
        let built = parsed.iter().map(|column| {
            column.build(&parsed, options).map_err(|fault| SpecError::new(&column.text.source, fault))
        });
        Ok(Self { columns: built.collect::<Result<_, _>>()? })
    }

    /// The columns as formats see them.
    pub fn format_columns(&self) -> Vec<FormatColumn> {
        let column = |column: &Column| FormatColumn {
            name: column.name.clone(),
            shape: column.generator.shape(),
            nullable: column.nulls.is_some(),
        };
        self.columns.iter().map(column).collect()
    }

    /// What the column that can serve the fewest rows can serve; `None` when all serve all rows.
    pub fn capacity(&self) -> Option<Capacity> {
        let capacities = self.columns.iter().enumerate().filter_map(|(column, made)| {
            let rows = made.generator.capacity()?;
            Some(Capacity { rows, unique: made.places.unique.is_some(), column })
        });
        capacities.min_by_key(|capacity| capacity.rows)
    }

    /// A fault of the column that has so few values.
    pub fn capacity_error(&self, capacity: &Capacity, fault: Fault) -> SpecError {
        let Column { source, places, .. } = &self.columns[capacity.column];
        let place = places.unique.as_ref().unwrap_or(&places.generator);
        SpecError::new(source, fault.at(place.clone()))
    }

    /// A fault in how the text of a column is to look.
    pub fn text_error(&self, column: usize, fault: Fault) -> SpecError {
        let Column { source, places, .. } = &self.columns[column];
        SpecError::new(source, fault.at(places.text.clone()))
    }

    /// One vector for each column.
    pub fn vectors(&self) -> Vec<Vector> {
        self.columns.iter().map(|_| Vector::default()).collect()
    }

    /// Writes the values of each column for these rows.
    pub fn values(&self, rows: Rows<'_>, out: &mut [Vector]) {
        for (column, vector) in self.columns.iter().zip(out) {
            column.generator.values(rows, &mut vector.data);
            if let Some(nulls) = column.nulls {
                let validity = vector.validity.get_or_insert_default();
                validity.resize(rows.len(), true);
                rows.each(validity, |row| bound(nulls.key.word(row), NULL_GRAIN) >= nulls.below);
            }
        }
    }
}

/// A column whose text was understood, before its generator is made.
struct Parsed {
    text: ColumnText,
    entry: &'static Entry,
    args: Args,
    modifiers: brimful_core::Modifiers,
    name: String,
    /// Which person, place or company of the row it describes.
    entity: u32,
}

impl Parsed {
    fn new(source: &str, before: &[Self]) -> Result<Self, Fault> {
        let text = parse_column(source)?;
        let entry = find(&text.generator)?;
        let (args, modifiers) = Args::bind(entry.name, entry.args, entry.modifiers, text.items.clone())?;
        let name = name(&text, entry, before)?;
        let earlier = before.iter().filter(|other| std::ptr::eq(other.entry, entry)).count();
        Ok(Self { text, entry, args, modifiers, name, entity: earlier as u32 + 1 })
    }

    fn build(&self, all: &[Self], options: &TableOptions<'_>) -> Result<Column, Fault> {
        let table_key = Key::root(options.seed).derive(options.path);
        let key = table_key.derive(&self.name);
        let request = Request {
            args: &self.args,
            modifiers: &self.modifiers,
            key,
            table_key,
            entity: self.entity(all)?,
            now: options.now,
            read_file: options.read_file,
        };
        let nulls = (self.modifiers.null > 0.0).then(|| Nulls {
            key: key.derive("null"),
            below: (self.modifiers.null * NULL_GRAIN as f64) as u64,
        });
        let generator = (self.entry.build)(&request).map_err(|fault| self.point_at_generator(fault))?;
        let (name, source) = (self.name.clone(), self.text.source.clone());
        Ok(Column { name, source, generator, nulls, places: self.places() })
    }

    fn places(&self) -> Places {
        let generator = self.text.generator.span();
        Places {
            unique: self.modifiers.uniq.then(|| self.modifiers.span(Modifier::Uniq)).flatten(),
            text: self.modifiers.fmt.as_ref().map_or_else(|| generator.clone(), Text::span),
            generator,
        }
    }

    /// The entity of the column that `of=` names, else its own.
    fn entity(&self, all: &[Self]) -> Result<u32, Fault> {
        let Some(of) = &self.modifiers.of else { return Ok(self.entity) };
        match all.iter().find(|other| other.name == of.as_str()) {
            Some(other) if std::ptr::eq(other, self) => {
                let fault = self.modifiers.fault(Modifier::Of, "a column cannot be made of itself");
                Err(fault.hint("name another column of the same table, or leave `of` out"))
            }
            Some(other) if !other.entry.modifiers.contains(&Modifier::Of) => {
                let message = format!("column `{of}` is of no person, place or company");
                Err(self
                    .modifiers
                    .fault(Modifier::Of, message)
                    .hint("name a column such as name, email or city"))
            }
            Some(other) => Ok(other.entity),
            None => {
                let names = all.iter().map(|other| &*other.name);
                Err(unknown("column", of.as_str(), names, "`of=` names another column of the same table")
                    .at(of.span()))
            }
        }
    }

    fn point_at_generator(&self, fault: Fault) -> Fault {
        fault.at(self.text.generator.span())
    }
}

fn find(name: &Text) -> Result<&'static Entry, Fault> {
    generators::by_name(name.as_str()).ok_or_else(|| {
        let hint = "`brimful generators` lists them all";
        unknown("generator", name.as_str(), generators::names(), hint).at(name.span())
    })
}

/// The column's name: as given, else that of its generator, with an ordinal where that is taken.
fn name(text: &ColumnText, entry: &Entry, before: &[Parsed]) -> Result<String, Fault> {
    let taken = |name: &str| before.iter().any(|other| other.name == name);
    if let Some(name) = &text.name {
        if taken(name.as_str()) {
            return Err(Fault::new(format!("there are two columns named `{name}`"))
                .at(name.span())
                .hint("give one of them another name"));
        }
        return Ok(name.as_str().into());
    }
    let numbered = (2..).map(|ordinal: u64| format!("{}_{ordinal}", entry.name));
    let mut names = std::iter::once(entry.name.to_owned()).chain(numbered);
    // Each column before it that took its name from the same generator took the first free one: the search goes on
    // behind as many, for a thousand columns would look at a million names otherwise.
    let passed =
        before.iter().filter(|other| other.text.name.is_none() && std::ptr::eq(other.entry, entry)).count();
    let mut names = names.by_ref().skip(passed);
    names.find(|name| !taken(name)).ok_or_else(|| Fault::new("there are too many columns"))
}
