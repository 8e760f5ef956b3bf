//! The Debug Adapter Protocol: a session for an editor, messages in and out.
//!
//! A group is one thread of the protocol, each of its warps is one, and so is the work-item that the view follows: to step
//! a thread is to step that [`Unit`]. Where a launch would end it stops once more at its last statement, so that there is
//! a way back. In the console of the editor an expression is evaluated, and a line that begins with a colon is a command
//! of [`Console`]. One request is no part of the protocol: `memoryView`, for a view that draws the memory.

mod memory_view;
mod variables;

use crate::console::{Console, Reply, ids, position_text, stop_text};
use crate::debuggee::Debuggee;
use crate::session::{Depth, Session, Stop, Unit};
use serde_json::{Value, json};
use simulator::stepping::{NotStepped, Position};
use std::collections::VecDeque;
use variables::Handles;

/// The thread of the group.
const GROUP_THREAD: u64 = 1;

/// The thread of the focused work-item.
const FOCUS_THREAD: u64 = 2;

/// The thread of the first warp.
const FIRST_WARP: u64 = 16;

/// The frames of a thread, by its number times this.
const FRAMES_A_THREAD: u64 = 4096;

/// The filter for stops at mistakes.
const MISTAKES: &str = "mistakes";

/// The editor at the other end, and the files of the machine.
pub trait Host {
    /// Reads the program and the launch that a `launch` request asks for. An error is a sentence.
    fn load(&mut self, arguments: &Value) -> Result<Debuggee, String>;

    /// The absolute path of a file of the program, or of a path that the editor gave, in one form; none where there
    /// is no such file.
    fn path(&self, file: &str) -> Option<String>;

    /// The next message of the editor; none when it has gone.
    fn receive(&mut self) -> Option<Value>;

    /// The next message, if one is there.
    fn poll(&mut self) -> Option<Value>;

    /// Sends a message.
    fn send(&mut self, message: Value);
}

/// Serves one editor until it disconnects.
pub fn serve(host: &mut dyn Host) {
    let mut wire = Wire {
        host,
        sequence: 0,
        waiting: VecDeque::new(),
    };
    let mut launch = None;
    while let Some(request) = match launch.take() {
        Some(request) => Some(request),
        None => wire.next(),
    } {
        match request["command"].as_str() {
            Some("initialize") => {
                wire.answer(&request, capabilities());
            }
            Some("launch") => match debug(&mut wire, &request) {
                Next::Restart(with) => launch = Some(with),
                Next::Disconnected => return,
                Next::Refused => {}
            },
            Some("disconnect" | "terminate") => {
                wire.answer(&request, json!({}));
                return;
            }
            Some(_) => wire.refuse(&request, "nothing has been launched"),
            None => {}
        }
    }
}

/// What follows a session.
enum Next {
    /// The launch again.
    Restart(Value),
    Disconnected,
    Refused,
}

fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsStepBack": true,
        "supportsEvaluateForHovers": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "supportsRestartRequest": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsLoadedSourcesRequest": true,
        "exceptionBreakpointFilters": [{
            "filter": MISTAKES,
            "label": "Mistakes: races, stray accesses, divergent barriers",
            "description": "Stops before a statement that does what a correct kernel does not.",
            "default": true,
        }],
    })
}

/// The messages of one connection.
struct Wire<'h> {
    host: &'h mut dyn Host,
    sequence: u64,
    waiting: VecDeque<Value>,
}

impl Wire<'_> {
    fn next(&mut self) -> Option<Value> {
        self.waiting.pop_front().or_else(|| self.host.receive())
    }

    fn send(&mut self, mut message: Value) {
        self.sequence += 1;
        message["seq"] = self.sequence.into();
        self.host.send(message);
    }

    fn answer(&mut self, request: &Value, body: Value) {
        self.send(json!({
            "type": "response", "request_seq": request["seq"], "success": true,
            "command": request["command"], "body": body,
        }));
    }

    fn refuse(&mut self, request: &Value, why: &str) {
        self.send(json!({
            "type": "response", "request_seq": request["seq"], "success": false,
            "command": request["command"], "message": why,
            "body": { "error": { "id": 1, "format": why, "showUser": true } },
        }));
    }

    fn event(&mut self, event: &str, body: Value) {
        self.send(json!({ "type": "event", "event": event, "body": body }));
    }

    fn output(&mut self, category: &str, text: &str) {
        self.event("output", json!({ "category": category, "output": text }));
    }

    /// Has the editor asked to stop? Other requests wait.
    fn is_interrupted(&mut self) -> bool {
        while let Some(message) = self.host.poll() {
            let command = message["command"].as_str();
            let stops = matches!(
                command,
                Some("pause" | "disconnect" | "terminate" | "restart")
            );
            self.waiting.push_back(message);
            if stops {
                return true;
            }
        }
        false
    }
}

