//! A run: from a plan to a sink.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

use brimful_measure::Meter;
use brimful_sink::{
    Accepted, Block, Kind, Lane, Pushed, RecordEnds, Sink, SinkError, Stop, StopLevel, Whole,
};

use super::Worker;
use super::ends::RowEnds;
use crate::Plan;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All rows were made.
    Rows,
    /// The size was reached.
    Size,
    /// A stop was asked for.
    Stopped,
}

/// What a run delivered.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Complete rows that the target accepted.
    pub rows: u64,
    /// Bytes that the target accepted.
    pub bytes: u64,
    /// The row with which a run that goes on would begin.
    pub next_row: u64,
    /// Whether the output ends inside a row, because its reader took nothing more in the time that a stop leaves.
    pub torn: bool,
}

/// Why a run failed, and what the target had accepted until then.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct RunError {
    /// What the target said.
    pub error: SinkError,
    /// Complete rows that it had accepted.
    pub rows: u64,
    /// The row after the last complete one.
    pub next_row: u64,
}

/// How many workers a run has when nobody says: as many as there are processors, for a terminal one. A pipe's reader
/// needs a processor too, but while it waits for the next block a second worker has made that already.
pub fn default_jobs(kind: Kind, processors: NonZeroUsize) -> NonZeroUsize {
    match kind {
        Kind::Terminal => NonZeroUsize::MIN,
        _ => processors,
    }
}

/// Runs a plan with `jobs` workers, or as many as the system has threads for, until all rows are made, the size is reached, or a stop is asked for. A stop
/// leaves a file as it was, and ends a stream after a complete row.
///
/// # Errors
/// When the target refuses; then it has been aborted.
pub fn run(
    plan: &Plan,
    mut sink: Box<dyn Sink + '_>,
    jobs: NonZeroUsize,
    stop: &Stop,
    meter: &Meter,
) -> Result<Outcome, RunError> {
    let parts = (plan.end - plan.first).div_ceil(plan.part_rows);
    let jobs = jobs
        .min(NonZeroUsize::new(usize::try_from(parts).unwrap_or(usize::MAX)).unwrap_or(NonZeroUsize::MIN));
    // A size is counted in order.
    let lanes_max = if plan.size.is_some() { NonZeroUsize::MIN } else { jobs };
    let (result, before) = match sink.open(lanes_max) {
        Ok(lanes) => drive(plan, lanes, jobs, stop, meter),
        Err(error) => (Err(error), Progress::default()),
    };
    let failed = |error| RunError { error, rows: before.rows, next_row: plan.first + before.rows };
    let end = match result {
        Ok(end) => end,
        Err(error) => {
            sink.abort();
            return Err(failed(error));
        }
    };
    let accepted = if end == End::Stopped && (before.torn || sink.is_atomic()) {
        sink.abort();
        Accepted { bytes: before.bytes, records: before.rows, torn: before.torn }
    } else {
        sink.finish().map_err(failed)?
    };
    let next_row = plan.first + accepted.records;
    let Accepted { bytes, records: rows, torn } = accepted;
    Ok(Outcome { end, rows, bytes, next_row, torn })
}

/// What all lanes have accepted.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    rows: u64,
    bytes: u64,
    torn: bool,
}

fn drive<'l>(
    plan: &Plan,
    mut lanes: Vec<Box<dyn Lane + 'l>>,
    jobs: NonZeroUsize,
    stop: &Stop,
    meter: &Meter,
) -> (Result<End, SinkError>, Progress) {
    let shared = Shared { plan, stop, meter, part: AtomicU64::new(0) };
    let result = shared.deliver_all(&mut lanes, jobs.get());
    let sum = |progress: Progress, accepted: Accepted| Progress {
        rows: progress.rows + accepted.records,
        bytes: progress.bytes + accepted.bytes,
        torn: progress.torn || accepted.torn,
    };
    (result, lanes.iter().map(|lane| lane.accepted()).fold(Progress::default(), sum))
}

/// What the workers of a run share.
struct Shared<'a> {
    plan: &'a Plan,
    stop: &'a Stop,
    meter: &'a Meter,
    /// The next part that nobody has taken.
    part: AtomicU64,
}

