//! One `grader-device` process: its start, the handshake, frames with a deadline, its end.
//!
//! Three threads stand between this process and the child's pipes, so that no read or write blocks
//! the caller. The thread that starts the child also reads its replies and waits for its end: Linux
//! sends the parent-death signal when the *thread* that started the child ends, so that thread must
//! outlive the child.

use crate::clock::Clock;
use crate::locate::locate;
use crate::role::Role;
use crate::system::{self, Pipes, Process};
use launch::fault::{Exit, StartError};
use launch::protocol::{Hello, MAX_FRAME, Protection, Reply, VERSION};
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The most bytes of standard error that are kept.
const MAX_STDERR: usize = 8 << 10;

/// The longest frame that is accepted as a greeting, in bytes.
const MAX_HELLO: usize = 4096;

/// How long a child that closed its output may take to exit, and a killed one to disappear.
const GRACE: Duration = Duration::from_millis(500);

enum Event {
    Frame(Vec<u8>),
    Oversized(usize),
    Closed,
    Exited(Option<ExitStatus>),
}

/// Why there is no frame.
pub(crate) enum NoReply {
    Ended(Exit),
    /// It did not answer in time, and still runs.
    OutOfTime,
    /// It announced a frame of this many bytes, more than the protocol allows.
    Oversized(usize),
}

/// A running child that has sent its greeting.
pub(crate) struct Child {
    process: Arc<Process>,
    events: Receiver<Event>,
    requests: Sender<Vec<u8>>,
    stderr: Receiver<Vec<u8>>,
    exit: Option<Exit>,
    /// Does it have a folder of its own that must be removed?
    has_folder: bool,
    /// The longest frame that is accepted at present, in bytes.
    longest: Arc<AtomicUsize>,
    /// The protections of its sandbox that the machine cannot enforce.
    missing: Vec<Protection>,
    /// How long the last frame took, as deadlines count.
    waited: Duration,
}

/// The longest reply of a sandboxed child to anything but a launch, in bytes.
const MAX_SMALL_REPLY: usize = 1 << 20;

impl Child {
    /// Starts the child and reads its greeting.
    pub(crate) fn start(
        program: Option<&Path>,
        role: &Role,
        deadline: Duration,
    ) -> Result<Child, StartError> {
        let program = match program {
            Some(path) if path.is_file() => path.to_owned(),
            Some(path) => {
                return Err(StartError::NotFound {
                    looked: vec![path.to_owned()],
                });
            }
            None => locate()?,
        };
        let mut child = Child::spawn(&program, role).map_err(|error| StartError::NotStarted {
            program: program.clone(),
            reason: error.to_string(),
        })?;
        let frame = child.greeting(&program, deadline)?;
        greeted(&program, &frame)?;
        if role.is_sandboxed() {
            let frame = child.greeting(&program, deadline)?;
            match postcard::from_bytes::<Reply>(&frame) {
                Ok(Reply::Sandboxed(missing)) => {
                    child.missing = missing;
                    let is_missing = |it: &Protection| !system::ENFORCED.contains(it);
                    child.missing.retain(is_missing);
                }
                _ => return Err(StartError::NotARunner { program }),
            }
            child.longest.store(MAX_SMALL_REPLY, Ordering::Relaxed);
        }
        Ok(child)
    }

    /// Reads a frame of the greeting.
    fn greeting(&mut self, program: &Path, deadline: Duration) -> Result<Vec<u8>, StartError> {
        let program = program.to_owned();
        Err(match self.receive(deadline) {
            Ok(frame) => return Ok(frame),
            Err(NoReply::Oversized(_)) => StartError::NotARunner { program },
            Err(NoReply::OutOfTime) => StartError::NoReply { program, deadline },
            Err(NoReply::Ended(exit)) => {
                let stderr = self.stderr();
                match missing_library(&exit, &stderr) {
                    Some(library) => StartError::MissingLibrary { program, library },
                    None => StartError::Died {
                        program,
                        exit,
                        stderr,
                    },
                }
            }
        })
    }

