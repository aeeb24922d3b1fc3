//! The loop against scripted streams.

use crate::sim::{Received, SimStream, Step};
use crate::{Accepted, Block, Kind, Lines, Pushed, Sink, SinkError, StdoutSink, Stop};
use proptest::prelude::*;
use rustix::io::Errno;
use std::num::NonZeroUsize;
use std::time::Duration;

const FOREVER: Duration = Duration::MAX;

fn sink(stream: SimStream, stop: &Stop) -> (Box<StdoutSink>, Received) {
    let received = stream.received();
    (Box::new(StdoutSink::over(Box::new(stream), Kind::Pipe, stop)), received)
}

/// Pushes `text` as one block of lines; what became of it, what was accepted, and what was received.
fn push(
    stream: SimStream,
    stop: &Stop,
    text: &[u8],
) -> (Result<Pushed, SinkError>, Accepted, Vec<u8>, Box<StdoutSink>) {
    let (mut sink, received) = sink(stream, stop);
    let mut lanes = sink.open(NonZeroUsize::MIN).unwrap();
    let ends = Lines(text);
    let outcome = lanes[0].push(Block::rows(text, ends.records(), &ends));
    let accepted = lanes[0].accepted();
    drop(lanes);
    (outcome, accepted, received.bytes(), sink)
}

impl Lines<'_> {
    fn records(&self) -> u64 {
        use crate::RecordEnds;
        self.around(self.0.len()).last.records
    }
}

/// Troubles that delay a block, but must not change it.
fn trouble() -> impl Strategy<Value = Step> {
    prop_oneof![
        (1usize..40).prop_map(Step::Accept),
        Just(Step::Fail(Errno::INTR)),
        Just(Step::Fail(Errno::AGAIN)),
        (0u64..300).prop_map(|millis| Step::Stall(Duration::from_millis(millis))),
    ]
}

fn lines() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0usize..30, 1..20).prop_map(|lengths| {
        lengths.iter().flat_map(|&length| [vec![b'x'; length], vec![b'\n']].concat()).collect()
    })
}

proptest! {
    #[test]
    fn trouble_never_changes_the_bytes(script in prop::collection::vec(trouble(), 0..60), text in lines()) {
        let (outcome, accepted, received, sink) = push(SimStream::new(script), &Stop::new(), &text);
        prop_assert_eq!(outcome.unwrap(), Pushed::Whole);
        prop_assert_eq!(&received, &text);
        prop_assert_eq!(sink.finish().unwrap(), accepted);
        prop_assert_eq!(accepted.bytes, text.len() as u64);
        prop_assert!(!accepted.torn);
    }

    /// Whatever happens, the figures tell exactly what the reader has.
    #[test]
    fn a_graceful_stop_ends_on_a_record(
        before in prop::collection::vec(trouble(), 0..10),
        after in prop::collection::vec((1usize..40).prop_map(Step::Accept), 0..10),
        text in lines(),
    ) {
        let stop = Stop::new();
        let script = before.into_iter().chain([Step::Signal(stop.clone())]).chain(after);
        let (outcome, accepted, received, _) = push(SimStream::new(script), &stop, &text);
        let whole = outcome.unwrap() == Pushed::Whole;
        prop_assert_eq!(whole, received.len() == text.len());
        prop_assert!(text.starts_with(&received));
        prop_assert!(received.is_empty() || received.ends_with(b"\n"));
        prop_assert!(!accepted.torn);
        prop_assert_eq!(accepted.bytes, received.len() as u64);
        prop_assert_eq!(accepted.records, received.split_inclusive(|&byte| byte == b'\n').count() as u64);
    }
}

#[test]
fn a_stop_does_not_begin_a_block() {
    let stop = Stop::new();
    let script = [Step::Stall(Duration::from_mins(5)), Step::Signal(stop.clone()), Step::Stall(FOREVER)];
    let (outcome, accepted, received, _) = push(SimStream::new(script), &stop, b"one\ntwo\n");
    assert_eq!(outcome.unwrap(), Pushed::Stopped);
    assert_eq!((accepted, received.len()), (Accepted::default(), 0));
}

