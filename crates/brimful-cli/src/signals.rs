//! Signals: the first SIGINT, SIGTERM or SIGHUP ends the run after a complete row, the second at once; SIGUSR1 asks
//! how it is getting on.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use brimful_sink::{Stop, StopLevel};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGXFSZ};
use signal_hook::iterator::Signals;

/// What the signals have asked for.
#[derive(Clone)]
pub(crate) struct Watch {
    stop: Stop,
    signal: Arc<AtomicI32>,
}

/// How long the second signal leaves to whoever is between two system calls to take the temporary file away.
const LAST_MOMENT: Duration = Duration::from_millis(200);

/// The listener calls nothing deep.
const STACK_BYTES: usize = 256 << 10;

impl Watch {
    /// Begins to listen; `status` is called for each SIGUSR1.
    pub(crate) fn start(stop: &Stop, status: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let watch = Self { stop: stop.clone(), signal: Arc::new(AtomicI32::new(0)) };
        // A write beyond the limit on file sizes is to fail, not to kill: any handler does that.
        let mut signals = Signals::new([SIGINT, SIGTERM, SIGUSR1, SIGXFSZ])?;
        if !is_ignored(SIGHUP) {
            signals.add_signal(SIGHUP)?;
        }
        let seen = watch.clone();
        std::thread::Builder::new().name("signals".into()).stack_size(STACK_BYTES).spawn(move || {
            for signal in signals.forever() {
                match signal {
                    SIGUSR1 => status(),
                    SIGINT | SIGTERM | SIGHUP => seen.ask(signal),
                    _ => {}
                }
            }
        })?;
        Ok(watch)
    }

    fn ask(&self, signal: i32) {
        self.signal.store(signal, Ordering::Release);
        self.stop.request();
        if self.stop.level() == StopLevel::Now {
            std::thread::sleep(LAST_MOMENT);
            // A worker may be stuck in a system call that no flag can end.
            std::process::exit(self.code().into());
        }
    }

    /// 128 and the signal that ended the run, as shells have it.
    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        128 + self.signal.load(Ordering::Acquire) as u8
    }
}

/// Whether the parent process asked for a signal to be ignored, as `nohup` does. Where the system does not tell, it
/// counts as ignored.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal - 1) & 1 == 1)
}
