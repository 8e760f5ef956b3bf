//! A launch that is being debugged: where it is, whom the view follows, what stops it, and every way to go on or back.

use crate::breakpoints::Breakpoint;
use crate::debuggee::Debuggee;
use crate::expressions::{Answer, Expressions};
use crate::history::{History, Passed};
use crate::values::Shower;
use launch::Finding;
use simulator::stepping::{SteppedLaunch, Stepper};
use simulator::{End, Event, Trace};

/// Statements between two looks at whether somebody wants to stop.
const STATEMENTS_BETWEEN_LOOKS: u64 = 256;

/// Whose statements count as a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The focused work-item's.
    WorkItem,
    /// Those of the warp of the focused work-item.
    Warp,
    /// Those of any work-item of the group.
    Group,
}

/// What a step does with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// It goes into it.
    Into,
    /// It goes over it.
    Over,
    /// It goes out of the call that it is in.
    Out,
}

/// Why a launch has stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// It is where it begins.
    Begins,
    /// A step was done.
    Stepped,
    /// A breakpoint, by its number.
    Breakpoint(u32),
    /// The next statement does what a correct kernel does not.
    Finding(Box<Finding>),
    /// The group that was stepped through has ended: the next one begins.
    NextGroup,
    /// The launch has ended.
    Ended(End),
    /// Somebody asked for it.
    Interrupted,
}

/// A launch that is being debugged.
pub struct Session<'a> {
    debuggee: &'a Debuggee,
    now: Stepper<'a>,
    history: History<'a>,
    focus: usize,
    breakpoints: Vec<Breakpoint>,
    next_id: u32,
    expressions: Expressions,
    /// Does it stop before a statement that does what a correct kernel does not?
    pub stops_at_findings: bool,
    /// The statement whose finding was shown: to go on is to execute it.
    shown: Option<u64>,
    stop: Stop,
    /// The values of work-items that are not there on which the launch depends, once one was asked for.
    judged_strays: Option<Vec<Event>>,
    /// What breakpoints that do not stop have written.
    log: Vec<String>,
}

