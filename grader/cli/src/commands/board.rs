//! `grader board`

use super::Exit;
use super::class::{PLAN, course, out_of, shown, workers};
use crate::arguments::{Board as Arguments, Engine, RankBy};
use crate::exercises::course_folder::as_typed;
use crate::exercises::selection::several;
use crate::files::replace;
use crate::predict::profiles;
use crate::refusal::{ClassRefusal, Refusal};
use crate::session::Session;
use crate::terminal::interrupt;
use class::{Board, BoardRequest, By, Plan, Ranking};
use course::Exercise;
use launch::sanitise::visible_line;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};

/// Cases in which the costs of each kernel are counted.
const COUNTED: u32 = 32;

/// Entries of an exercise that the terminal names.
const NAMED: usize = 3;

pub(super) fn run(arguments: &Arguments, session: &Session) -> Result<Exit, Refusal> {
    let (folder, _embedded) = course(Engine::Local, session)?;
    let exercises: Vec<&Exercise> = match arguments.exercises.as_slice() {
        [] => folder.course.exercises().iter().collect(),
        names => several(names, &folder.course)?,
    };
    let exercises = exercises.into_iter().filter(|it| it.problem.is_some());
    let by = match (arguments.by, &arguments.profile) {
        (Some(RankBy::Bytes), _) | (None, None) => By::Bytes,
        (Some(RankBy::Conflicts), _) => By::Conflicts,
        (Some(RankBy::Time), _) | (None, Some(_)) => By::Time,
    };
    let profile = match (&arguments.profile, by) {
        (None, By::Bytes | By::Conflicts) => None,
        (named, _) => Some(profiles::read(named.as_deref())?),
    };
    let unreadable = |error| ClassRefusal::Folder {
        folder: arguments.folder.clone(),
        error,
    };
    let entries = dunce::canonicalize(&arguments.folder).map_err(unreadable)?;
    let out = out_of(arguments.out.as_deref(), &entries, "-board.html").map_err(unreadable)?;
    let plan_file = entries.join(PLAN);
    let found = class::find(&entries, &[&out, &plan_file]).map_err(unreadable)?;
    if found.entries.is_empty() {
        return Err(ClassRefusal::NoSubmissions { folder: entries }.into());
    }
    for ignored in &found.ignored {
        session.remark(&format!("{} is no entry: {}", ignored.name, ignored.what));
    }
    let title = entries.file_name().unwrap_or(entries.as_os_str());
    let title = format!("Board: {}", visible_line(&title.to_string_lossy()));
    let plan = Plan::of_board(title, exercises.cloned().collect(), arguments.cases);
    let mut executor =
        workers(arguments.jobs, &plan.limits, &folder.root).map_err(Refusal::from)?;
    interrupt::stop_on_request();
    let request = BoardRequest {
        plan: &plan,
        entries: &found.entries,
        seed: arguments.seed.clone().unwrap_or_else(new_word),
        by,
        cases: COUNTED,
        profile,
    };
    let board = class::board(
        &request,
        &mut executor,
        &interrupt::is_stop_requested,
        &mut shown(session, found.entries.len()),
    );
    session.line.clear();
    let Some(board) = board.map_err(ClassRefusal::from)? else {
        session.remark(&"stopped: no board was written");
        return Ok(Exit::Stopped);
    };
    replace::write(&out, class::board_html(&board).as_bytes()).map_err(|error| {
        Refusal::Replace {
            path: out.clone(),
            error,
        }
    })?;
    let written = visible_line(&as_typed(&out).to_string_lossy());
    session.show(&format!("{}{written}\n", summary(&board)), None)?;
    Ok(Exit::Good)
}

/// A word that nobody can know beforehand: the standard library draws the keys of its hashes at random.
fn new_word() -> String {
    let half = || RandomState::new().hash_one(());
    format!("{:016x}{:016x}", half(), half())
}

/// The first entries of each exercise.
fn summary(board: &Board) -> String {
    let mut text = format!("Ranked by {}; --seed {}\n", board.by.name(), board.seed);
    for ranking in &board.rankings {
        let _ = writeln!(text, "{}: {}", ranking.slug, first(ranking, board.by));
    }
    text
}

fn first(ranking: &Ranking, by: By) -> String {
    let left_out = match ranking.left_out.len() {
        0 => String::new(),
        several => format!("{several} not ranked"),
    };
    let entry = |it: &class::Ranked| {
        let figure = match by {
            By::Bytes => format!("{} bytes", it.costs.bytes),
            By::Conflicts => format!("{} passes", it.costs.conflicts),
            By::Time => format!("{:.2} us", 1e6 * it.costs.seconds.unwrap_or_default()),
        };
        format!("{}. {} ({figure})", it.rank, it.entry)
    };
    let mut parts: Vec<String> = ranking.ranked.iter().take(NAMED).map(entry).collect();
    if ranking.ranked.len() > NAMED {
        parts.push(format!("{} more", ranking.ranked.len() - NAMED));
    }
    if !left_out.is_empty() {
        parts.push(left_out);
    }
    parts.join(", ")
}
