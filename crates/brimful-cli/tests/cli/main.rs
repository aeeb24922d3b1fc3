//! The command as people and scripts meet it: every test runs the real binary.
//!
//! `UPDATE_EXPECTED=1` writes what the tests of cases, reference pages and the README would expect; the difference
//! is then read before it is committed.

#![expect(clippy::expect_used, clippy::print_stderr, reason = "a test ends where it cannot go on")]
#![expect(clippy::format_push_string, reason = "texts for people are made once, and read better so")]

mod cases;
mod faults;
mod files;
mod identity;
mod readme;
mod reference;
mod registry;
mod signals;
mod strace;
mod summary;
mod support;
mod terminal;
