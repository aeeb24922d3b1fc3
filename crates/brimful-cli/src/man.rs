//! The man page: what clap knows about the flags, then examples and exit codes.

use std::io;

use clap::CommandFactory;
use clap_mangen::Man;

use crate::flags::{Cli, EXAMPLES, EXIT_CODES};

/// The page in roff.
pub(crate) fn page() -> io::Result<Vec<u8>> {
    let man = Man::new(Cli::command());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    man.render_subcommands_section(&mut page)?;
    page.extend_from_slice(sections().as_bytes());
    man.render_version_section(&mut page)?;
    Ok(page)
}

fn sections() -> String {
    let mut text = ".SH EXAMPLES\n.nf\n".to_owned();
    for line in EXAMPLES.lines().skip(1) {
        text.push_str(&format!("{}\n", escaped(line)));
    }
    text.push_str(".fi\n.SH \"EXIT STATUS\"\n");
    for (code, meaning) in EXIT_CODES {
        text.push_str(&format!(".TP\n{code}\n{}\n", escaped(meaning)));
    }
    text
}

/// A line in which roff finds no command.
fn escaped(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}
