//! A line that is erased before anything else is shown.

use super::output;

/// Clears the cursor's line.
const ERASE: &str = "\r\x1b[K";

/// The line below the output, on a terminal that reads keys.
pub(super) struct TemporaryLine {
    knows_escapes: bool,
    /// Is it on the screen?
    shown: bool,
}

impl TemporaryLine {
    /// None is shown yet.
    pub(super) fn new(knows_escapes: bool) -> TemporaryLine {
        TemporaryLine {
            knows_escapes,
            shown: false,
        }
    }

    /// Does the terminal understand escape sequences?
    #[cfg(unix)]
    pub(super) fn knows_escapes(&self) -> bool {
        self.knows_escapes
    }

    /// Shows a line in place of the last one. A terminal that cannot erase gets it as an ordinary line, once.
    pub(super) fn show(&mut self, line: &str) {
        if self.knows_escapes {
            output::remark(&format!("{ERASE}{line}"));
        } else if !self.shown {
            output::remark(&format!("{line}\n"));
        }
        self.shown = true;
    }

    pub(super) fn erase(&mut self) {
        if self.shown && self.knows_escapes {
            output::remark(ERASE);
        }
        self.shown = false;
    }

    /// Takes it for gone: something else was shown since.
    #[cfg(unix)]
    pub(super) fn forget(&mut self) {
        self.shown = false;
    }
}