fn debug(wire: &mut Wire<'_>, request: &Value) -> Next {
    let debuggee = match wire.host.load(&request["arguments"]) {
        Ok(debuggee) => debuggee,
        Err(error) => {
            wire.refuse(request, &error);
            return Next::Refused;
        }
    };
    let launch = match debuggee.prepare() {
        Ok(launch) => launch,
        Err(error) => {
            let error = match error {
                NotStepped::Refused(refusal) => refusal.to_string(),
                NotStepped::Limit(event) => mistakes::describe(&event).message,
            };
            wire.refuse(request, &error);
            return Next::Refused;
        }
    };
    wire.answer(request, json!({}));
    wire.event("initialized", json!({}));
    let mut adapter = Adapter {
        session: Session::new(&debuggee, &launch),
        handles: Handles::default(),
        console: Console {
            unit: Unit::WorkItem,
        },
        stops_on_entry: request["arguments"]["stopOnEntry"]
            .as_bool()
            .unwrap_or(true),
        printed: 0,
        has_ended: false,
        launch: request.clone(),
    };
    while let Some(request) = wire.next() {
        match adapter.handle(wire, &request) {
            Handled::Here => {}
            Handled::Ends(next) => return next,
        }
    }
    Next::Disconnected
}

enum Handled {
    Here,
    Ends(Next),
}

struct Adapter<'a> {
    session: Session<'a>,
    handles: Handles,
    console: Console,
    stops_on_entry: bool,
    /// Bytes of the kernel's output that were sent.
    printed: usize,
    /// Was the launch at its end, and stopped once more at its last statement?
    has_ended: bool,
    launch: Value,
}

/// Ways to go on, and back.
#[derive(Clone, Copy)]
enum Move {
    Step(Depth),
    Proceed,
    StepBack(Depth),
    ProceedBack,
}