/// A part: its number and its rows.
#[derive(Clone, Copy)]
struct Part {
    number: u64,
    first: u64,
    rows: u64,
}

/// The lane of an ordered run, and whose turn it is.
struct Turn<'l> {
    lane: &'l mut dyn Lane,
    /// The part that goes out next.
    part: u64,
    ended: Option<Result<End, SinkError>>,
}

/// The order in which parts go out.
///
/// The parts that wait are neighbours, and no more than there are workers: with as many bells each rings for one of
/// them alone. One bell for all would wake every worker for every part.
struct Order<'l> {
    turn: Mutex<Turn<'l>>,
    bells: Vec<Condvar>,
}

impl<'l> Order<'l> {
    fn lock(&self) -> MutexGuard<'_, Turn<'l>> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bell that rings when it is the turn of a part.
    fn bell(&self, part: u64) -> &Condvar {
        &self.bells[(part % self.bells.len() as u64) as usize]
    }

    /// Waits until the part may go out, or the run has ended.
    fn wait_for(&self, part: u64) -> MutexGuard<'_, Turn<'l>> {
        let waits = |turn: &mut Turn<'l>| turn.part != part && turn.ended.is_none();
        self.bell(part).wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner)
    }

    fn wake_all(&self) {
        self.bells.iter().for_each(Condvar::notify_all);
    }
}

