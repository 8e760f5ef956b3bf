//! Commands as text and their answers, for a terminal and for the console of an editor.

use crate::session::{Depth, Session, Stop, Unit};
use launch::Place;
use opencl_c::types::{AddressSpace, TypeId};
use simulator::End;
use simulator::stepping::{Bytes, Position, Wait};
use std::fmt::Write;

/// Elements of memory that are shown at once where no number is given.
const ELEMENTS: usize = 32;

/// Bytes of text of one answer at most.
const MOST_TEXT: usize = 64 << 10;

/// What there is to type, each with what it does.
pub const HELP: &str = "\
Going on
  n, next             to the next statement; a call is one statement
  s, step             the same, into calls
  out                 out of the call
  c, continue         to the next breakpoint, mistake, or the end
  by item|warp|group  whose statements count as a step: the focused work-item's, its warp's, or the group's
Going back
  b, back             to the statement before; bs: into calls
  rc                  back to the last breakpoint, or the beginning
Places
  break LINE [if EXPRESSION]   delete N   breakpoints
  group N or X,Y      to the beginning of a work-group
  item N or X,Y       follow a work-item, by its local id
Looking
  p EXPRESSION        its value for the focused work-item, in OpenCL C: p tile[get_local_id(0)]
  all EXPRESSION      its value for every work-item of the group that is here
  vars                the variables of the focused work-item; table: of all work-items
  mem NAME [FROM [COUNT]]   elements of a buffer, or of local or constant memory
  who                 where every work-item of the group is; at a barrier: who has arrived
  where               the calls, and the statement
  l, list [LINE]      the text around
  printed             what the kernel has printed
  q, quit";

/// A person's side of a session: commands in, text out.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    /// Whose statements count as a step.
    pub unit: Unit,
}

/// What a command gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Text(String),
    Quit,
}

impl Console {
    /// Runs a command. `is_interrupted` is asked now and then while the launch goes on.
    pub fn run(
        &mut self,
        session: &mut Session<'_>,
        line: &str,
        is_interrupted: &mut dyn FnMut() -> bool,
    ) -> Reply {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let moved = match word {
            "n" | "next" => {
                session.step(self.unit, Depth::Over, is_interrupted);
                true
            }
            "s" | "step" => {
                session.step(self.unit, Depth::Into, is_interrupted);
                true
            }
            "out" | "finish" => {
                session.step(self.unit, Depth::Out, is_interrupted);
                true
            }
            "c" | "continue" => {
                session.proceed(is_interrupted);
                true
            }
            "b" | "back" => {
                session.step_back(self.unit, Depth::Over, is_interrupted);
                true
            }
            "bs" => {
                session.step_back(self.unit, Depth::Into, is_interrupted);
                true
            }
            "rc" => {
                session.proceed_back(is_interrupted);
                true
            }
            _ => false,
        };
        if moved {
            let mut text = String::new();
            for line in session.take_log() {
                let _ = writeln!(text, "{line}");
            }
            text.push_str(&here(session));
            return Reply::Text(text);
        }
        let answer = match word {
            "" => Ok(here(session)),
            "q" | "quit" | "exit" => return Reply::Quit,
            "h" | "help" | "?" => Ok(HELP.to_owned()),
            "by" => self.choose_unit(rest),
            "break" => set_breakpoint(session, rest),
            "delete" => delete(session, rest),
            "breakpoints" => Ok(breakpoints(session)),
            "group" => go_to_group(session, rest, is_interrupted),
            "item" => choose_item(session, rest),
            "p" | "print" => print(session, rest),
            "all" => all(session, rest),
            "vars" => Ok(session.variables(session.focus()).join("\n")),
            "table" => Ok(session.table().join("\n")),
            "mem" => memory(session, rest),
            "who" => Ok(who(session)),
            "where" => Ok(calls(session)),
            "l" | "list" => list(session, rest),
            "printed" => Ok(String::from_utf8_lossy(session.now().printed()).into_owned()),
            _ => Err(format!(
                "there is no command `{word}`; `help` lists them all"
            )),
        };
        let mut text = answer.unwrap_or_else(|error| format!("error: {error}"));
        if text.len() > MOST_TEXT {
            let end = (0..=MOST_TEXT).rev().find(|&at| text.is_char_boundary(at));
            text.truncate(end.unwrap_or(0));
            text.push_str("\n... the rest is left out");
        }
        Reply::Text(text)
    }

    fn choose_unit(&mut self, word: &str) -> Result<String, String> {
        self.unit = match word {
            "item" | "work-item" => Unit::WorkItem,
            "warp" => Unit::Warp,
            "group" | "work-group" => Unit::Group,
            _ => return Err("`by` takes item, warp or group".to_owned()),
        };
        Ok(format!("steps of {} from here on", unit_text(self.unit)))
    }
}

