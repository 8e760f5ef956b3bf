//! Single keys of a terminal, for a command that runs on its own and reacts to keys.
//!
//! Canonical mode and echo are off while keys are read; signals stay on, so Ctrl-C and Ctrl-Z work as usual.
//! Whatever ends or stops the process restores the terminal first: [`leave`] is called by the handler of
//! Ctrl-C, of a closed terminal and of SIGTERM ([`crate::terminal::interrupt`]), by a thread that handles the
//! other signals, and when a [`Keyboard`] is dropped, also by a panic. A signal also wakes the thread that
//! waits for keys, which then sets the mode for keys again. So [`leave`] restores and releases the terminal
//! in one step, and no thread changes it afterwards while the process ends.
//!
//! One key is one byte that comes alone. Several at once are a paste or an arrow key, and are ignored.
//! Terminals that support bracketed paste are switched to it, so that even a slow paste is recognised.

use crate::terminal::output;
use crate::terminal::temporary_line::TemporaryLine;
use crate::terminal::waker::Waker;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::getpgrp;
use rustix::termios::{
    LocalModes, OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetpgrp, tcsetattr,
};
use signal_hook::consts::{SIGCONT, SIGQUIT, SIGTSTP, SIGTTIN, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, raise};
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Bytes that come within this time of each other were not typed one by one.
const TOGETHER: Duration = Duration::from_millis(25);

/// A paste whose end mark does not come within this time has lost it.
const PASTE: Duration = Duration::from_secs(1);

/// The marks of a bracketed paste.
const PASTE_BEGIN: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// Switches bracketed paste on and off.
const MARK_PASTES: &str = "\x1b[?2004h";
const MARK_NO_PASTES: &str = "\x1b[?2004l";

/// The modes that are off while keys are read.
const LINES_AND_ECHO: LocalModes = LocalModes::ICANON.union(LocalModes::ECHO);

/// The terminal on standard input.
struct Terminal {
    /// Its original modes, while it is in the mode for keys.
    ordinary: Option<Termios>,
    /// Is a question being asked? Then it keeps its original modes.
    asking: bool,
    /// Is this process about to be stopped? Then it keeps its original modes until it is continued: the
    /// signal also wakes the thread that waits for keys.
    stopping: bool,
    line: TemporaryLine,
}

/// A static, because signal handlers need it.
static TERMINAL: Mutex<Option<Terminal>> = Mutex::new(None);

/// Has it been released for good? Accessed with the terminal's lock held.
static LEFT: AtomicBool = AtomicBool::new(false);

/// Keys are read while this value lives.
#[derive(Debug)]
pub struct Keyboard(());

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    Key(u8),
    /// Several bytes at once, or none: nothing to act on.
    Nothing,
    /// The terminal was closed.
    Gone,
}

impl Keyboard {
    /// Starts to read keys from standard input; none if that is not a terminal. `wake` is woken when the
    /// terminal's size changes and when the process is continued after a stop.
    pub fn open(wake: &Arc<Waker>) -> Option<Keyboard> {
        if !io::stdin().is_terminal() {
            return None;
        }
        listen(wake).ok()?;
        {
            let mut terminal = terminal();
            // A signal that ends this process may have arrived.
            if LEFT.load(Ordering::Relaxed) {
                return None;
            }
            *terminal = Some(Terminal {
                ordinary: None,
                asking: false,
                stopping: false,
                line: TemporaryLine::new(knows_escapes()),
            });
        }
        let keyboard = Keyboard(());
        keyboard.resume();
        Some(keyboard)
    }

    /// Puts the terminal into the mode for keys, unless this process is in the background. True if it was in
    /// another mode.
    pub fn resume(&self) -> bool {
        terminal().as_mut().is_some_and(Terminal::take)
    }

    /// Runs `work`, which asks a question, with the terminal's original modes. Earlier input is dropped: it
    /// can't be the answer.
    pub fn with_original_modes<T>(&self, work: impl FnOnce() -> T) -> T {
        if let Some(terminal) = terminal().as_mut() {
            terminal.asking = true;
            terminal.give_back();
        }
        self.discard_input();
        let done = work();
        if let Some(terminal) = terminal().as_mut() {
            terminal.asking = false;
            terminal.take();
        }
        done
    }

    /// Shows a temporary line: it is erased by the next call, and before the terminal is restored. Terminals
    /// that cannot erase get it as an ordinary line, once. False in the background, where it is not shown.
    pub fn line(&self, line: &str) -> bool {
        let mut terminal = terminal();
        let Some(terminal) = terminal
            .as_mut()
            .filter(|terminal| terminal.ordinary.is_some())
        else {
            return false;
        };
        terminal.line.show(line);
        true
    }

    /// Erases that line.
    pub fn erase(&self) {
        if let Some(terminal) = terminal().as_mut() {
            terminal.line.erase();
        }
    }

    /// Drops unread input.
    pub fn discard_input(&self) {
        if is_foreground() {
            let _ = tcflush(io::stdin(), QueueSelector::IFlush);
        }
    }