impl Shared<'_> {
    /// The next part; `None` when all are taken or a stop was asked for.
    fn take_part(&self) -> Option<Part> {
        if self.stop.level() != StopLevel::None {
            return None;
        }
        let number = self.part.fetch_add(1, Ordering::Relaxed);
        let first =
            number.checked_mul(self.plan.part_rows).and_then(|rows| self.plan.first.checked_add(rows))?;
        let rows = self.plan.end.checked_sub(first).filter(|left| *left > 0)?.min(self.plan.part_rows);
        Some(Part { number, first, rows })
    }

    /// How a run ends whose parts are used up.
    fn end(&self) -> End {
        if self.stop.level() == StopLevel::None { End::Rows } else { End::Stopped }
    }

    /// Hands a block to a lane and counts what was accepted of it.
    fn push(&self, lane: &mut dyn Lane, block: Block<'_>) -> Result<Pushed, SinkError> {
        let before = lane.accepted();
        let result = lane.push(block);
        let after = lane.accepted();
        self.meter.add(after.records - before.records, after.bytes - before.bytes);
        result
    }

    /// What opens the output, the rows, and what closes it.
    fn deliver_all(&self, lanes: &mut [Box<dyn Lane + '_>], jobs: usize) -> Result<End, SinkError> {
        let opening = self.plan.text.opening();
        let ends = Whole { bytes: opening.len(), records: 0 };
        let opening = Block::rows(opening, 0, &ends);
        if !opening.bytes.is_empty() && self.push(&mut *lanes[0], opening)? == Pushed::Stopped {
            return Ok(End::Stopped);
        }
        let end = match &mut *lanes {
            [lane] => self.ordered(&mut **lane, jobs)?,
            _ => self.unordered(lanes)?,
        };
        let rows: u64 = lanes.iter().map(|lane| lane.accepted().records).sum();
        let closing = self.plan.text.closing(self.plan.first, self.plan.first + rows);
        if !closing.is_empty() && self.stop.level() != StopLevel::Now {
            let _ = self.push(&mut *lanes[0], Block::closing(&closing))?;
        }
        Ok(end)
    }

    /// Every worker has its own lane.
    fn unordered(&self, lanes: &mut [Box<dyn Lane + '_>]) -> Result<End, SinkError> {
        let Some((mine, others)) = lanes.split_first_mut() else { return Ok(self.end()) };
        let results: Vec<Result<(), SinkError>> = std::thread::scope(|scope| {
            let workers: Vec<_> = others
                .iter_mut()
                .map_while(|lane| spawn(scope, || self.work_unordered(&mut **lane)))
                .collect();
            let own = self.work_unordered(&mut **mine);
            let joined = |worker: ScopedJoinHandle<'_, _>| worker.join().unwrap_or_else(|e| resume_unwind(e));
            std::iter::once(own).chain(workers.into_iter().map(joined)).collect()
        });
        results.into_iter().collect::<Result<(), SinkError>>()?;
        Ok(self.end())
    }

    fn work_unordered(&self, lane: &mut dyn Lane) -> Result<(), SinkError> {
        let mut worker = Worker::new(self.plan);
        while let Some(part) = self.take_part() {
            worker.encode(part.first, part.rows);
            let ends = RowEnds { plan: self.plan, first: part.first, rows: part.rows };
            if self.push(lane, Block::rows(worker.block(), part.rows, &ends))? == Pushed::Stopped {
                break;
            }
            lane.commit(part.number)?;
        }
        Ok(())
    }

    /// The workers share one lane and take turns.
    fn ordered(&self, lane: &mut dyn Lane, jobs: usize) -> Result<End, SinkError> {
        let order = Order {
            turn: Mutex::new(Turn { lane, part: 0, ended: None }),
            bells: (0..jobs).map(|_| Condvar::new()).collect(),
        };
        std::thread::scope(|scope| {
            for _ in 1..jobs {
                if spawn(scope, || self.work_ordered(&order)).is_none() {
                    break;
                }
            }
            self.work_ordered(&order);
        });
        let turn = order.turn.into_inner().unwrap_or_else(PoisonError::into_inner);
        turn.ended.unwrap_or_else(|| Ok(self.end()))
    }

    fn work_ordered(&self, order: &Order<'_>) {
        let _guard = EndOnPanic { order };
        let mut worker = Worker::new(self.plan);
        while let Some(part) = self.take_part() {
            worker.encode(part.first, part.rows);
            let mut mine = order.wait_for(part.number);
            if mine.ended.is_some() {
                return;
            }
            mine.ended = self.deliver(&mut *mine.lane, &worker, part).transpose();
            mine.part += 1;
            let over = mine.ended.is_some();
            drop(mine);
            if over {
                order.wake_all();
                return;
            }
            order.bell(part.number + 1).notify_all();
        }
    }

    /// Hands the block of a part to the lane, cut where the size ends; tells if the run is over by that.
    fn deliver(
        &self,
        lane: &mut dyn Lane,
        worker: &Worker<'_>,
        part: Part,
    ) -> Result<Option<End>, SinkError> {
        let ends = RowEnds { plan: self.plan, first: part.first, rows: part.rows };
        let (bytes, rows, full) = self.fit(lane, worker.block(), part, &ends);
        let block = Block::rows(&worker.block()[..bytes], rows, &ends);
        if bytes > 0 && self.push(lane, block)? == Pushed::Stopped {
            return Ok(Some(End::Stopped));
        }
        lane.commit(part.number)?;
        Ok(full.then_some(End::Size))
    }

    /// How much of a block the size has room for, on a row boundary and with room for what closes the output, and
    /// whether that is where the run ends.
    fn fit(&self, lane: &dyn Lane, block: &[u8], part: Part, ends: &RowEnds<'_>) -> (usize, u64, bool) {
        let Some(size) = self.plan.size else { return (block.len(), part.rows, false) };
        let left = size.saturating_sub(lane.accepted().bytes);
        let closing = |rows: u64| self.plan.text.closing(self.plan.first, part.first + rows).len() as u64;
        if block.len() as u64 + closing(part.rows) <= left {
            return (block.len(), part.rows, false);
        }
        let mut room = usize::try_from(left).unwrap_or(usize::MAX).min(block.len());
        loop {
            let cut = ends.around(room).last;
            if cut.records == 0 || cut.bytes as u64 + closing(cut.records) <= left {
                return (cut.bytes, cut.records, true);
            }
            room = cut.bytes - 1;
        }
    }
}

/// Starts a worker beside the first, if the system has a thread to give: fewer make the same bytes.
fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    std::thread::Builder::new().spawn_scoped(scope, work).ok()
}

/// Ends the run for all when one worker panics, so that no other waits for its turn for ever.
struct EndOnPanic<'o, 'l> {
    order: &'o Order<'l>,
}

impl Drop for EndOnPanic<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.order.lock().ended = Some(Ok(End::Stopped));
            self.order.wake_all();
        }
    }
}
