//! The whole terminal as one picture, for a command that draws it and reads keys. Whatever ends the process restores the
//! terminal first: dropping a [`FullScreen`], a panic, or the handler of signals, which calls [`leave`].

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::{Frame, Terminal};
use std::collections::VecDeque;
use std::io::{self, Stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Is the terminal changed now?
static IS_ENTERED: AtomicBool = AtomicBool::new(false);

/// Keys that were typed while something ran.
static TYPED_AHEAD: Mutex<VecDeque<KeyEvent>> = Mutex::new(VecDeque::new());

fn typed_ahead() -> MutexGuard<'static, VecDeque<KeyEvent>> {
    TYPED_AHEAD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The terminal, while it is one picture.
pub struct FullScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl FullScreen {
    pub fn enter() -> io::Result<FullScreen> {
        IS_ENTERED.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen)?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()));
        match terminal {
            Ok(terminal) => Ok(FullScreen { terminal }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    pub fn draw(&mut self, picture: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.terminal.draw(picture).map(|_| ())
    }

    /// Waits for a key; none where the screen is to be drawn again.
    pub fn key(&mut self) -> io::Result<Option<KeyEvent>> {
        if let Some(key) = typed_ahead().pop_front() {
            return Ok(Some(key));
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(key),
            _ => None,
        })
    }

    /// Was Escape or Ctrl-C typed since the last key was read? Other keys wait for [`Self::key`], unless a stop comes behind
    /// them.
    pub fn is_stop_typed() -> bool {
        let mut waiting = typed_ahead();
        while event::poll(Duration::ZERO).unwrap_or(false) {
            match event::read() {
                Ok(Event::Key(key)) if is_stop(key) => {
                    waiting.clear();
                    return true;
                }
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => waiting.push_back(key),
                _ => {}
            }
        }
        false
    }
}

/// Escape, or Ctrl-C, which is a key here.
pub fn is_stop(key: KeyEvent) -> bool {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    key.code == KeyCode::Esc || (is_control && key.code == KeyCode::Char('c'))
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        leave();
    }
}

/// Restores the terminal, if it is changed.
pub fn leave() {
    if IS_ENTERED.swap(false, Ordering::SeqCst) {
        // There is nobody left to hear of an error.
        let _raw = disable_raw_mode();
        let _screen = execute!(io::stdout(), LeaveAlternateScreen, cursor::Show);
    }
}
