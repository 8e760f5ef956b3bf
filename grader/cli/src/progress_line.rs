//! One line on standard error that says what goes on, for as long as it does. Nothing at all where
//! standard error is no terminal.

use crate::engine::Step;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

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
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
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

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Shows the steps of a check of `name`.
    pub fn steps(&self, name: &str) -> impl FnMut(Step) + 'static {
        let (bar, name) = (self.bar.clone(), name.to_owned());
        move |step| {
            bar.set_message(match step {
                Step::Building => format!("{name}: building"),
                Step::Launches(1) => format!("{name}: 1 launch"),
                Step::Launches(count) => format!("{name}: {count} launches"),
            });
        }
    }
}

impl Default for ProgressLine {
    fn default() -> Self {
        ProgressLine::new()
    }
}
