//! Running launches: several are sent ahead of their replies, and each outcome is handed out as it comes.

use crate::exchange::{judge, request};
use crate::fault::Fault;
use crate::outcome::Outcome;
use crate::runner::Runner;
use launch::Launch;
use launch::protocol::Failure;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

/// Launches sent ahead of their replies, so that the child need not wait for the next one.
const AHEAD: usize = 8;

/// Bytes of launches sent ahead of their replies; one launch may be more.
const AHEAD_BYTES: usize = 8 << 20;

/// How long to wait for each reply that nobody needs any more.
const DRAIN: Duration = Duration::from_millis(50);

impl Runner {
    /// Runs launches of the program built last, each within `deadline`; one outcome for each.
    pub fn run(&mut self, launches: &[Launch], deadline: Duration) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(launches.len());
        self.run_each(launches, deadline, |_, outcome| {
            outcomes.push(outcome);
            ControlFlow::Continue(())
        });
        outcomes
    }

    /// Runs launches in order and hands out each outcome, with the number of its launch, as soon as
    /// it is known. Stops early where `each` breaks off.
    pub fn run_each(
        &mut self,
        launches: &[Launch],
        deadline: Duration,
        mut each: impl FnMut(usize, Outcome) -> ControlFlow<()>,
    ) {
        self.run_each_timed(launches, deadline, |number, outcome, _| {
            each(number, outcome)
        });
    }

    /// As [`Runner::run_each`], with the time that all launches of the program have taken by then
    /// ([`Runner::spent`]).
    pub fn run_each_timed(
        &mut self,
        launches: &[Launch],
        deadline: Duration,
        mut each: impl FnMut(usize, Outcome, Duration) -> ControlFlow<()>,
    ) {
        let mut next = 0;
        while next < launches.len() {
            let flow = match self.prepare() {
                Ok(()) => self.stream(launches, &mut next, deadline, &mut each),
                Err(fault) => {
                    let flow = each(next, Outcome::Fault(fault), self.spent);
                    next += 1;
                    flow
                }
            };
            if flow.is_break() {
                return;
            }
        }
    }

    /// Sends launches from number `next` on and hands out their outcomes, until all are done, the
    /// caller breaks off, or the child is lost.
    fn stream(
        &mut self,
        launches: &[Launch],
        next: &mut usize,
        deadline: Duration,
        each: &mut impl FnMut(usize, Outcome, Duration) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut ahead = VecDeque::new();
        let mut ahead_bytes = 0;
        let mut to_send = *next;
        while *next < launches.len() {
            while to_send < launches.len()
                && (ahead.is_empty() || ahead.len() < AHEAD && ahead_bytes < AHEAD_BYTES)
            {
                let (frame, reply) = match request(&launches[to_send]) {
                    Ok(request) => request,
                    // Its turn comes when those before it have been answered.
                    Err(_) if !ahead.is_empty() => break,
                    Err(fault) => {
                        *next += 1;
                        return each(to_send, Outcome::Fault(fault), self.spent);
                    }
                };
                ahead.push_back(frame.len());
                ahead_bytes += frame.len();
                if let Some(child) = self.runner_process.child() {
                    child.expect(reply);
                    child.send(frame);
                }
                to_send += 1;
            }
            let launch = &launches[*next];
            let (outcome, lost) = match self.receive(deadline) {
                Ok(frame) => {
                    self.finished += 1;
                    let (outcome, useless) = judge(launch, &frame);
                    if useless {
                        self.discard_child();
                    }
                    match outcome {
                        Outcome::Failed(Failure::DeviceLost { code }) => {
                            (self.confirm_device_loss(code, launch, deadline), true)
                        }
                        Outcome::Fault(Fault::Garbage { what }) => {
                            (self.confirm_garbage(what, launch, deadline), true)
                        }
                        outcome => (outcome, useless),
                    }
                }
                Err(lost) => (self.attribute_loss(lost, launch, deadline), true),
            };
            ahead_bytes -= ahead.pop_front().unwrap_or(0);
            let number = *next;
            *next += 1;
            if lost {
                return each(number, outcome, self.spent);
            }
            if each(number, outcome, self.spent).is_break() {
                self.drain(ahead.len());
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Reads the replies to launches that nobody waits for any more, if they come at once. Where
    /// one doesn't, a fresh child is quicker.
    fn drain(&mut self, count: usize) {
        for _ in 0..count {
            if self.receive(DRAIN).is_err() {
                return self.discard_child();
            }
            self.finished += 1;
        }
    }
}