/// A unit in words: "the work-group".
pub fn unit_text(unit: Unit) -> &'static str {
    match unit {
        Unit::WorkItem => "the work-item",
        Unit::Warp => "its warp",
        Unit::Group => "the work-group",
    }
}

/// Why the launch has stopped, in words; nothing to be said of a step.
pub fn stop_text(session: &Session<'_>) -> Option<String> {
    Some(match session.stop() {
        Stop::Begins => "The launch begins.".to_owned(),
        Stop::Stepped => return None,
        Stop::Breakpoint(id) => format!("Breakpoint {id}."),
        Stop::Finding(finding) => {
            format!(
                "The next statement is a mistake, {}: {}.",
                finding.mistake, finding.message
            )
        }
        Stop::NextGroup => "The next work-group begins.".to_owned(),
        Stop::Ended(End::Completed) => "The launch has ended.".to_owned(),
        Stop::Ended(End::OutOfSteps) => {
            "The launch was stopped: it took more steps than a launch may.".to_owned()
        }
        Stop::Ended(_) => "The launch was stopped.".to_owned(),
        Stop::Interrupted => "Stopped.".to_owned(),
    })
}

/// The ids of a work-item or work-group: `(3, 0)`, or `3` in one dimension.
pub(crate) fn ids(ids: &[usize]) -> String {
    let numbers: Vec<String> = ids.iter().map(usize::to_string).collect();
    match numbers.as_slice() {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}

/// The group and the focused work-item, on one line.
fn focus_text(session: &Session<'_>) -> String {
    let now = session.now();
    let item = now.work_item(session.focus());
    let active = now.active().count();
    format!(
        "work-group {} of {}, work-item {}; {active} of {} work-items are here",
        ids(&item.group),
        now.launch().groups(),
        ids(&item.local),
        now.work_items(),
    )
}

/// Why the launch stopped, whom the view follows, and the statement.
fn here(session: &Session<'_>) -> String {
    let mut text = String::new();
    if let Some(why) = stop_text(session) {
        let _ = writeln!(text, "{why}");
    }
    let now = session.now();
    let Some(mark) = now.mark() else {
        return text.trim_end().to_owned();
    };
    let _ = writeln!(text, "{}", focus_text(session));
    text.push_str(&statement(session, now.launch().mark(mark).place));
    if let Some(elsewhere) = session.focus_elsewhere() {
        let _ = write!(text, "\n(the focused work-item {elsewhere})");
    }
    text
}

/// A statement with its place: `k.cl:7: y[i] = 0;`.
fn statement(session: &Session<'_>, place: &Place) -> String {
    let line = session
        .debuggee()
        .text_of(&place.file)
        .and_then(|text| text.lines().nth(place.line as usize - 1))
        .unwrap_or_default();
    let marked: String = match place.end_line == place.line {
        true => {
            let first = place.column as usize - 1;
            let length = (place.end_column - place.column) as usize;
            let mut rest = line.chars().skip(first);
            let mut marked: String = rest.by_ref().take(length).collect();
            // A head, `if (c`, is marked up to its condition.
            if marked.matches('(').count() > marked.matches(')').count() {
                marked.extend(rest.take_while(|&it| it != '{' && it != ';'));
            }
            marked.trim_end().to_owned()
        }
        false => line.trim().to_owned(),
    };
    format!("{}:{}: {}", place.file, place.line, marked)
}

/// What a work-item does, as the end of a sentence.
pub(crate) fn position_text(position: Position<'_>) -> String {
    let (why, place) = match position {
        Position::Active => return "is here".to_owned(),
        Position::Returned => return "has returned".to_owned(),
        Position::Waits(why, place) => (why, place),
    };
    let why = match why {
        Wait::OtherBranch => "takes the other branch of the condition in line",
        Wait::LeftLoop => "has left the loop in line",
        Wait::EndOfRound => "is at the end of a round of the loop in line",
        Wait::OtherCase => "takes another case of the switch in line",
        Wait::ReturnedFromFunction => return "has returned from the function".to_owned(),
        Wait::Jumped => return "has jumped over this".to_owned(),
    };
    format!("{why} {}", place.line)
}

/// Reads `3` or `1,2` as one number over sizes, dimension 0 counting fastest.
fn flat(text: &str, sizes: &[usize]) -> Result<usize, String> {
    let parts: Result<Vec<usize>, _> = text
        .trim_matches(['(', ')'])
        .split(',')
        .map(|part| part.trim().parse::<usize>())
        .collect();
    let parts = parts.map_err(|_| format!("`{text}` is no number and no ids such as 1,2"))?;
    if let [number] = parts[..] {
        let all: usize = sizes.iter().product();
        return match number < all {
            true => Ok(number),
            false => Err(format!("{number} is too large: there are {all}")),
        };
    }
    if parts.len() != sizes.len() || parts.iter().zip(sizes).any(|(id, size)| id >= size) {
        return Err(format!("{text} is outside of {}", ids(sizes)));
    }
    let flat = parts.iter().zip(sizes).rev();
    Ok(flat.fold(0, |sum, (id, size)| sum * size + id))
}

fn set_breakpoint(session: &mut Session<'_>, rest: &str) -> Result<String, String> {
    let (place, condition) = match rest.split_once(" if ") {
        Some((place, condition)) => (place.trim(), Some(condition.trim().to_owned())),
        None => (rest, None),
    };
    let (file, line) = match place.rsplit_once(':') {
        Some((file, line)) => (file.to_owned(), line),
        None => (session.debuggee().name().to_owned(), place),
    };
    let line: u32 = line
        .parse()
        .map_err(|_| "`break` takes a line: break 12, or break 12 if i == 3".to_owned())?;
    let set = session.add_breakpoint(&file, line, |it| it.condition = condition);
    match set {
        Some(breakpoint) => Ok(format!(
            "breakpoint {} at line {}",
            breakpoint.id, breakpoint.line
        )),
        None => Err(format!(
            "no statement of the kernel stands at or after line {line} of {file}"
        )),
    }
}

fn delete(session: &mut Session<'_>, rest: &str) -> Result<String, String> {
    let known = session.breakpoints().len();
    match rest.parse::<u32>() {
        Ok(id) => session.retain_breakpoints(|it| it.id != id),
        Err(_) if rest == "all" => session.retain_breakpoints(|_| false),
        Err(_) => return Err("`delete` takes the number of a breakpoint, or all".to_owned()),
    }
    match known - session.breakpoints().len() {
        0 => Err(format!("there is no breakpoint {rest}")),
        1 => Ok("1 breakpoint deleted".to_owned()),
        count => Ok(format!("{count} breakpoints deleted")),
    }
}

fn breakpoints(session: &Session<'_>) -> String {
    let lines = session.breakpoints().iter().map(|it| {
        let condition = it
            .condition
            .as_ref()
            .map_or(String::new(), |it| format!(" if {it}"));
        format!("{}: {}:{}{condition}", it.id, it.file, it.line)
    });
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => "there are no breakpoints".to_owned(),
        false => lines.join("\n"),
    }
}