    fn spawn(program: &Path, role: &Role) -> io::Result<Child> {
        let mut command = Command::new(program);
        // Removed once the process is gone.
        let folder = role.configure(&mut command)?;
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let memory = role.memory();

        let (started, start) = channel();
        // Bounded: a child that floods its output blocks instead of filling memory.
        let (event, events) = sync_channel(1);
        let (stderr_text, stderr) = channel();
        let longest = Arc::new(AtomicUsize::new(MAX_FRAME));
        let most = longest.clone();
        let keeper = thread::Builder::new().name("device".into());
        keeper.spawn(move || {
            let (process, pipes) = match Process::spawn(&mut command, memory) {
                Ok((process, pipes)) => (Arc::new(process), pipes),
                Err(error) => {
                    let _ = started.send(Err(error));
                    return;
                }
            };
            let Pipes {
                stdin,
                mut stdout,
                stderr,
            } = pipes;
            let _ = started.send(Ok((process.clone(), stdin)));
            let _ = thread::Builder::new()
                .name("device stderr".into())
                .spawn(move || stderr_text.send(keep_beginning(stderr)));
            read_frames(&mut stdout, &event, &most);
            let _ = event.send(Event::Closed);
            let exited = process.reap();
            drop(folder);
            let _ = event.send(Event::Exited(exited));
        })?;
        let (process, mut stdin) = start.recv().map_err(io::Error::other)??;
        let (requests, queued) = channel::<Vec<u8>>();
        thread::Builder::new()
            .name("device requests".into())
            .spawn(move || {
                while let Ok(frame) = queued.recv() {
                    if stdin.write_all(&frame).is_err() {
                        break;
                    }
                }
            })
            .inspect_err(|_| process.kill())?;
        Ok(Child {
            process,
            events,
            requests,
            stderr,
            exit: None,
            has_folder: role.is_sandboxed(),
            longest,
            missing: Vec::new(),
            waited: Duration::ZERO,
        })
    }

    /// The protections of its sandbox that the machine cannot enforce.
    pub(crate) fn missing(&self) -> &[Protection] {
        &self.missing
    }

    /// Accepts replies of this many bytes from now on: a sandboxed child may not send arbitrary
    /// amounts.
    pub(crate) fn expect(&self, bytes: usize) {
        let bytes = bytes.saturating_add(MAX_SMALL_REPLY).min(MAX_FRAME);
        self.longest.fetch_max(bytes, Ordering::Relaxed);
    }

    /// How long the last frame took, as deadlines count.
    pub(crate) fn waited(&self) -> Duration {
        self.waited
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Queues a frame, its length included. If the child has ended, [`Child::receive`] reports it.
    pub(crate) fn send(&self, frame: Vec<u8>) {
        let _ = self.requests.send(frame);
    }

    /// Waits for the next frame, at most `deadline` as [`Clock`] counts.
    pub(crate) fn receive(&mut self, deadline: Duration) -> Result<Vec<u8>, NoReply> {
        if let Some(exit) = &self.exit {
            return Err(NoReply::Ended(exit.clone()));
        }
        let mut clock = Clock::new(deadline);
        let begin = Instant::now();
        let event = loop {
            match self.events.recv_timeout(clock.slice()) {
                Err(RecvTimeoutError::Timeout) if clock.has_time_left(self.process_id()) => {}
                event => break event,
            }
        };
        self.waited = clock.counted().min(begin.elapsed());
        match event {
            Ok(Event::Frame(frame)) => Ok(frame),
            Ok(Event::Oversized(bytes)) => Err(NoReply::Oversized(bytes)),
            Err(RecvTimeoutError::Timeout) => Err(NoReply::OutOfTime),
            Ok(Event::Closed) => Err(NoReply::Ended(self.wait(Exit::Silent))),
            Ok(Event::Exited(status)) => Err(NoReply::Ended(self.ended(status, Exit::Silent))),
            Err(RecvTimeoutError::Disconnected) => Err(NoReply::Ended(Exit::Silent)),
        }
    }

    /// Its standard error, once it has ended.
    pub(crate) fn stderr(&self) -> String {
        let bytes = self.stderr.recv_timeout(GRACE).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }

    /// Waits for the end of a child that closed its output, and kills it if it lingers.
    fn wait(&mut self, killed: Exit) -> Exit {
        let until = Instant::now() + GRACE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Exited(status)) => return self.ended(status, killed),
                Ok(_) => {}
                Err(_) => {
                    self.process.kill();
                    self.exit = Some(killed.clone());
                    return killed;
                }
            }
        }
    }

    fn ended(&mut self, status: Option<ExitStatus>, unknown: Exit) -> Exit {
        let exit = status.map_or(unknown, system::exit_of);
        self.exit = Some(exit.clone());
        exit
    }
}