    /// Reads the input. Call it when standard input is ready.
    pub fn read(&self) -> Typed {
        // A process that reads in the background is stopped.
        if !is_foreground() {
            thread::sleep(TOGETHER);
            return Typed::Nothing;
        }
        let mut typed = Vec::new();
        let mut patience = TOGETHER;
        loop {
            let mut chunk = [0; 256];
            match rustix::io::read(io::stdin(), &mut chunk) {
                Ok(0) | Err(Errno::IO) => return Typed::Gone,
                Ok(count) => typed.extend_from_slice(&chunk[..count]),
                Err(_) => return Typed::Nothing,
            }
            if typed.starts_with(PASTE_BEGIN) {
                let is_over = typed.ends_with(PASTE_END);
                patience = if is_over { TOGETHER } else { PASTE };
                let kept = typed.len().saturating_sub(PASTE_END.len());
                typed.drain(PASTE_BEGIN.len()..kept.max(PASTE_BEGIN.len()));
            }
            if !is_ready(patience) {
                return key_of(&typed);
            }
        }
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        leave();
    }
}

/// Restores the terminal, if it is in the mode for keys, for good: nothing in this process changes it
/// afterwards.
pub fn leave() {
    let mut terminal = terminal();
    LEFT.store(true, Ordering::Relaxed);
    if let Some(mut terminal) = terminal.take() {
        terminal.give_back();
    }
}

/// Does the terminal understand escape sequences?
fn knows_escapes() -> bool {
    std::env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb")
}

impl Terminal {
    /// Enters the mode for keys. False if it is in it already, or may not.
    fn take(&mut self) -> bool {
        if self.asking || self.stopping || self.ordinary.is_some() || !is_foreground() {
            return false;
        }
        let Ok(ordinary) = tcgetattr(io::stdin()) else {
            return false;
        };
        let mut keys = ordinary.clone();
        keys.local_modes.remove(LINES_AND_ECHO);
        self.ordinary = Some(ordinary);
        self.put(&keys, MARK_PASTES);
        true
    }

    fn give_back(&mut self) {
        self.line.erase();
        if let Some(ordinary) = self.ordinary.take() {
            self.put(&ordinary, MARK_NO_PASTES);
        }
    }

    /// After a stop the terminal may be in a mode of the shell, whether or not this process could restore it
    /// before.
    fn reenter(&mut self) {
        self.line.forget();
        let is_ours =
            tcgetattr(io::stdin()).is_ok_and(|modes| !modes.local_modes.intersects(LINES_AND_ECHO));
        if !is_ours || !is_foreground() {
            self.ordinary = None;
        }
        self.take();
    }

    /// A closed terminal has no modes, so errors are ignored.
    fn put(&self, modes: &Termios, pastes: &str) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, modes);
        if self.line.knows_escapes() {
            output::remark(pastes);
        }
    }
}

fn terminal() -> MutexGuard<'static, Option<Terminal>> {
    TERMINAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// May this process change the terminal and read from it? The system stops a background process that does. A
/// terminal that is no controlling terminal has no background.
fn is_foreground() -> bool {
    match tcgetpgrp(io::stdin()) {
        Ok(group) => group == getpgrp(),
        Err(_) => true,
    }
}

/// Is there something to read within `patience`?
fn is_ready(patience: Duration) -> bool {
    let stdin = io::stdin();
    let mut inputs = [PollFd::new(&stdin, PollFlags::IN)];
    let patience = Timespec::try_from(patience).ok();
    poll(&mut inputs, patience.as_ref()).is_ok_and(|ready| ready > 0)
}

fn key_of(typed: &[u8]) -> Typed {
    match typed {
        [key] => Typed::Key(*key),
        _ => Typed::Nothing,
    }
}

/// Restores the terminal around a stop (Ctrl-Z) and before the end by Ctrl-\.
fn listen(wake: &Arc<Waker>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTSTP, SIGCONT, SIGWINCH, SIGQUIT])?;
    let wake = wake.clone();
    thread::Builder::new()
        .name("signals".into())
        .spawn(move || {
            for signal in signals.forever() {
                match signal {
                    SIGWINCH => wake.screen(),
                    SIGCONT => {
                        if let Some(terminal) = terminal().as_mut() {
                            terminal.reenter();
                        }
                        wake.screen();
                    }
                    SIGTSTP => {
                        if let Some(terminal) = terminal().as_mut() {
                            terminal.stopping = true;
                            terminal.give_back();
                        }
                        // Stops like SIGTSTP, and like it not if nothing could continue the process.
                        let _ = raise(SIGTTIN);
                        if let Some(terminal) = terminal().as_mut() {
                            terminal.stopping = false;
                            terminal.take();
                        }
                        wake.screen();
                    }
                    _ => {
                        leave();
                        let _ = emulate_default_handler(signal);
                    }
                }
            }
        })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_byte_that_comes_alone() {
        assert_eq!(key_of(b"n"), Typed::Key(b'n'));
        for several in [&b"nh"[..], b"\x1b[A", "ä".as_bytes(), b"ry\n", b""] {
            assert_eq!(key_of(several), Typed::Nothing);
        }
    }
}
