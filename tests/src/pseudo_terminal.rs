//! A terminal for a command to run in, and what a person in front of it sees and types.

use crate::wait_for;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A terminal, and the command that runs in it.
pub struct PseudoTerminal {
    person: Arc<File>,
    /// Held, so that the terminal is still there when the command has ended.
    command_side: OwnedFd,
    screen: Arc<Mutex<String>>,
    seen: usize,
    child: Child,
    before: Termios,
}

impl PseudoTerminal {
    /// Runs `command` in a terminal of that many columns. The terminal controls it: it is sent Ctrl-C's
    /// signal, and SIGHUP when the terminal is gone.
    pub fn run(command: &Command, columns: u16) -> PseudoTerminal {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let person = openpt(flags).expect("a terminal");
        grantpt(&person).expect("a terminal");
        unlockpt(&person).expect("a terminal");
        let command_side = ioctl_tiocgptpeer(&person, flags).expect("its other side");
        let person = File::from(person);
        resize(&person, columns);
        let before = tcgetattr(&command_side).expect("modes");
        let side = || Stdio::from(command_side.try_clone().expect("a copy"));
        // It makes the terminal on its standard input the controlling one, and becomes the command.
        let child = Command::new("setsid")
            .arg("--ctty")
            .arg(command.get_program())
            .args(command.get_args())
            .current_dir(command.get_current_dir().expect("a folder"))
            .env("TERM", "xterm-256color")
            .env_remove("NO_COLOR")
            .envs(
                command
                    .get_envs()
                    .filter_map(|(name, value)| Some((name, value?))),
            )
            .stdin(side())
            .stdout(side())
            .stderr(side())
            .spawn()
            .expect("setsid starts");
        let screen = Arc::new(Mutex::new(String::new()));
        let person = Arc::new(person);
        let (shown, reader) = (screen.clone(), Arc::downgrade(&person));
        // Between two looks it holds no end of the terminal, so that the last holder can take it away.
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while let Some(reader) = reader.upgrade() {
                if !has_more(&reader) {
                    continue;
                }
                let mut chunk = [0; 4096];
                let Ok(count @ 1..) = (&*reader).read(&mut chunk) else {
                    return;
                };
                bytes.extend_from_slice(&chunk[..count]);
                // A character may arrive in two parts.
                let text = String::from_utf8_lossy(&bytes).into_owned();
                *shown.lock().unwrap_or_else(PoisonError::into_inner) = text;
            }
        });
        PseudoTerminal {
            person,
            command_side,
            screen,
            seen: 0,
            child,
            before,
        }
    }

    /// Waits until `text` is shown behind what was waited for before.
    pub fn wait(&mut self, text: &str) {
        let from = self.seen;
        self.seen = wait_for(&format!("`{text}` on the screen"), || {
            let screen = self.screen();
            let behind = screen.get(from..)?;
            Some(from + behind.find(text)? + text.len())
        });
    }

    /// Everything shown so far.
    pub fn screen(&self) -> String {
        self.screen
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Types.
    pub fn type_in(&mut self, keys: &str) {
        (&*self.person)
            .write_all(keys.as_bytes())
            .expect("a terminal");
    }

    /// Makes the terminal as wide as that.
    pub fn resize(&self, columns: u16) {
        resize(&self.person, columns);
    }

    /// Sends the command a signal.
    pub fn signal(&self, signal: Signal) {
        kill_process(self.process(), signal).expect("a signal");
    }

    /// The command's process.
    pub fn process(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Are the terminal's modes what they were before the command?
    pub fn is_as_before(&self) -> bool {
        let now = tcgetattr(&self.command_side).expect("modes");
        let modes = |it: &Termios| {
            (
                it.input_modes,
                it.output_modes,
                it.control_modes,
                it.local_modes,
            )
        };
        modes(&now) == modes(&self.before)
    }

    /// Waits for the command's end.
    pub fn end(&mut self) -> ExitStatus {
        wait_for("end of the command", || {
            self.child.try_wait().expect("a child")
        })
    }

    /// Types `key` again and again, until the command ends.
    pub fn end_by(&mut self, key: &str) -> ExitStatus {
        let mut last: Option<Instant> = None;
        wait_for("end of the command", || {
            if last.is_none_or(|last| last.elapsed() > Duration::from_secs(1)) {
                self.type_in(key);
                last = Some(Instant::now());
            }
            self.child.try_wait().expect("a child")
        })
    }

    /// Takes the terminal away, and waits for the command's end.
    pub fn hang_up(self) -> ExitStatus {
        let mut child = self.child;
        drop((self.person, self.command_side));
        wait_for("end of the command", || child.try_wait().expect("a child"))
    }
}

/// Is there something to read, now or soon?
fn has_more(terminal: &File) -> bool {
    let mut ends = [PollFd::new(terminal, PollFlags::IN)];
    let patience = Timespec::try_from(Duration::from_millis(20)).ok();
    poll(&mut ends, patience.as_ref()).is_ok_and(|ready| ready > 0)
}

fn resize(terminal: &File, columns: u16) {
    let size = Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(terminal, size).expect("a size");
}
