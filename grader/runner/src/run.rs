//! Runs launches: several are sent ahead of their replies, and each outcome is handed out as it
//! arrives.

use crate::exchange::{judge, request};
use crate::runner::Runner;
use launch::Launch;
use launch::fault::Fault;
use launch::outcome::Outcome;
use launch::protocol::Failure;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

/// The most launches sent ahead of their replies, which keeps the child busy.
const AHEAD: usize = 8;

/// The most bytes sent ahead of their replies; a single launch may exceed it.
const AHEAD_BYTES: usize = 8 << 20;

/// How long to wait for each reply that is not needed any more.
const DRAIN: Duration = Duration::from_millis(50);

impl Runner {
    /// Runs launches of the program built last, each within `deadline`, and returns one outcome
    /// each.
    pub fn run(&mut self, launches: &[Launch], deadline: Duration) -> Vec<Outcome> {
        let mut outcomes = Vec::with_capacity(launches.len());
        self.run_each(launches, deadline, |_, outcome| {
            outcomes.push(outcome);
            ControlFlow::Continue(())
        });
        outcomes
    }

    /// Runs launches in order and hands out each outcome with the index of its launch as soon as it
    /// is known. Stops when `each` breaks.
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

    /// As [`Runner::run_each`], with [`Runner::spent`] at that moment.
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

    /// Sends launches from index `next` on and hands out their outcomes, until all are done, the
    /// caller breaks or the child is lost.
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
                    // It is reported after the outcomes of those before it.
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

    /// Discards the replies to launches that are not needed any more. If one does not arrive at
    /// once, a new child is faster.
    fn drain(&mut self, count: usize) {
        for _ in 0..count {
            if self.receive(DRAIN).is_err() {
                return self.discard_child();
            }
            self.finished += 1;
        }
    }
}
