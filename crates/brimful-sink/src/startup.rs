//! What the process was given before Rust's runtime changed it.
//!
//! The runtime opens `/dev/null` in the place of a closed standard descriptor before `main` runs. That is
//! safe, but `program >&-` would then write its output nowhere and report success. The question has to be
//! asked earlier: by a function that the loader calls.

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks at descriptor 1 as the parent process left it.
///
/// It runs before the runtime is set up, hence it uses nothing of it: one system call, one store.
extern "C" fn look_at_stdout() {
    let closed = matches!(rustix::io::fcntl_getfd(rustix::stdio::stdout()), Err(rustix::io::Errno::BADF));
    CLOSED.store(closed, Ordering::Relaxed);
}

// SAFETY: both sections hold pointers to functions that the loader calls before `main` with the C calling
// convention, on one thread. glibc passes (argc, argv, envp), musl and macOS nothing that is read here; a
// function that takes no argument ignores them. It neither panics nor unwinds.
#[used]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[expect(unsafe_code, reason = "naming a section of the loader is the only way to run before the runtime")]
static HOOK: extern "C" fn() = look_at_stdout;

/// Whether standard output was closed when the process started, as by `>&-` in a shell.
///
/// Rust's runtime has opened `/dev/null` in its place by the time that `main` runs, so that no later test
/// of the descriptor can tell.
pub fn stdout_was_closed_at_start() -> bool {
    CLOSED.load(Ordering::Relaxed)
}
