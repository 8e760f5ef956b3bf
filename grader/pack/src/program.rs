//! A reference that is a program: it reads a case as one line of JSON and answers with one line.
//!
//! It is started once and asked again and again. It runs as the user and in no sandbox, so that it is started only
//! where the pack is trusted.

use crate::reference::{Failed, Question, Reference};
use crate::values;
use launch::Argument;
use serde_json::{Map, Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// May programs of a pack run?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The author of the pack is trusted.
    Programs,
    /// No program of the pack is started.
    Nothing,
}

/// The longest answer, in bytes.
const LONGEST: u64 = 64 << 20;

/// The most that is kept of its standard error, in bytes.
const MOST_SAID: u64 = 64 << 10;

/// The most of a text of the program that is shown, in characters.
const SHOWN: usize = 80;

pub(crate) struct Program {
    folder: PathBuf,
    command: Vec<String>,
    seconds: u64,
    running: Mutex<Option<Running>>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Vec<u8>>,
    /// The beginning of its standard error, once that is closed.
    errors: Receiver<Vec<u8>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may wait for more, or never end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    pub(crate) fn new(folder: &Path, command: Vec<String>, seconds: u64) -> Program {
        Program {
            folder: folder.to_owned(),
            command,
            seconds,
            running: Mutex::new(None),
        }
    }

    fn command(&self) -> String {
        self.command.join(" ")
    }

    fn start(&self) -> Result<Running, Failed> {
        let not_started = |reason: String| Failed::NotStarted {
            command: self.command(),
            reason,
        };
        let (program, arguments) = self
            .command
            .split_first()
            .ok_or_else(|| not_started("there is no command".to_owned()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| not_started(error.to_string()))?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(mut error)) = streams else {
            return Err(not_started("it has no standard streams".to_owned()));
        };
        let (send_errors, errors) = channel();
        thread::spawn(move || {
            let mut said = Vec::new();
            let _ = error.by_ref().take(MOST_SAID).read_to_end(&mut said);
            // The rest is read too, or a program that says much would wait forever.
            let _ = std::io::copy(&mut error, &mut std::io::sink());
            let _ = send_errors.send(said);
        });
        let (send, answers) = channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output);
            loop {
                let mut line = Vec::new();
                let read = lines.by_ref().take(LONGEST).read_until(b'\n', &mut line);
                if !matches!(read, Ok(1..)) || send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Running {
            child,
            input,
            answers,
            errors,
        })
    }

    /// One line for one line. A program that has ended is started again once.
    fn ask(&self, question: &[u8]) -> Result<Vec<u8>, Failed> {
        let mut running = self
            .running
            .lock()
            .unwrap_or_else(|broken| broken.into_inner());
        for attempt in 0..2 {
            let mut asked = match running.take() {
                Some(asked) => asked,
                None => self.start()?,
            };
            let written = asked
                .input
                .write_all(question)
                .and_then(|()| asked.input.flush());
            let answer = match written {
                Ok(()) => asked
                    .answers
                    .recv_timeout(Duration::from_secs(self.seconds)),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            };
            match answer {
                Ok(answer) => {
                    *running = Some(asked);
                    return Ok(answer);
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Failed::OutOfTime {
                        command: self.command(),
                        seconds: self.seconds,
                    });
                }
                Err(RecvTimeoutError::Disconnected) if attempt == 0 => {
                    // It may answer one question each time that it is started.
                    let failed = self.ended(asked);
                    if matches!(&failed, Failed::Ended { said, .. } if !said.is_empty()) {
                        return Err(failed);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(asked)),
            }
        }
        Err(Failed::Ended {
            command: self.command(),
            said: String::new(),
        })
    }

    /// The end of a program without an answer, with the last line of what it said.
    fn ended(&self, mut asked: Running) -> Failed {
        let _ = asked.child.kill();
        let said = asked.errors.recv_timeout(Duration::from_secs(1));
        let said = said.unwrap_or_default();
        let said = String::from_utf8_lossy(&said).into_owned();
        Failed::Ended {
            command: self.command(),
            said: shown(
                said.lines()
                    .rev()
                    .find(|line| !line.trim().is_empty())
                    .unwrap_or_default(),
            ),
        }
    }
}

impl Reference for Program {
    fn results(&self, question: &Question<'_>) -> Result<Vec<Vec<f64>>, Failed> {
        let launch = question.launch;
        let mut arguments = Map::new();
        for argument in &launch.arguments {
            match argument {
                Argument::Buffer(buffer) if buffer.initialized => {
                    let numbers = values::read(buffer.element.scalar, &buffer.contents);
                    arguments.insert(
                        buffer.name.clone(),
                        numbers.into_iter().map(number).collect(),
                    );
                }
                Argument::Buffer(buffer) => {
                    // How many values are wanted.
                    let components = buffer.contents.len() / buffer.element.scalar.size();
                    arguments.insert(buffer.name.clone(), json!({ "len": components }));
                }
                _ => {}
            }
        }
        let mut asked = Map::new();
        for (name, _, value) in question.scalars {
            arguments.insert(name.clone(), number(*value));
        }
        asked.insert("global".to_owned(), json!(launch.range.global));
        asked.insert("local".to_owned(), json!(launch.range.local));
        asked.insert("arguments".to_owned(), Value::Object(arguments));
        let mut line = Value::Object(asked).to_string().into_bytes();
        line.push(b'\n');
        let answer = self.ask(&line)?;
        let rubbish = |why: String| Failed::Rubbish {
            command: self.command(),
            line: shown(&String::from_utf8_lossy(&answer)),
            why,
        };
        let answer: Value =
            serde_json::from_slice(&answer).map_err(|_| rubbish("that is no JSON".to_owned()))?;
        let result = |&argument: &usize| {
            let Some(Argument::Buffer(buffer)) = launch.arguments.get(argument) else {
                return Ok(Vec::new());
            };
            let list = answer.get(&buffer.name).and_then(Value::as_array);
            let list = list.ok_or_else(|| rubbish(format!("it has no list `{}`", buffer.name)))?;
            let numbers: Option<Vec<f64>> = list.iter().map(number_of).collect();
            numbers.ok_or_else(|| {
                rubbish(format!(
                    "`{}` holds something that is no number",
                    buffer.name
                ))
            })
        };
        question.written.iter().map(result).collect()
    }
}

fn number(value: f64) -> Value {
    let is_whole = value.fract() == 0.0 && value.abs() < 9e15;
    match is_whole {
        true => json!(value as i64),
        false => json!(value),
    }
}

/// A number, or one of the texts `nan`, `inf` and `-inf`, which JSON has no numbers for.
fn number_of(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => match text.as_str() {
            "nan" => Some(f64::NAN),
            "inf" => Some(f64::INFINITY),
            "-inf" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        value => value.as_f64(),
    }
}

/// The beginning of a text of the program, on one line.
fn shown(text: &str) -> String {
    let text = launch::sanitise::visible_line(text.trim());
    match text.chars().count() {
        0..=SHOWN => text,
        _ => text.chars().take(SHOWN).chain(['\u{2026}']).collect(),
    }
}
