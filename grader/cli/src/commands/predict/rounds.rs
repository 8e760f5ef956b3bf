//! Trip counts of data-dependent loops: from the command line, or asked for at the terminal.

use crate::arguments::Format;
use crate::refusal::Refusal;
use crate::render::Page;
use crate::terminal::output;
use launch::sanitise::visible_line;
use opencl_c::program::Program;
use predictor::{At, MOST_ROUNDS, Profile, Question, Shape, Trip};
use std::env;
use std::io::{self, BufRead, IsTerminal};

/// The launch with its given trip counts. Open ones are asked for at a terminal; without an answer they stay open.
pub(super) fn question<'a>(
    program: &'a Program,
    shape: &'a Shape,
    profile: &Profile,
    trips: &[Trip],
    format: Format,
) -> Result<Question<'a>, Refusal> {
    let of = |trips: &[Trip]| {
        Question::of(program, shape, profile.warp as usize, trips).map_err(Refusal::from)
    };
    let question = of(trips)?;
    if question.open().is_empty() || format != Format::Text || !is_interactive() {
        return Ok(question);
    }
    let mut all = trips.to_vec();
    for at in question.open() {
        let Some(rounds) = ask(at) else {
            continue;
        };
        all.push(Trip::at(at, rounds));
    }
    of(&all)
}

/// A machine for continuous integration may have a terminal and no user.
fn is_interactive() -> bool {
    io::stdin().is_terminal()
        && io::stderr().is_terminal()
        && env::var_os("CI").is_none_or(|value| value.is_empty())
}

/// Asks until there is an answer; none if the user presses Enter alone, or the input ends.
fn ask(at: &At) -> Option<u64> {
    let question = format!(
        "{}:{}:{}: this loop's trip count depends on data. What is it, each time that a work-item enters the loop \
         (Enter alone: a formula)?",
        visible_line(&at.file),
        at.line,
        at.column
    );
    loop {
        output::remark(Page::of_stderr().wrap("", "", &question).trim_end());
        output::remark(" ");
        let mut answer = String::new();
        let read = io::stdin().lock().read_line(&mut answer);
        let answer = answer.trim();
        if answer.is_empty() || read.is_err() {
            return None;
        }
        match answer.parse() {
            Ok(rounds) if rounds <= MOST_ROUNDS => return Some(rounds),
            _ => output::remark(&format!("Enter a whole number from 0 to {MOST_ROUNDS}.\n")),
        }
    }
}