#[test]
fn a_reader_that_stalls_inside_a_record_gets_less_than_a_second() {
    let stop = Stop::new();
    let script = [Step::Accept(6), Step::Signal(stop.clone()), Step::Stall(FOREVER)];
    let (outcome, accepted, received, sink) = push(SimStream::new(script), &stop, b"one\ntwo\n");
    assert_eq!(outcome.unwrap(), Pushed::Stopped);
    assert_eq!(received, b"one\ntw");
    assert_eq!(accepted, Accepted { bytes: 6, records: 1, torn: true });
    assert!(sink.finish().is_err(), "half a record was called finished");
}

#[test]
fn a_reader_that_drips_does_not_hold_up_the_end() {
    let stop = Stop::new();
    let drip = (0..200).flat_map(|_| [Step::Accept(1), Step::Stall(Duration::from_millis(100))]);
    let script = [Step::Accept(1), Step::Signal(stop.clone())].into_iter().chain(drip);
    let (outcome, accepted, _, _) = push(SimStream::new(script), &stop, &[b'x'; 100]);
    assert_eq!(outcome.unwrap(), Pushed::Stopped);
    assert!((5..=11).contains(&accepted.bytes), "{} bytes in a second", accepted.bytes);
    assert!(accepted.torn);
}

#[test]
fn the_second_signal_stops_at_once() {
    let stop = Stop::new();
    let script = [Step::Accept(1), Step::Signal(stop.clone()), Step::Signal(stop.clone())];
    let (outcome, accepted, received, _) = push(SimStream::new(script), &stop, b"one\ntwo\n");
    assert_eq!(outcome.unwrap(), Pushed::Stopped);
    assert_eq!(received, b"o");
    assert!(accepted.torn);
}

#[test]
fn closing_text_goes_out_after_a_graceful_stop_but_not_into_a_record() {
    for (accept, then, expected) in
        [(4, Step::Accept(1), b"one\n]".as_slice()), (2, Step::Stall(FOREVER), b"on")]
    {
        let stop = Stop::new();
        let script = [Step::Accept(accept), Step::Signal(stop.clone()), then];
        let (mut sink, received) = sink(SimStream::new(script), &stop);
        let mut lanes = sink.open(NonZeroUsize::MIN).unwrap();
        let text = b"one\ntwo\n";
        assert_eq!(lanes[0].push(Block::rows(text, 2, &Lines(text))).unwrap(), Pushed::Stopped);
        let outcome = lanes[0].push(Block::closing(b"]")).unwrap();
        assert_eq!(outcome == Pushed::Whole, expected.ends_with(b"]"));
        assert_eq!(received.bytes(), expected);
    }
}

#[test]
fn an_error_tells_what_was_taken_before() {
    let script = [Step::Accept(6), Step::Fail(Errno::NOSPC)];
    let (outcome, accepted, received, mut sink) = push(SimStream::new(script), &Stop::new(), b"one\ntwo\n");
    assert!(matches!(outcome, Err(SinkError::Full { .. })));
    assert_eq!(accepted, Accepted { bytes: 6, records: 1, torn: true });
    let after = sink.open(NonZeroUsize::MIN).unwrap()[0].push(Block::closing(b"]"));
    assert_eq!(after.unwrap(), Pushed::Stopped, "something follows half a record");
    assert_eq!(received, b"one\ntw");
    assert!(sink.finish().is_err());
}

#[test]
fn an_error_on_a_record_boundary_is_not_forgotten() {
    let script = [Step::Accept(4), Step::Fail(Errno::IO)];
    let (outcome, accepted, _, sink) = push(SimStream::new(script), &Stop::new(), b"one\ntwo\n");
    assert!(matches!(outcome, Err(SinkError::Refused { .. })));
    assert!(!accepted.torn);
    assert!(sink.finish().is_err(), "a failed run was called finished");
}

#[test]
fn an_error_at_the_close_is_an_error() {
    let stream = SimStream::new([]).failing_close(Errno::DQUOT);
    let (outcome, _, _, sink) = push(stream, &Stop::new(), b"one\n");
    assert_eq!(outcome.unwrap(), Pushed::Whole);
    assert!(matches!(sink.finish(), Err(SinkError::Full { .. })));
}

#[test]
fn a_reader_that_leaves_is_told_apart() {
    for errno in [Errno::PIPE, Errno::CONNRESET] {
        let (outcome, ..) = push(SimStream::new([Step::Fail(errno)]), &Stop::new(), b"one\n");
        assert_eq!(outcome.unwrap_err().exit_code(), 141);
    }
}
