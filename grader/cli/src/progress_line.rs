//! One line on standard error that says what goes on, for as long as it does. Nothing at all where
//! standard error is no terminal.

use course::{Observer, Step};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// The line. Its copies are the same line.
#[derive(Clone, Debug)]
pub struct ProgressLine {
    bar: ProgressBar,
}

impl ProgressLine {
    /// A line that isn't shown yet.
    pub fn new() -> ProgressLine {
        let bar = ProgressBar::new_spinner();
        // The template is a constant of this file; without it the line looks otherwise, no more.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        ProgressLine { bar }
    }

    /// Shows what begins now.
    pub fn show(&self, what: String) {
        self.bar.set_message(what);
        // A check that ends sooner than this shows no line.
        self.bar.enable_steady_tick(Duration::from_millis(120));
    }

    /// From now on the line shows that `done` of so many are done, as a bar.
    pub fn count(&self, done: usize, of: usize) {
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        // As above: a constant, and without it the line looks otherwise.
        if let Ok(style) = ProgressStyle::with_template("[{bar:20}] {pos}/{len} {msg}") {
            self.bar.set_style(style.progress_chars("#>-"));
        }
    }

    /// Shows the steps of a check of `name`.
    pub fn watch(&self, name: &str) -> Watch {
        self.show(name.to_owned());
        Watch {
            bar: self.bar.clone(),
            name: name.to_owned(),
            begin: Instant::now(),
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Watches one check: its clock, and its line.
pub struct Watch {
    bar: ProgressBar,
    name: String,
    begin: Instant,
}

impl Observer for Watch {
    fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    fn step(&mut self, step: Step) {
        let name = &self.name;
        self.bar.set_message(match step {
            Step::Building => format!("{name}: building"),
            Step::Running { done, of } => format!("{name}: {done} of {of} cases"),
            Step::Shrinking { launches } => {
                format!("{name}: looking for the smallest failing case, {launches} launches")
            }
        });
    }
}

impl Default for ProgressLine {
    fn default() -> Self {
        ProgressLine::new()
    }
}
