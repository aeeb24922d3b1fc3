//! The sink that counts and keeps nothing: for measuring the engine alone.

use crate::{Accepted, Block, Kind, Lane, Pushed, Sink, SinkError, Stop, StopLevel};
use std::num::NonZeroUsize;

/// As many unordered lanes as there are workers.
#[derive(Debug)]
pub struct DiscardSink {
    stop: Stop,
    lanes: Vec<Tally>,
}

/// What one lane took. A line of the cache of its own (two, since processors fetch pairs), so that workers
/// do not slow each other down.
#[derive(Debug)]
#[repr(align(128))]
struct Tally {
    stop: Stop,
    accepted: Accepted,
}

impl DiscardSink {
    /// A sink that ends when `stop` asks it to.
    pub fn new(stop: &Stop) -> Self {
        Self { stop: stop.clone(), lanes: Vec::new() }
    }
}

impl Sink for DiscardSink {
    fn name(&self) -> &'static str {
        "discard"
    }

    fn kind(&self) -> Kind {
        Kind::Null
    }

    fn open(&mut self, most: NonZeroUsize) -> Result<Vec<Box<dyn Lane + '_>>, SinkError> {
        let fresh = || Tally { stop: self.stop.clone(), accepted: Accepted::default() };
        self.lanes = std::iter::repeat_with(fresh).take(most.get()).collect();
        Ok(self.lanes.iter_mut().map(|tally| Box::new(tally) as Box<dyn Lane + '_>).collect())
    }

    fn finish(self: Box<Self>) -> Result<Accepted, SinkError> {
        let sum = |total: Accepted, lane: &Tally| Accepted {
            bytes: total.bytes + lane.accepted.bytes,
            records: total.records + lane.accepted.records,
            torn: false,
        };
        Ok(self.lanes.iter().fold(Accepted::default(), sum))
    }

    fn abort(self: Box<Self>) {}
}

impl Lane for &mut Tally {
    fn push(&mut self, block: Block<'_>) -> Result<Pushed, SinkError> {
        match self.stop.level() {
            StopLevel::None => {}
            StopLevel::Graceful if block.closing => {}
            StopLevel::Graceful | StopLevel::Now => return Ok(Pushed::Stopped),
        }
        self.accepted.bytes += block.bytes.len() as u64;
        self.accepted.records += block.records;
        Ok(Pushed::Whole)
    }

    fn accepted(&self) -> Accepted {
        self.accepted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lines;

    #[test]
    fn many_lanes_add_up_and_stop() {
        let stop = Stop::new();
        let mut sink = DiscardSink::new(&stop);
        let mut lanes = sink.open(NonZeroUsize::new(3).unwrap()).unwrap();
        assert_eq!(lanes.len(), 3);
        let block = Block::rows(b"a\nb\n", 2, &Lines(b"a\nb\n"));
        for lane in &mut lanes {
            assert_eq!(lane.push(block).unwrap(), Pushed::Whole);
            lane.commit(0).unwrap();
        }
        stop.request();
        assert_eq!(lanes[0].push(block).unwrap(), Pushed::Stopped);
        assert_eq!(lanes[1].push(Block::closing(b"]")).unwrap(), Pushed::Whole);
        drop(lanes);
        let total = Box::new(sink).finish().unwrap();
        assert_eq!(total, Accepted { bytes: 13, records: 6, torn: false });
    }
}
