//! Single keys of a console, for a command that runs on its own and reacts to keys.
//!
//! Lines and echo are off while keys are read; Ctrl-C is still the console's, so it works as usual. Whatever ends
//! the process restores the console first: [`leave`] is called by the handler of Ctrl-C and of a closed console
//! ([`crate::terminal::interrupt`]), and when a [`Keyboard`] is dropped, also by a panic. There is no Ctrl-Z and no
//! background on Windows.
//!
//! One key is one character of ASCII that comes alone. Several at once are a paste, and are ignored.

use crate::terminal::temporary_line::TemporaryLine;
use crate::terminal::waker::Waker;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm_winapi::{ConsoleMode, Handle};
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Characters that come within this time of each other were not typed one by one.
const TOGETHER: Duration = Duration::from_millis(25);

/// The modes that are off while keys are read: `ENABLE_LINE_INPUT` and `ENABLE_ECHO_INPUT`. `ENABLE_PROCESSED_INPUT`
/// stays, which makes Ctrl-C end the process.
const LINES_AND_ECHO: u32 = 0x2 | 0x4;

/// The mode that is on: a changed size is an event (`ENABLE_WINDOW_INPUT`).
const SIZES: u32 = 0x8;

/// The console on standard input.
struct Terminal {
    /// Its original modes, while it is in the mode for keys.
    ordinary: Option<u32>,
    line: TemporaryLine,
}

/// A static, because the handler of Ctrl-C needs it.
static TERMINAL: Mutex<Option<Terminal>> = Mutex::new(None);

/// Keys are read while this value lives.
#[derive(Debug)]
pub struct Keyboard(());

/// What was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    Key(u8),
    /// Several characters at once, or none: nothing to act on.
    Nothing,
    Resized,
    /// The console was closed.
    Gone,
}

impl Keyboard {
    /// Starts to read keys from standard input; none if that is not a console.
    pub fn open(_wake: &Arc<Waker>) -> Option<Keyboard> {
        if !io::stdin().is_terminal() {
            return None;
        }
        let mut new = Terminal {
            ordinary: None,
            // An old console shows escape sequences as they are.
            line: TemporaryLine::new(anstyle_query::windows::enable_ansi_colors().unwrap_or(false)),
        };
        new.take().ok()?;
        *terminal() = Some(new);
        Some(Keyboard(()))
    }

    /// Runs `work`, which asks a question, with the console's original modes. Earlier input is dropped: it can't be
    /// the answer.
    pub fn with_original_modes<T>(&self, work: impl FnOnce() -> T) -> T {
        self.discard_input();
        if let Some(terminal) = terminal().as_mut() {
            terminal.give_back();
        }
        let done = work();
        if let Some(terminal) = terminal().as_mut() {
            // A console that refuses is gone, which the next wait for a key notices.
            let _ = terminal.take();
        }
        done
    }

    /// Shows a temporary line: it is erased by the next call, and before the console is restored. Consoles that
    /// cannot erase get it as an ordinary line, once. False if it is not shown.
    pub fn line(&self, line: &str) -> bool {
        let mut terminal = terminal();
        let Some(terminal) = terminal.as_mut() else {
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
        while event::poll(Duration::ZERO).is_ok_and(|is_ready| is_ready) {
            if event::read().is_err() {
                return;
            }
        }
    }

    /// Waits for input, at most `patience`; none if there is none.
    pub(super) fn read(&self, patience: Duration) -> Option<Typed> {
        let mut keys = Vec::new();
        let mut patience = patience;
        loop {
            match event::poll(patience) {
                Ok(true) => {}
                Ok(false) if keys.is_empty() => return None,
                Ok(false) => break,
                Err(_) => return Some(Typed::Gone),
            }
            match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => keys.push(key_of(key)),
                Ok(Event::Resize(..)) if keys.is_empty() => return Some(Typed::Resized),
                Ok(_) if keys.is_empty() => return None,
                Ok(_) => {}
                Err(_) => return Some(Typed::Gone),
            }
            patience = TOGETHER;
        }
        Some(match keys.as_slice() {
            [Some(key)] => Typed::Key(*key),
            _ => Typed::Nothing,
        })
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        leave();
    }
}

/// Restores the console, if it is in the mode for keys.
pub fn leave() {
    if let Some(mut terminal) = terminal().take() {
        terminal.give_back();
    }
}

impl Terminal {
    /// Enters the mode for keys.
    fn take(&mut self) -> io::Result<()> {
        let console = ConsoleMode::from(Handle::current_in_handle()?);
        let ordinary = console.mode()?;
        console.set_mode(ordinary & !LINES_AND_ECHO | SIZES)?;
        self.ordinary = Some(ordinary);
        Ok(())
    }

    /// A closed console has no modes, so errors are ignored.
    fn give_back(&mut self) {
        self.line.erase();
        if let Some(ordinary) = self.ordinary.take()
            && let Ok(handle) = Handle::current_in_handle()
        {
            let _ = ConsoleMode::from(handle).set_mode(ordinary);
        }
    }
}

fn terminal() -> MutexGuard<'static, Option<Terminal>> {
    TERMINAL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The byte that a terminal would send.
fn key_of(key: KeyEvent) -> Option<u8> {
    match key.code {
        KeyCode::Char(c) if key.modifiers.contains(KeyModifiers::CONTROL) => {
            c.is_ascii_alphabetic().then_some(c as u8 & 0x1f)
        }
        KeyCode::Char(c) => u8::try_from(c).ok().filter(u8::is_ascii),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_a_character_of_ascii() {
        let typed = |code, modifiers| key_of(KeyEvent::new(code, modifiers));
        assert_eq!(typed(KeyCode::Char('n'), KeyModifiers::NONE), Some(b'n'));
        assert_eq!(typed(KeyCode::Char('d'), KeyModifiers::CONTROL), Some(4));
        assert_eq!(typed(KeyCode::Char('ä'), KeyModifiers::NONE), None);
        assert_eq!(typed(KeyCode::Up, KeyModifiers::NONE), None);
    }
}