impl Adapter<'_> {
    fn handle(&mut self, wire: &mut Wire<'_>, request: &Value) -> Handled {
        let arguments = &request["arguments"];
        match request["command"].as_str().unwrap_or_default() {
            "configurationDone" => {
                wire.answer(request, json!({}));
                if self.stops_on_entry || self.session.now().end().is_some() {
                    self.send_stop(wire, Some("entry"));
                } else {
                    self.go(wire, GROUP_THREAD, Move::Proceed);
                }
            }
            "setBreakpoints" => {
                let set = self.set_breakpoints(wire, arguments);
                wire.answer(request, json!({ "breakpoints": set }));
            }
            "breakpointLocations" => {
                let lines = self.lines_of(wire, arguments);
                wire.answer(request, json!({ "breakpoints": lines }));
            }
            "setExceptionBreakpoints" => {
                let filters = arguments["filters"].as_array();
                self.session.stops_at_findings =
                    filters.is_some_and(|all| all.iter().any(|it| it == MISTAKES));
                wire.answer(request, json!({}));
            }
            "setFunctionBreakpoints" => wire.answer(request, json!({ "breakpoints": [] })),
            "threads" => {
                let threads = self.threads();
                wire.answer(request, json!({ "threads": threads }));
            }
            "stackTrace" => {
                let frames = self.frames(wire, thread_of(arguments));
                wire.answer(
                    request,
                    json!({ "totalFrames": frames.len(), "stackFrames": frames }),
                );
            }
            "scopes" => {
                let scopes = self.scopes(arguments["frameId"].as_u64().unwrap_or(0));
                wire.answer(request, json!({ "scopes": scopes }));
            }
            "variables" => {
                let variables = self.handles.variables(&self.session, arguments);
                wire.answer(request, json!({ "variables": variables }));
            }
            "evaluate" => self.evaluate(wire, request),
            "memoryView" => {
                let body = memory_view::memory_view(&mut self.session, arguments);
                wire.answer(request, body);
            }
            "exceptionInfo" => self.exception_info(wire, request),
            "loadedSources" => {
                let files = self.session.debuggee().program.sources.files();
                let names: Vec<String> = files.map(|(_, file)| file.name.to_string()).collect();
                let sources: Vec<Value> = names.iter().map(|name| source(wire, name)).collect();
                wire.answer(request, json!({ "sources": sources }));
            }
            "source" => {
                let name = arguments["source"]["name"].as_str().unwrap_or_default();
                match self.session.debuggee().text_of(name) {
                    Some(text) => wire.answer(request, json!({ "content": text })),
                    None => wire.refuse(request, "there is no such source"),
                }
            }
            "pause" => {
                wire.answer(request, json!({}));
                self.send_stop(wire, Some("pause"));
            }
            "restart" => {
                wire.answer(request, json!({}));
                let mut launch = self.launch.clone();
                if arguments["arguments"].is_object() {
                    launch["arguments"] = arguments["arguments"].clone();
                }
                return Handled::Ends(Next::Restart(launch));
            }
            "disconnect" => {
                wire.answer(request, json!({}));
                return Handled::Ends(Next::Disconnected);
            }
            "terminate" => {
                wire.answer(request, json!({}));
                wire.event("terminated", json!({}));
            }
            other => match move_of(other) {
                Some(way) => {
                    wire.answer(request, json!({ "allThreadsContinued": true }));
                    self.go(wire, thread_of(arguments), way);
                }
                None => wire.refuse(request, &format!("`{other}` is not supported")),
            },
        }
        Handled::Here
    }

    fn go(&mut self, wire: &mut Wire<'_>, thread: u64, way: Move) {
        let unit = self.unit_of(thread);
        let mut interrupted = || wire.is_interrupted();
        if self.has_ended && matches!(way, Move::Step(_) | Move::Proceed) {
            wire.event("terminated", json!({}));
            return;
        }
        self.has_ended = false;
        match way {
            Move::Step(depth) => self.session.step(unit, depth, &mut interrupted),
            Move::Proceed => self.session.proceed(&mut interrupted),
            Move::StepBack(depth) => self.session.step_back(unit, depth, &mut interrupted),
            Move::ProceedBack => self.session.proceed_back(&mut interrupted),
        }
        self.send_stop(wire, None);
    }

    /// The unit that a thread stands for. A warp is followed at its first work-item.
    fn unit_of(&mut self, thread: u64) -> Unit {
        match thread {
            GROUP_THREAD => Unit::Group,
            FOCUS_THREAD => Unit::WorkItem,
            _ => {
                let warp = self.session.now().launch().warp();
                let lane = self.lane_of(thread);
                if self.session.focus() / warp.max(1) != lane / warp.max(1) {
                    self.session.set_focus(lane);
                }
                Unit::Warp
            }
        }
    }

    /// The work-item that a thread is shown by.
    fn lane_of(&self, thread: u64) -> usize {
        let now = self.session.now();
        match thread.checked_sub(FIRST_WARP) {
            None => self.session.focus(),
            Some(warp) => {
                let width = now.launch().warp().max(1);
                let first = warp as usize * width;
                let lanes = first..(first + width).min(now.work_items());
                let active = lanes.clone().find(|&lane| now.is_active(lane));
                active
                    .unwrap_or(first)
                    .min(now.work_items().saturating_sub(1))
            }
        }
    }

    fn send_stop(&mut self, wire: &mut Wire<'_>, reason: Option<&str>) {
        self.handles = Handles::default();
        for line in self.session.take_log() {
            wire.output("console", &format!("{line}\n"));
        }
        self.send_printed(wire);
        let mut stop = self.session.stop().clone();
        if let Stop::Ended(_) = stop {
            let text = stop_text(&self.session).unwrap_or_default();
            wire.output("console", &format!("{text}\n"));
            self.session
                .step_back(Unit::Group, Depth::Into, &mut || false);
            if self.session.now().end().is_some() {
                // A launch without a statement.
                wire.event("terminated", json!({}));
                return;
            }
            self.has_ended = true;
            stop = Stop::Interrupted;
        }
        let (kind, text) = match &stop {
            Stop::Begins => ("entry", None),
            Stop::Stepped | Stop::NextGroup => ("step", None),
            Stop::Breakpoint(_) => ("breakpoint", None),
            Stop::Finding(finding) => ("exception", Some(finding.message.clone())),
            Stop::Ended(_) | Stop::Interrupted => ("pause", None),
        };
        let description = match (self.has_ended, &stop) {
            (true, _) => Some("The launch ends after this statement".to_owned()),
            (false, Stop::Finding(finding)) => Some(format!("Mistake: {}", finding.mistake)),
            _ => stop_text(&self.session),
        };
        let mut body = json!({
            "reason": reason.unwrap_or(kind),
            "threadId": FOCUS_THREAD,
            "allThreadsStopped": true,
        });
        if let Some(description) = description {
            body["description"] = description.into();
        }
        if let Some(text) = text {
            body["text"] = text.into();
        }
        if let Stop::Breakpoint(id) = &stop {
            body["hitBreakpointIds"] = json!([id]);
        }
        wire.event("stopped", body);
    }

    /// Sends what the kernel has printed since the last stop. What it printed before a step back was sent.
    fn send_printed(&mut self, wire: &mut Wire<'_>) {
        let printed = self.session.now().printed();
        if printed.len() > self.printed {
            wire.output("stdout", &String::from_utf8_lossy(&printed[self.printed..]));
            self.printed = printed.len();
        }
    }

    fn set_breakpoints(&mut self, wire: &Wire<'_>, arguments: &Value) -> Vec<Value> {
        let path = arguments["source"]["path"].as_str().unwrap_or_default();
        let Some(file) = self.file_of(wire, path) else {
            let count = arguments["breakpoints"].as_array().map_or(0, Vec::len);
            let why = "this file is not part of the program that is debugged";
            return vec![json!({ "verified": false, "message": why }); count];
        };
        self.session.retain_breakpoints(|it| it.file != file);
        let wanted = arguments["breakpoints"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let set = wanted.iter().map(|it| {
            let text = |key: &str| {
                it[key]
                    .as_str()
                    .filter(|it| !it.is_empty())
                    .map(str::to_owned)
            };
            let ignored = text("hitCondition")
                .and_then(|it| it.trim_start_matches(['>', '=', ' ']).parse::<u64>().ok());
            let line = it["line"].as_u64().unwrap_or(1) as u32;
            let added = self.session.add_breakpoint(&file, line, |breakpoint| {
                breakpoint.condition = text("condition");
                breakpoint.log = text("logMessage");
                breakpoint.ignored = ignored.map_or(0, |hits| hits.saturating_sub(1));
            });
            match added {
                Some(set) => json!({ "id": set.id, "verified": true, "line": set.line }),
                None => json!({
                    "verified": false,
                    "message": "no statement that the kernel executes stands here or below",
                }),
            }
        });
        set.collect()
    }

    /// The lines of a stretch of a file at which a launch can stop.
    fn lines_of(&self, wire: &Wire<'_>, arguments: &Value) -> Vec<Value> {
        let path = arguments["source"]["path"].as_str().unwrap_or_default();
        let file = self.file_of(wire, path);
        let first = arguments["line"].as_u64().unwrap_or(1) as u32;
        let last = arguments["endLine"].as_u64().map_or(first, |it| it as u32);
        let marks = self.session.now().launch().marks();
        let lines = marks.map(|(_, mark)| mark.place);
        let lines = lines.filter(|place| Some(&place.file) == file.as_ref());
        let mut lines: Vec<u32> = lines.map(|place| place.line).collect();
        lines.sort_unstable();
        lines.dedup();
        let within = lines
            .into_iter()
            .filter(|line| (first..=last).contains(line));
        within.map(|line| json!({ "line": line })).collect()
    }

    /// The file of the program that lies at a path.
    fn file_of(&self, wire: &Wire<'_>, path: &str) -> Option<String> {
        let wanted = wire.host.path(path)?;
        let mut files = self.session.debuggee().program.sources.files();
        files
            .find(|(_, file)| wire.host.path(&file.name).as_ref() == Some(&wanted))
            .map(|(_, file)| file.name.to_string())
    }

    fn threads(&self) -> Vec<Value> {
        let now = self.session.now();
        let item = now.work_item(self.session.focus());
        let mut threads = vec![
            json!({ "id": FOCUS_THREAD, "name": format!("work-item {}", ids(&item.local)) }),
            json!({
                "id": GROUP_THREAD,
                "name": format!("work-group {} of {}", ids(&item.group), now.launch().groups()),
            }),
        ];
        let width = now.launch().warp().max(1);
        for first in (0..now.work_items()).step_by(width) {
            let last = (first + width).min(now.work_items()) - 1;
            let of = |lane: usize| ids(&now.work_item(lane).local);
            threads.push(json!({
                "id": FIRST_WARP + (first / width) as u64,
                "name": format!("warp {}: work-items {} to {}", first / width, of(first), of(last)),
            }));
        }
        threads
    }

    fn frames(&self, wire: &mut Wire<'_>, thread: u64) -> Vec<Value> {
        let now = self.session.now();
        let Some(mark) = now.mark() else {
            return Vec::new();
        };
        let lane = self.lane_of(thread);
        let first = thread * FRAMES_A_THREAD;
        let waits = match now.position(lane) {
            Position::Active => None,
            // The group as a whole is where it is.
            _ if thread == GROUP_THREAD => None,
            other => Some(other),
        };
        if let Some(position) = waits {
            let mut frame = json!({
                "id": first, "line": 0, "column": 0, "presentationHint": "subtle",
                "name": format!("({})", position_text(position)),
            });
            if let Position::Waits(_, place) = position {
                frame["source"] = source(wire, &place.file);
                frame["line"] = place.line.into();
                frame["column"] = place.column.into();
            }
            return vec![frame];
        }
        let calls = now.launch().calls(mark);
        let frames = calls.iter().enumerate().map(|(depth, &(function, mark))| {
            let place = now.launch().mark(mark).place;
            json!({
                "id": first + depth as u64,
                "name": &*self.session.debuggee().program.function(function).name,
                "source": source(wire, &place.file),
                "line": place.line,
                "column": place.column,
                "endLine": place.end_line,
                "endColumn": place.end_column,
            })
        });
        frames.collect()
    }

    /// The work-item and the mark of a frame.
    fn frame(&self, id: u64) -> Option<(usize, u32)> {
        let now = self.session.now();
        let calls = now.launch().calls(now.mark()?);
        let (_, mark) = *calls.get((id % FRAMES_A_THREAD) as usize)?;
        Some((self.lane_of(id / FRAMES_A_THREAD), mark))
    }

    fn scopes(&mut self, frame: u64) -> Vec<Value> {
        match self.frame(frame) {
            Some((lane, mark)) => self.handles.scopes(&self.session, lane, mark),
            None => Vec::new(),
        }
    }

    fn evaluate(&mut self, wire: &mut Wire<'_>, request: &Value) {
        let arguments = &request["arguments"];
        let text = arguments["expression"].as_str().unwrap_or_default().trim();
        let is_console = arguments["context"] == "repl";
        if let Some(command) = text.strip_prefix(':').filter(|_| is_console) {
            let before = (self.session.now().steps(), self.session.focus());
            let reply = self
                .console
                .run(&mut self.session, command, &mut || wire.is_interrupted());
            let text = match reply {
                Reply::Text(text) => text,
                Reply::Quit => "the editor ends the session".to_owned(),
            };
            wire.answer(request, json!({ "result": text, "variablesReference": 0 }));
            if (self.session.now().steps(), self.session.focus()) != before {
                self.send_stop(wire, None);
            }
            return;
        }
        let of = match arguments["frameId"].as_u64() {
            Some(id) => (
                self.lane_of(id / FRAMES_A_THREAD),
                (id % FRAMES_A_THREAD) as usize,
            ),
            None => (self.session.focus(), 0),
        };
        match self.handles.evaluated(&mut self.session, text, of) {
            Ok(body) => wire.answer(request, body),
            Err(error) => wire.refuse(request, &error),
        }
    }

    fn exception_info(&self, wire: &mut Wire<'_>, request: &Value) {
        match self.session.stop() {
            Stop::Finding(finding) => wire.answer(
                request,
                json!({
                    "exceptionId": finding.mistake.to_string(),
                    "description": finding.message,
                    "breakMode": "always",
                    "details": { "message": finding.message, "typeName": finding.mistake.to_string(), "stackTrace": finding.help },
                }),
            ),
            _ => wire.refuse(request, "the launch did not stop at a mistake"),
        }
    }
}

fn move_of(command: &str) -> Option<Move> {
    Some(match command {
        "next" => Move::Step(Depth::Over),
        "stepIn" => Move::Step(Depth::Into),
        "stepOut" => Move::Step(Depth::Out),
        "continue" => Move::Proceed,
        "stepBack" => Move::StepBack(Depth::Over),
        "reverseContinue" => Move::ProceedBack,
        _ => return None,
    })
}

fn thread_of(arguments: &Value) -> u64 {
    arguments["threadId"].as_u64().unwrap_or(FOCUS_THREAD)
}

/// A file of the program: where it lies, or that its text can be asked for.
fn source(wire: &Wire<'_>, name: &str) -> Value {
    let short = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match wire.host.path(name) {
        Some(path) => json!({ "name": short, "path": path }),
        None => json!({ "name": name, "sourceReference": 1 }),
    }
}