fn go_to_group(
    session: &mut Session<'_>,
    rest: &str,
    is_interrupted: &mut dyn FnMut() -> bool,
) -> Result<String, String> {
    let group = flat(rest, session.now().launch().group_counts())?;
    session.go_to_group(group, is_interrupted);
    Ok(here(session))
}

fn choose_item(session: &mut Session<'_>, rest: &str) -> Result<String, String> {
    let lane = flat(rest, session.now().launch().local())?;
    match session.set_focus(lane) {
        true => Ok(here(session)),
        false => Err(format!(
            "the group has {} work-items",
            session.now().work_items()
        )),
    }
}

fn print(session: &mut Session<'_>, text: &str) -> Result<String, String> {
    let lane = session.focus();
    let mark = session.now().mark();
    if let Some((ty, value)) = mark.and_then(|mark| variable_named(session, text, mark, lane)) {
        return Ok(session.shower().show(ty, &value));
    }
    let answer = session.evaluate(text, &[lane])?;
    Ok(answer
        .shower(session.now().launch())
        .show(answer.ty(), &answer.values[0]))
}

/// The value of a variable that is asked for by its name alone: whole arrays too, and what is not written yet.
pub(crate) fn variable_named(
    session: &Session<'_>,
    name: &str,
    mark: u32,
    lane: usize,
) -> Option<(TypeId, Bytes)> {
    let now = session.now();
    let variables = now.launch().variables(mark);
    let variable = variables.into_iter().rfind(|it| it.name() == name)?;
    Some((variable.ty(), now.value(variable, lane)))
}