impl Drop for Child {
    /// Kills the child. The thread that started it reaps it. If the child has a folder, that is
    /// waited for briefly, because the folder must be removed before this process ends.
    fn drop(&mut self) {
        self.process.kill();
        if !self.has_folder {
            return;
        }
        let until = Instant::now() + GRACE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Exited(_)) | Err(_) => return,
                Ok(_) => {}
            }
        }
    }
}

fn greeted(program: &Path, frame: &[u8]) -> Result<(), StartError> {
    let program = program.to_owned();
    match postcard::from_bytes::<Hello>(frame) {
        Ok(hello) if frame.len() <= MAX_HELLO && hello.protocol == VERSION => Ok(()),
        Ok(hello) if frame.len() <= MAX_HELLO => Err(StartError::OtherVersion {
            program,
            ours: VERSION,
            theirs: hello.protocol,
            version: hello.version,
        }),
        _ => Err(StartError::NotARunner { program }),
    }
}

/// Reads frames until the end of the stream or the first invalid one.
fn read_frames(stdout: &mut impl Read, event: &SyncSender<Event>, most: &AtomicUsize) {
    let mut greeted = false;
    loop {
        let mut length = [0; 4];
        if stdout.read_exact(&mut length).is_err() {
            return;
        }
        let length = u32::from_le_bytes(length) as usize;
        let limit = if greeted {
            most.load(Ordering::Relaxed)
        } else {
            MAX_HELLO
        };
        if length > limit {
            let _ = event.send(Event::Oversized(length));
            return;
        }
        // The length is only a claim: memory is allocated as the bytes arrive.
        let mut frame = Vec::with_capacity(length.min(1 << 20));
        match stdout.take(length as u64).read_to_end(&mut frame) {
            Ok(got) if got == length => {}
            _ => return,
        }
        greeted = true;
        if event.send(Event::Frame(frame)).is_err() {
            return;
        }
    }
}

/// Reads to the end and keeps the beginning.
fn keep_beginning(mut stream: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut chunk) {
        let room = MAX_STDERR - kept.len();
        kept.extend_from_slice(&chunk[..count.min(room)]);
    }
    kept
}

/// Windows' code of a process whose library was not found (`STATUS_DLL_NOT_FOUND`). It doesn't say which: but for
/// the system's own there is one.
const DLL_NOT_FOUND: u32 = 0xC000_0135;

/// The library that the dynamic loader did not find, from its message (glibc, musl or macOS) or its code (Windows).
fn missing_library(exit: &Exit, stderr: &str) -> Option<String> {
    if matches!(exit, Exit::Code(code) if *code as u32 == DLL_NOT_FOUND) {
        return Some("OpenCL.dll".to_owned());
    }
    let wordings = [
        "error while loading shared libraries: ",
        "Error loading shared library ",
        "Library not loaded: ",
    ];
    let after = wordings
        .into_iter()
        .find_map(|words| stderr.split_once(words))?
        .1;
    let path = after
        .split(|c: char| c == ':' || c.is_whitespace())
        .find(|word| !word.is_empty())?;
    let name = path.rsplit('/').next().unwrap_or(path);
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loader_that_misses_a_library_is_understood() {
        let glibc = "/x/grader-device: error while loading shared libraries: libOpenCL.so.1: \
                     cannot open shared object file: No such file or directory";
        assert_eq!(
            missing_library(&Exit::Code(127), glibc).as_deref(),
            Some("libOpenCL.so.1")
        );
        let musl = "Error loading shared library libOpenCL.so.1: No such file or directory";
        assert_eq!(
            missing_library(&Exit::Code(127), musl).as_deref(),
            Some("libOpenCL.so.1")
        );
        let macos = "dyld[7]: Library not loaded: /System/Library/OpenCL.framework/OpenCL\n  Ref";
        assert_eq!(
            missing_library(&Exit::Code(127), macos).as_deref(),
            Some("OpenCL")
        );
        assert_eq!(
            missing_library(&Exit::Code(127), "Segmentation fault"),
            None
        );
    }

    #[test]
    fn windows_names_it_by_a_code() {
        let exit = Exit::Code(0xC000_0135_u32 as i32);
        assert_eq!(missing_library(&exit, "").as_deref(), Some("OpenCL.dll"));
    }
}
