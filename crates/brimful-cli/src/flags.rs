//! The flags of the command: each is defined once, here; help, man page and completions derive from it.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::Styles;
use clap::builder::styling::{AnsiColor, Effects};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// What help begins with.
pub(crate) const EXAMPLES: &str = "\
Examples:
  brimful uuidv4 email country.code          ten rows
  brimful -n 1M id=seq name email -o p.csv   a million people, as CSV
  brimful -f ndjson name age=int:18,90       JSON, an object per line
  brimful -f sql -t users id=seq email:uniq  INSERT statements, no e-mail twice
  brimful -n forever noun | head             as many rows as the reader takes
  brimful --size 50MB sentence -o big.txt    as many rows as fit a size
  brimful --seed 7 -n 5 name                 the same five rows every time
  brimful generators mail                    what columns can be made of";

/// Exit codes and what they mean.
pub(crate) const EXIT_CODES: [(&str, &str); 6] = [
    ("0", "every byte was accepted, and the output closed without error"),
    ("1", "failed"),
    ("2", "a flag, a column or a limit is wrong"),
    ("3", "the output refused, is unreachable or full"),
    ("129, 130, 143", "stopped by SIGHUP, SIGINT, SIGTERM, after a complete row"),
    ("141", "the reader left"),
];

/// What help ends with.
const AFTER_HELP: &str = "\
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the output refused or is full,
129, 130 or 143 stopped by a signal after a complete row, 141 the reader left";

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .usage(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .literal(AnsiColor::Cyan.on_default().effects(Effects::BOLD))
    .placeholder(AnsiColor::Cyan.on_default());

/// Realistic test data at the limit of the pipe.
#[derive(Debug, Parser)]
#[command(
    name = "brimful",
    version,
    styles = STYLES,
    max_term_width = 100,
    before_help = EXAMPLES,
    after_help = AFTER_HELP,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    disable_help_subcommand = true,
    arg_required_else_help = true,
    help_template = "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}\n"
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) generate: Generate,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Everything else that the command can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the generators, each with a live example
    Generators(Query),
    /// List the distributions that `dist=` takes
    Distributions(Query),
    /// List the formats that `-f` takes
    Formats(Query),
    /// Print the completion script of a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the man page, in roff
    Man,
}

/// Which entries of a registry to show.
#[derive(Debug, Args)]
pub(crate) struct Query {
    /// Only those whose name or summary contains this; a full name shows all there is about it
    pub(crate) pattern: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What the summary looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Summary {
    /// One line for people
    Text,
    /// One JSON object
    Json,
    /// None
    Off,
}

/// The flags of the main job.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Columns: [NAME=]GENERATOR[:ARGUMENT,…], then null=5%, uniq, dist=LAW, of=COLUMN or fmt=PATTERN
    #[arg(value_name = "COLUMN", required = true)]
    pub(crate) columns: Vec<String>,

    /// How many rows: 10, 1M, 2.5G, or forever [default: 10, or no limit with --size]
    #[arg(short = 'n', long, value_name = "ROWS", help_heading = "How much")]
    pub(crate) rows: Option<String>,
    /// At most this many bytes, ending with a complete row: 500MB, 10GiB
    #[arg(long, value_name = "BYTES", help_heading = "How much")]
    pub(crate) size: Option<String>,
    /// The number of the first row, from 0 on
    #[arg(long, value_name = "N", help_heading = "How much")]
    pub(crate) from_row: Option<String>,
    /// Only this share of the rows: 3/16 is the third of sixteen
    #[arg(long, value_name = "I/N", help_heading = "How much")]
    pub(crate) shard: Option<String>,

    /// The format and its arguments, see `brimful formats` [default: by the file's ending, else text]
    #[arg(short, long, value_name = "FORMAT", help_heading = "Where and how")]
    pub(crate) format: Option<String>,
    /// Write to this file, or `-` for standard output; an old file stays until the new one is complete
    #[arg(short, long, value_name = "FILE", help_heading = "Where and how")]
    pub(crate) output: Option<PathBuf>,
    /// Make everything and write nothing, to measure
    #[arg(long, conflicts_with = "output", help_heading = "Where and how")]
    pub(crate) discard: bool,
    /// What stands between the values of text and csv; \t is a tab
    #[arg(short, long, value_name = "TEXT", help_heading = "Where and how", allow_hyphen_values = true)]
    pub(crate) separator: Option<String>,
    /// Begin text, csv and tsv with the names of the columns [default: off for text, else on]
    #[arg(
        long,
        value_name = "on|off",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "on",
        value_parser = ["on", "off"],
        hide_possible_values = true,
        help_heading = "Where and how"
    )]
    pub(crate) header: Option<String>,
    /// The table that sql inserts into [default: brimful]
    #[arg(short, long, value_name = "NAME", help_heading = "Where and how")]
    pub(crate) table: Option<String>,

    /// The seed: the same seed gives the same rows [default: random, told in the summary]
    #[arg(long, value_name = "N", help_heading = "Which values")]
    pub(crate) seed: Option<String>,
    /// What the run takes for now, for values that depend on it [default: the clock, told in the summary]
    #[arg(long, value_name = "TIME", help_heading = "Which values")]
    pub(crate) now: Option<String>,

    /// How many workers [default: by the number of processors and by where the output goes]
    #[arg(short, long, value_name = "N", help_heading = "How it runs")]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Show progress even where standard error is no terminal; SIGUSR1 shows it once
    #[arg(long, overrides_with = "no_progress", help_heading = "How it runs")]
    pub(crate) progress: bool,
    /// Show no progress
    #[arg(long, help_heading = "How it runs")]
    pub(crate) no_progress: bool,
    /// What to print on standard error at the end: text, json or off [default: text]
    #[arg(long, value_name = "FORM", hide_possible_values = true, help_heading = "How it runs")]
    pub(crate) summary: Option<Summary>,
    /// No progress and no summary; errors only
    #[arg(short, long, conflicts_with_all = ["progress", "summary"], help_heading = "How it runs")]
    pub(crate) quiet: bool,
}