/// The values of an expression, each with the work-items that have it.
fn all(session: &mut Session<'_>, text: &str) -> Result<String, String> {
    let active: Vec<usize> = session.now().active().collect();
    let answer = session.evaluate(text, &active)?;
    let shower = answer.shower(session.now().launch());
    let mut rows: Vec<(String, Vec<usize>)> = Vec::new();
    for (&lane, value) in active.iter().zip(&answer.values) {
        let shown = shower.show(answer.ty(), value);
        match rows.last_mut() {
            Some((last, lanes)) if *last == shown => lanes.push(lane),
            _ => rows.push((shown, vec![lane])),
        }
    }
    let local = |lane: usize| ids(&session.now().work_item(lane).local);
    let lines = rows.iter().map(|(value, lanes)| match lanes.as_slice() {
        [one] => format!("{}: {value}", local(*one)),
        [first, .., last] => format!("{} to {}: {value}", local(*first), local(*last)),
        [] => value.clone(),
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn memory(session: &Session<'_>, rest: &str) -> Result<String, String> {
    let mut words = rest.split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut number = |default: usize| match words.next() {
        Some(word) => word
            .parse::<usize>()
            .map_err(|_| format!("`{word}` is no number")),
        None => Ok(default),
    };
    let (from, count) = (number(0)?, number(ELEMENTS)?.min(4096));
    let now = session.now();
    let objects = now.launch().objects();
    let Some(object) = objects.iter().find(|it| it.name == name) else {
        let names: Vec<&str> = objects
            .iter()
            .map(|it| it.name)
            .filter(|it| !it.is_empty())
            .collect();
        return Err(format!(
            "there is no memory called `{name}`; there is {}",
            names.join(", ")
        ));
    };
    let shower = session.shower();
    let (_, size) = shower.element(object.ty);
    let elements = session.elements(object.object, from, count);
    let mut text = format!(
        "{name}, {} memory, {} of {}",
        space_text(object.space),
        counted(object.bytes / size, "element"),
        counted(size, "byte"),
    );
    for line in &elements {
        let _ = write!(text, "\n{line}");
    }
    if elements.is_empty() {
        let _ = write!(text, "\nnothing from element {from} on");
    }
    Ok(text)
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// An address space in words.
pub(crate) fn space_text(space: AddressSpace) -> &'static str {
    match space {
        AddressSpace::Global => "global",
        AddressSpace::Local => "local",
        AddressSpace::Constant => "constant",
        AddressSpace::Private | AddressSpace::Generic => "private",
    }
}

/// Where every work-item of the group is, in stretches: who, and what they do.
pub(crate) fn positions(session: &Session<'_>) -> Vec<(String, String)> {
    let now = session.now();
    let mut rows: Vec<(String, usize, usize)> = Vec::new();
    for lane in 0..now.work_items() {
        let does = position_text(now.position(lane));
        match rows.last_mut() {
            Some((last, _, end)) if *last == does => *end = lane,
            _ => rows.push((does, lane, lane)),
        }
    }
    let local = |lane: usize| ids(&now.work_item(lane).local);
    let rows = rows.into_iter().map(|(does, first, last)| {
        if first == last {
            return (format!("work-item {}", local(first)), does);
        }
        let (verb, rest) = does.split_once(' ').unwrap_or((&does, ""));
        let verb = match verb {
            "is" => "are",
            "has" => "have",
            _ => "take",
        };
        let who = format!("work-items {} to {}", local(first), local(last));
        (who, format!("{verb} {rest}"))
    });
    rows.collect()
}

fn who(session: &Session<'_>) -> String {
    let rows = positions(session).into_iter();
    rows.map(|(who, does)| format!("{who} {does}"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn calls(session: &Session<'_>) -> String {
    let now = session.now();
    let Some(mark) = now.mark() else {
        return "the launch has ended".to_owned();
    };
    let lines = now
        .launch()
        .calls(mark)
        .into_iter()
        .map(|(function, mark)| {
            let name = &session.debuggee().program.function(function).name;
            let place = now.launch().mark(mark).place;
            format!("{name}, {}", statement(session, place))
        });
    lines.collect::<Vec<_>>().join("\n")
}

fn list(session: &Session<'_>, rest: &str) -> Result<String, String> {
    let now = session.now();
    let place = now.mark().map(|mark| now.launch().mark(mark).place);
    let (file, current) = match place {
        Some(place) => (place.file.as_str(), Some(place.line)),
        None => (session.debuggee().name(), None),
    };
    let middle = match rest {
        "" => current.unwrap_or(1),
        line => line
            .parse::<u32>()
            .map_err(|_| format!("`{line}` is no line"))?,
    };
    let text = session.debuggee().text_of(file).unwrap_or_default();
    let first = middle.saturating_sub(6).max(1);
    let lines = text
        .lines()
        .enumerate()
        .skip(first as usize - 1)
        .take(12)
        .map(|(index, line)| {
            let number = index as u32 + 1;
            let here = if Some(number) == current { ">" } else { " " };
            format!("{here}{number:>5}  {line}")
        });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
