//! `grader debug`: steps through a launch in the simulator, on a full screen, or by commands on standard input.

mod screen;

use super::Exit;
use crate::arguments::Debug;
use crate::debugging::{NoDebuggee, debuggee};
use crate::refusal::{DebugRefusal, Refusal};
use crate::render::{self, Sources};
use crate::session::Session as Invocation;
use crate::terminal::full_screen::FullScreen;
use debugger::{Console, Debuggee, Reply, Session, Unit};
use launch::sanitise::visible;
use simulator::stepping::NotStepped;
use std::io::{self, BufRead, IsTerminal};

pub(super) fn run(arguments: &Debug, invocation: &Invocation) -> Result<Exit, Refusal> {
    let warp = arguments.warp.lanes();
    let read = debuggee(
        &arguments.target,
        arguments.replay.as_deref(),
        warp,
        invocation,
    );
    let debuggee = match read {
        Ok(debuggee) => debuggee,
        Err(NoDebuggee::Refused(refusal)) => return Err(refusal),
        Err(NoDebuggee::NotBuilt(findings, texts)) => {
            let sources = Sources::of(&texts);
            let (page, program) = (invocation.page, &invocation.program);
            let text = render::findings(page, program, &findings, &sources);
            invocation.show(&text, None)?;
            return Ok(Exit::Short);
        }
    };
    let launch = debuggee.prepare().map_err(|why| match why {
        NotStepped::Refused(refusal) => DebugRefusal::Launch(refusal.to_string()),
        NotStepped::Limit(event) => DebugRefusal::Launch(mistakes::describe(&event).message),
    })?;
    let mut session = Session::new(&debuggee, &launch);
    let mut console = Console {
        unit: Unit::WorkItem,
    };
    if let Some(group) = &arguments.group {
        console.run(&mut session, &format!("group {group}"), &mut || false);
    }
    let is_full = !arguments.plain && io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_full {
        let mut terminal = FullScreen::enter().map_err(DebugRefusal::Terminal)?;
        let shown = screen::run(&mut session, &mut terminal, invocation.page.colour);
        drop(terminal);
        shown.map_err(DebugRefusal::Terminal)?;
        return Ok(Exit::Good);
    }
    commands(&mut session, &mut console, &debuggee, invocation)
}

/// Reads commands from standard input, one a line, and answers on standard output. Ctrl-C ends it.
fn commands(
    session: &mut Session<'_>,
    console: &mut Console,
    debuggee: &Debuggee,
    invocation: &Invocation,
) -> Result<Exit, Refusal> {
    let is_typed = io::stdin().is_terminal();
    let begin = format!(
        "{}, kernel {}. `help` lists the commands.\n",
        debuggee.name(),
        debuggee.launch.kernel
    );
    invocation.show(&visible(&begin), None)?;
    let mut line = String::new();
    let mut last = String::new();
    loop {
        // An empty line repeats the last command.
        let Reply::Text(text) = console.run(session, &line, &mut || false) else {
            return Ok(Exit::Good);
        };
        invocation.show(&format!("{}\n", visible(text.trim_end())), None)?;
        if is_typed {
            invocation.show("> ", None)?;
        }
        line.clear();
        if io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
            return Ok(Exit::Good);
        }
        match line.trim().is_empty() {
            true => line.clone_from(&last),
            false => last.clone_from(&line),
        }
    }
}