impl<'a> Session<'a> {
    /// At the first statement of the first work-group.
    pub fn new(debuggee: &'a Debuggee, launch: &'a SteppedLaunch) -> Session<'a> {
        let mut now = launch.begin();
        let stop = now.end().map_or(Stop::Begins, Stop::Ended);
        let mut session = Session {
            debuggee,
            history: History::of(&mut now),
            now,
            focus: 0,
            breakpoints: Vec::new(),
            next_id: 1,
            expressions: Expressions::default(),
            stops_at_findings: true,
            shown: None,
            stop,
            judged_strays: None,
            log: Vec::new(),
        };
        session.follow();
        session
    }

    /// The program and the launch.
    pub fn debuggee(&self) -> &'a Debuggee {
        self.debuggee
    }

    /// Where the launch is.
    pub fn now(&self) -> &Stepper<'a> {
        &self.now
    }

    /// Why it stopped there.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The flat local id of the work-item that the view follows.
    pub fn focus(&self) -> usize {
        self.focus
    }

    /// Follows another work-item of the group; false if there is none of this flat local id.
    pub fn set_focus(&mut self, lane: usize) -> bool {
        let is_there = lane < self.now.work_items();
        if is_there {
            self.focus = lane;
        }
        is_there
    }

    /// The breakpoints.
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Sets a breakpoint at the first statement at or after a line.
    pub fn add_breakpoint(
        &mut self,
        file: &str,
        line: u32,
        configure: impl FnOnce(&mut Breakpoint),
    ) -> Option<&Breakpoint> {
        let mut breakpoint = Breakpoint::at(self.now.launch(), self.next_id, file, line)?;
        configure(&mut breakpoint);
        self.next_id += 1;
        self.breakpoints.push(breakpoint);
        self.breakpoints.last()
    }

    /// Keeps those breakpoints for which `keep` holds.
    pub fn retain_breakpoints(&mut self, keep: impl FnMut(&Breakpoint) -> bool) {
        self.breakpoints.retain(keep);
    }

    /// What breakpoints that do not stop have written since this was asked last.
    pub fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    /// The value of an expression of OpenCL C for work-items of the group. An error is a sentence.
    pub(crate) fn evaluate(&mut self, text: &str, lanes: &[usize]) -> Result<Answer, String> {
        self.evaluate_outside(text, 0, lanes)
    }

    /// [`Self::evaluate`] in the scope `calls` calls further out.
    pub(crate) fn evaluate_outside(
        &mut self,
        text: &str,
        calls: usize,
        lanes: &[usize],
    ) -> Result<Answer, String> {
        let (debuggee, now) = (self.debuggee, &mut self.now);
        self.expressions
            .evaluate(debuggee, now, (text, calls), lanes)
    }

    /// The accesses and barriers of the next statement.
    pub(crate) fn ahead(&mut self) -> Trace {
        self.now.ahead()
    }

    pub(crate) fn shower(&self) -> Shower<'a> {
        Shower {
            types: &self.debuggee.program.types,
            launch: self.now.launch(),
        }
    }

    // Going on.

    /// Goes on by a step. `is_interrupted` is asked now and then.
    pub fn step(&mut self, unit: Unit, depth: Depth, is_interrupted: &mut dyn FnMut() -> bool) {
        let from = Origin::of(&self.now, self.focus, unit, depth);
        self.run(is_interrupted, &mut |now| match from {
            Some(from) if now.group() != from.group => Some(Stop::NextGroup),
            Some(from) => from.is_reached(now).then_some(Stop::Stepped),
            None => Some(Stop::Stepped),
        });
    }

    /// Goes on until something stops it.
    pub fn proceed(&mut self, is_interrupted: &mut dyn FnMut() -> bool) {
        self.run(is_interrupted, &mut |_| None);
    }

    /// Goes on until a work-group begins. It goes back where that has begun before.
    pub fn go_to_group(&mut self, group: usize, is_interrupted: &mut dyn FnMut() -> bool) {
        if group <= self.now.group() {
            self.history.go(&mut self.now, 0);
        }
        let stops = std::mem::replace(&mut self.stops_at_findings, false);
        let breakpoints = std::mem::take(&mut self.breakpoints);
        if self.now.group() != group {
            self.run(is_interrupted, &mut |now| {
                (now.group() == group).then_some(Stop::NextGroup)
            });
        }
        self.stops_at_findings = stops;
        self.breakpoints = breakpoints;
        if self.now.steps() == 0 {
            self.stop = Stop::Begins;
        }
        self.follow();
    }

    fn run(
        &mut self,
        is_interrupted: &mut dyn FnMut() -> bool,
        wanted: &mut dyn FnMut(&Stepper<'a>) -> Option<Stop>,
    ) {
        if let Some(end) = self.now.end() {
            self.stop = Stop::Ended(end);
            return;
        }
        loop {
            self.history.note(&mut self.now);
            let steps = self.now.steps();
            let before = (self.now.event_count(), self.now.strays().len());
            let shown = self.shown.take() == Some(steps);
            self.now.step();
            if !shown
                && self.stops_at_findings
                && let Some(finding) = self.finding_since(before)
            {
                self.stop_before(steps, finding);
                return;
            }
            if let Some(end) = self.now.end() {
                self.stop = Stop::Ended(end);
                return;
            }
            if let Some(id) = self.hit() {
                self.stop = Stop::Breakpoint(id);
                self.follow();
                return;
            }
            if let Some(stop) = wanted(&self.now) {
                self.stop = stop;
                self.follow();
                return;
            }
            if self.now.steps().is_multiple_of(STATEMENTS_BETWEEN_LOOKS) && is_interrupted() {
                self.stop = Stop::Interrupted;
                self.follow();
                return;
            }
        }
    }

    /// What the last statement did that a correct kernel does not, and nothing that follows from something else. Before it
    /// the launch had this number of events, and of values of work-items that are not there.
    fn finding_since(&mut self, (events, strays): (usize, usize)) -> Option<Finding> {
        if self.now.event_count() > events {
            return self
                .now
                .events_since(events)
                .first()
                .map(mistakes::describe);
        }
        let place = self.now.strays().nth(strays)?;
        let judged = self
            .judged_strays
            .get_or_insert_with(|| self.debuggee.judged_strays());
        let event = judged.iter().find(|event| event.place == *place)?;
        Some(mistakes::describe(event))
    }

    /// Goes back to before the statement that does something wrong, where its variables are still as it finds them.
    fn stop_before(&mut self, steps: u64, finding: Finding) {
        self.history.go(&mut self.now, steps);
        self.shown = Some(steps);
        if let Some(item) = finding.work_items.first() {
            let lanes = 0..self.now.work_items();
            let of_group = |&lane: &usize| self.now.work_item(lane).global == item.global;
            if let Some(lane) = lanes.into_iter().find(of_group) {
                self.focus = lane;
            }
        }
        self.stop = Stop::Finding(Box::new(finding));
    }

    /// The breakpoint that stops the launch here.
    fn hit(&mut self) -> Option<u32> {
        let mark = self.now.mark()?;
        for index in 0..self.breakpoints.len() {
            if !self.breakpoints[index].marks.contains(&mark) {
                continue;
            }
            if let Some(condition) = self.breakpoints[index].condition.clone() {
                let active: Vec<usize> = self.now.active().collect();
                match self.evaluate(&condition, &active) {
                    // It stops, so that the error is seen.
                    Err(error) => {
                        let id = self.breakpoints[index].id;
                        self.log
                            .push(format!("the condition of breakpoint {id}: {error}"));
                    }
                    Ok(answer) => {
                        let shower = answer.shower(self.now.launch());
                        let values = active.iter().zip(&answer.values);
                        let holds = values.filter(|(_, value)| shower.is_true(answer.ty(), value));
                        let holds: Vec<usize> = holds.map(|(&lane, _)| lane).collect();
                        let Some(&first) = holds.first() else {
                            continue;
                        };
                        if !holds.contains(&self.focus) {
                            self.focus = first;
                        }
                    }
                }
            }
            let breakpoint = &mut self.breakpoints[index];
            breakpoint.hits += 1;
            if breakpoint.hits <= breakpoint.ignored {
                continue;
            }
            match self.breakpoints[index].log.clone() {
                Some(text) => {
                    let line = self.logged(&text);
                    self.log.push(line);
                }
                None => return Some(self.breakpoints[index].id),
            }
        }
        None
    }

    /// A breakpoint's text with the values of the expressions in braces.
    fn logged(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((expression, after)) = after.split_once('}') else {
                break;
            };
            out.push_str(before);
            let lane = self.now.active().find(|&lane| lane == self.focus);
            let lane = lane.or_else(|| self.now.active().next()).unwrap_or(0);
            match self.evaluate(expression, &[lane]) {
                Ok(answer) => {
                    out.push_str(
                        &answer
                            .shower(self.now.launch())
                            .show(answer.ty(), &answer.values[0]),
                    );
                }
                Err(error) => out.push_str(&error),
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }

    // Going back.

    /// Goes back by a step: to the last statement before this one that the step would have left.
    pub fn step_back(
        &mut self,
        unit: Unit,
        depth: Depth,
        is_interrupted: &mut dyn FnMut() -> bool,
    ) {
        let Some(from) = Origin::of(&self.now, self.focus, unit, depth) else {
            let last = self.now.steps().checked_sub(1);
            return self.go_back(last);
        };
        if unit == Unit::Group && depth == Depth::Into {
            return self.go_back(self.now.steps().checked_sub(1));
        }
        let launch = self.now.launch();
        let wanted = |passed: &Passed| passed.group != from.group || from.is_of(launch, passed);
        let steps = self.now.steps();
        let mut stops = false;
        let mut is_interrupted = || {
            stops |= is_interrupted();
            stops
        };
        let found = self
            .history
            .last_before(&mut self.now, steps, wanted, &mut is_interrupted);
        match found {
            Some(found) => self.go_back(Some(found)),
            None if stops => self.interrupted_at(steps),
            None => self.go_back(None),
        }
    }

    /// Goes back to the last breakpoint before this statement, or to the beginning.
    pub fn proceed_back(&mut self, is_interrupted: &mut dyn FnMut() -> bool) {
        let steps = self.now.steps();
        let found = self.last_before(is_interrupted, &mut |session| {
            let mark = session.now.mark();
            let breakpoints = session.breakpoints.iter();
            let here: Vec<Option<String>> = breakpoints
                .filter(|it| it.log.is_none() && mark.is_some_and(|mark| it.marks.contains(&mark)))
                .map(|it| it.condition.clone())
                .collect();
            here.into_iter().any(|condition| {
                let Some(condition) = condition else {
                    return true;
                };
                let active: Vec<usize> = session.now.active().collect();
                match session.evaluate(&condition, &active) {
                    Ok(answer) => {
                        let shower = answer.shower(session.now.launch());
                        answer
                            .values
                            .iter()
                            .any(|value| shower.is_true(answer.ty(), value))
                    }
                    Err(_) => true,
                }
            })
        });
        match found {
            Found::At(found) => {
                self.go_back(Some(found));
                let mark = self.now.mark();
                let is_here = |it: &&Breakpoint| mark.is_some_and(|mark| it.marks.contains(&mark));
                if let Some(breakpoint) = self.breakpoints.iter().find(is_here) {
                    self.stop = Stop::Breakpoint(breakpoint.id);
                }
            }
            Found::Nothing => self.go_back(None),
            Found::Interrupted => self.interrupted_at(steps),
        }
    }

    fn interrupted_at(&mut self, steps: u64) {
        self.history.go(&mut self.now, steps);
        self.stop = Stop::Interrupted;
    }

    /// The last statement before this one for which `wanted` holds. The launch is moved.
    fn last_before(
        &mut self,
        is_interrupted: &mut dyn FnMut() -> bool,
        wanted: &mut dyn FnMut(&mut Session<'a>) -> bool,
    ) -> Found {
        let mut end = self.now.steps();
        while let Some(last) = end.checked_sub(1) {
            let begin = self.history.beginning_of(last);
            self.history.go(&mut self.now, begin);
            let mut found = None;
            while self.now.steps() < end {
                if wanted(self) {
                    found = Some(self.now.steps());
                }
                if self.now.steps().is_multiple_of(STATEMENTS_BETWEEN_LOOKS) && is_interrupted() {
                    return Found::Interrupted;
                }
                self.now.step();
            }
            if let Some(steps) = found {
                return Found::At(steps);
            }
            end = begin;
        }
        Found::Nothing
    }

    fn go_back(&mut self, steps: Option<u64>) {
        self.history.go(&mut self.now, steps.unwrap_or(0));
        self.shown = None;
        self.stop = match self.now.steps() {
            0 => Stop::Begins,
            _ => Stop::Stepped,
        };
        self.follow();
    }

    /// Keeps the focus within the group.
    fn follow(&mut self) {
        self.focus = self.focus.min(self.now.work_items().saturating_sub(1));
    }
}

enum Found {
    At(u64),
    Nothing,
    Interrupted,
}

/// Where a step begins, and whose statements end it.
#[derive(Clone, Copy)]
struct Origin {
    group: usize,
    calls: usize,
    depth: Depth,
    /// The first work-item whose statements count, and one past the last.
    lanes: (usize, usize),
}

impl Origin {
    fn of(now: &Stepper<'_>, focus: usize, unit: Unit, depth: Depth) -> Option<Origin> {
        let launch = now.launch();
        let warp = launch.warp().max(1);
        Some(Origin {
            group: now.group(),
            calls: launch.calls(now.mark()?).len(),
            depth,
            lanes: match unit {
                Unit::WorkItem => (focus, focus + 1),
                Unit::Warp => (focus / warp * warp, (focus / warp + 1) * warp),
                Unit::Group => (0, usize::MAX),
            },
        })
    }

    fn is_reached(self, now: &Stepper<'_>) -> bool {
        let Some(mark) = now.mark() else {
            return true;
        };
        let (first, end) = self.lanes;
        let is_theirs = (first..end.min(now.work_items())).any(|lane| now.is_active(lane));
        is_theirs && self.is_as_deep(now.launch(), mark)
    }

    /// [`Self::is_reached`] of a statement that was executed.
    fn is_of(self, launch: &SteppedLaunch, passed: &Passed) -> bool {
        let (first, end) = self.lanes;
        passed.has(first..end)
            && passed
                .mark
                .is_some_and(|mark| self.is_as_deep(launch, mark))
    }

    fn is_as_deep(self, launch: &SteppedLaunch, mark: u32) -> bool {
        match self.depth {
            Depth::Into => true,
            Depth::Over => launch.calls(mark).len() <= self.calls,
            Depth::Out => launch.calls(mark).len() < self.calls,
        }
    }
}
