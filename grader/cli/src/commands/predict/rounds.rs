//! Rounds of loops that hang on data: as the command line says them, or as somebody at the terminal does.

use crate::arguments::Format;
use crate::refusal::Refusal;
use crate::render::Page;
use crate::terminal::output;
use launch::sanitise::visible_line;
use opencl_c::program::Program;
use predictor::{At, MOST_ROUNDS, Profile, Question, Shape, Trip};
use std::env;
use std::io::{self, BufRead, IsTerminal};

/// The launch with all that is said of its loops. Rounds that are open still are asked for, where somebody is
/// there to answer; what nobody answers stays open.
pub(super) fn settled<'a>(
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
    if question.open().is_empty() || format != Format::Text || !is_somebody_there() {
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

/// A machine that tests and builds may have a terminal, and nobody before it.
fn is_somebody_there() -> bool {
    io::stdin().is_terminal()
        && io::stderr().is_terminal()
        && env::var_os("CI").is_none_or(|value| value.is_empty())
}

/// Asks until there is an answer; none where only Enter is pressed, or the input ends.
fn ask(at: &At) -> Option<u64> {
    let question = format!(
        "{}:{}:{}: how often this loop runs hangs on data. Its rounds, each time that a work-item comes to \
         it (Enter alone: a formula)?",
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
            _ => output::remark(&format!(
                "A whole number, please, from 0 to {MOST_ROUNDS}.\n"
            )),
        }
    }
}
