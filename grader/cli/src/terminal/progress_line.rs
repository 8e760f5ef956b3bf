//! One line on standard error that says what goes on, for as long as it does. Nothing at all where
//! standard error is no terminal.

use crate::device::bug_report;
use crate::render::progress_bar;
use course::{Evidence, Observer, Step};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The line. Its copies are the same line.
#[derive(Clone, Debug)]
pub struct ProgressLine {
    bar: ProgressBar,
    shown: Arc<AtomicBool>,
}

impl ProgressLine {
    /// A line that isn't shown yet.
    pub fn new() -> ProgressLine {
        let bar = ProgressBar::new_spinner();
        // The template is a constant of this file; without it the line looks otherwise, no more.
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}{msg}") {
            bar.set_style(style);
        }
        ProgressLine {
            bar,
            shown: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Shows what begins now.
    pub fn show(&self, what: String) {
        self.bar.set_message(what);
        if !self.shown.swap(true, Ordering::SeqCst) {
            self.bar.reset();
            // What ends sooner than this shows no line.
            self.bar.enable_steady_tick(Duration::from_millis(120));
        }
    }

    /// Shows how many of several things are done, before what is shown of each.
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

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.set_prefix("");
        self.bar.finish_and_clear();
        self.shown.store(false, Ordering::SeqCst);
    }
}

/// Watches one check: its clock, and its line.
pub struct Watch {
    bar: ProgressBar,
    name: String,
    begin: Instant,
    /// The course folder in which a case of a device's fault is kept.
    course: Option<PathBuf>,
}

impl Watch {
    /// The same, which keeps a case in which a device is at fault in the course folder.
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
        Some(folder.display().to_string())
    }
}

impl Default for ProgressLine {
    fn default() -> Self {
        ProgressLine::new()
    }
}
