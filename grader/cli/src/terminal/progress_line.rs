//! A progress line on standard error; nothing if standard error is not a terminal.

use crate::device::bug_report;
use crate::render::progress_bar;
use crate::system::with_slashes;
use course::{Evidence, Observer, Step};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The line. Clones share it.
#[derive(Clone, Debug)]
pub struct ProgressLine {
    bar: ProgressBar,
    shown: Arc<AtomicBool>,
}

impl ProgressLine {
    pub fn new() -> ProgressLine {
        let bar = ProgressBar::new_spinner();
        // The template is a constant of this file; without it the line has the default style.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}{msg}") {
            bar.set_style(style);
        }
        ProgressLine {
            bar,
            shown: Arc::new(AtomicBool::new(false)),
        }
    }

    pub fn show(&self, what: String) {
        self.bar.set_message(what);
        if !self.shown.swap(true, Ordering::SeqCst) {
            self.bar.reset();
            // A step that ends sooner shows no line.
            self.bar.enable_steady_tick(Duration::from_millis(120));
        }
    }

    /// Is there no terminal to show it on?
    pub fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Shows a count of finished items before each item's text.
    pub fn count(&self, done: usize, of: usize) {
        self.bar.set_prefix(format!("{} ", progress_bar(done, of)));
    }

    /// Shows the steps of a check of `name`.
    pub fn watch(&self, name: &str) -> Watch {
        self.show(name.to_owned());
        Watch {
            bar: self.bar.clone(),
            name: name.to_owned(),
            begin: Instant::now(),
            course: None,
        }
    }

    pub fn clear(&self) {
        self.bar.set_prefix("");
        self.bar.finish_and_clear();
        self.shown.store(false, Ordering::SeqCst);
    }
}

/// The observer of one check: its clock and its progress line.
pub struct Watch {
    bar: ProgressBar,
    name: String,
    begin: Instant,
    /// The course folder in which cases of a device's fault are kept.
    course: Option<PathBuf>,
}

impl Watch {
    /// Keeps cases in which a device is at fault in the course folder.
    #[must_use]
    pub fn keeping_in(self, course: &Path) -> Watch {
        Watch {
            course: Some(course.to_owned()),
            ..self
        }
    }
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

    fn dissents(&mut self, evidence: &Evidence<'_>) -> Option<String> {
        let folder = bug_report::keep(self.course.as_deref()?, &self.name, evidence)?;
        Some(with_slashes(&folder).display().to_string())
    }
}

impl Default for ProgressLine {
    fn default() -> Self {
        ProgressLine::new()
    }
}
