//! The page that text is laid out for: a width in columns, with colour or without.
//!
//! Renderers take a page and return a string; only the entry point asks the terminal. So a report
//! is the same text in a snapshot, a pipe and a file.

use crate::words::SEPARATOR;
use annotate_snippets::Renderer;
use annotate_snippets::renderer::{AnsiColor, Effects, Style};
use colored::{Color, Colorize};
use launch::sanitise::visible_line;
#[cfg(not(target_family = "wasm"))]
use std::io::IsTerminal;
#[cfg(unix)]
use std::os::fd::AsFd as AsStream;
#[cfg(windows)]
use std::os::windows::io::AsHandle as AsStream;

/// The width of a page where no terminal says otherwise.
pub const DEFAULT_WIDTH: usize = 80;

/// Lines longer than this are hard to read however wide the terminal is.
#[cfg(not(target_family = "wasm"))]
const WIDEST: usize = 100;

/// Below this, wrapping does more harm than a terminal's own line breaks.
#[cfg(not(target_family = "wasm"))]
const NARROWEST: usize = 30;

/// The columns a text may take, and whether it is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Columns.
    pub width: usize,
    /// Are escapes for colour wanted?
    pub colour: bool,
}

/// A blank at which no line is broken.
const NO_BREAK: &str = "\u{a0}";
/// Allows no break where it stands.
const JOINER: &str = "\u{2060}";

/// `text` so that no line is broken within it: a command, a name with its value.
pub fn unbroken(text: &str) -> String {
    text.replace(' ', NO_BREAK)
        .replace('/', &format!("/{JOINER}"))
}

/// The opposite of [`unbroken`], for those who break lines themselves.
pub fn breakable(text: &str) -> String {
    text.replace(NO_BREAK, " ").replace(JOINER, "")
}

/// The meaning of a range of text, which decides its colour. Colours are readable on a dark page and on a
/// light one, which rules out yellow, and bright green and cyan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Passed.
    Good,
    /// Failed.
    Bad,
    /// Suspicious, or worth a look.
    Warning,
    /// A heading.
    Strong,
    /// Of lesser weight.
    Faint,
    /// Something to type.
    Command,
}

impl Page {
    /// A page of 80 columns without colour, as in files and snapshots.
    pub const PLAIN: Page = Page {
        width: DEFAULT_WIDTH,
        colour: false,
    };

    /// The page of this process's standard output; a pipe gets 80 columns and no colour.
    #[cfg(not(target_family = "wasm"))]
    pub fn of_stdout() -> Page {
        Page::of(std::io::stdout())
    }

    /// The page of this process's standard error, for remarks.
    #[cfg(not(target_family = "wasm"))]
    pub fn of_stderr() -> Page {
        Page::of(std::io::stderr())
    }

    #[cfg(not(target_family = "wasm"))]
    fn of(stream: impl IsTerminal + AsStream) -> Page {
        let width = terminal_size::terminal_size_of(&stream)
            .map_or(DEFAULT_WIDTH, |(columns, _)| usize::from(columns.0));
        Page {
            width: width.clamp(NARROWEST, WIDEST),
            colour: is_coloured(stream.is_terminal() && knows_escapes()),
        }
    }

    /// `text` in the colour of its meaning.
    pub fn paint(&self, tone: Tone, text: &str) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let painted = match tone {
            Tone::Good => text.color(Color::Green).bold(),
            Tone::Bad => text.color(Color::Red).bold(),
            Tone::Warning => text.color(Color::Magenta).bold(),
            Tone::Strong => text.bold(),
            Tone::Faint => text.dimmed(),
            Tone::Command => text.color(Color::Cyan),
        };
        painted.to_string()
    }

    /// A command to type, on one line.
    pub fn command(&self, text: &str) -> String {
        self.paint(Tone::Command, &visible_line(text))
    }

    /// Wraps each paragraph of `text` to the page, its first line after `first` and the others
    /// after `rest`. No line is broken at a no-break space, which becomes an ordinary one. Ends
    /// with a line feed.
    pub fn wrap(&self, first: &str, rest: &str, text: &str) -> String {
        let mut out = String::new();
        for (index, paragraph) in text.lines().enumerate() {
            let initial = if index == 0 { first } else { rest };
            let options = textwrap::Options::new(self.width)
                .initial_indent(initial)
                .subsequent_indent(rest)
                .word_separator(SEPARATOR)
                .word_splitter(textwrap::WordSplitter::NoHyphenation)
                .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
                .break_words(false);
            for line in textwrap::wrap(paragraph, options) {
                out.push_str(&line.trim_end().replace(NO_BREAK, " ").replace(JOINER, ""));
                out.push('\n');
            }
        }
        out
    }

    /// `left` and `right` at the two ends of one line, or on two lines where they don't fit.
    pub fn ends(&self, left: &str, right: &str) -> String {
        let taken = textwrap::core::display_width(left) + textwrap::core::display_width(right);
        if right.is_empty() {
            format!("{left}\n")
        } else if taken + 2 <= self.width {
            format!("{left}{:gap$}{right}\n", "", gap = self.width - taken)
        } else {
            format!(
                "{}{right:>width$}\n",
                self.wrap("", "  ", left),
                width = self.width
            )
        }
    }
}

/// Shows findings in colours of the same kind.
pub(super) fn renderer() -> Renderer {
    let bold = Style::new().effects(Effects::BOLD);
    let coloured = |colour: AnsiColor| colour.on_default().effects(Effects::BOLD);
    Renderer::styled()
        .error(coloured(AnsiColor::Red))
        .warning(coloured(AnsiColor::Magenta))
        .note(bold)
        .help(bold)
        // Its own is bright white on Windows, which a light page swallows.
        .emphasis(bold)
}

/// A console of Windows does once it is told to, unless it is older than Windows 10.
#[cfg(not(target_family = "wasm"))]
fn knows_escapes() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(true)
}

/// `NO_COLOR` (no-color.org) goes before `CLICOLOR_FORCE` and `CLICOLOR` (bixense.com/clicolors).
#[cfg(not(target_family = "wasm"))]
fn is_coloured(is_terminal: bool) -> bool {
    let variable = |name| std::env::var(name).unwrap_or_default();
    let force = variable("CLICOLOR_FORCE");
    if !variable("NO_COLOR").is_empty() {
        false
    } else if !force.is_empty() && force != "0" {
        true
    } else {
        is_terminal && variable("CLICOLOR") != "0" && variable("TERM") != "dumb"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_page_holds_no_escape_whatever_the_environment() {
        colored::control::set_override(true);
        assert_eq!(Page::PLAIN.paint(Tone::Bad, "wrong"), "wrong");
        let coloured = Page {
            colour: true,
            ..Page::PLAIN
        };
        assert!(coloured.paint(Tone::Bad, "wrong").contains('\u{1b}'));
        colored::control::unset_override();
    }

    #[test]
    fn wrapped_text_keeps_to_the_width_and_its_indent() {
        let page = Page {
            width: 30,
            colour: false,
        };
        let text = page.wrap(
            " - ",
            "   ",
            "each work-item writes the element of its own id",
        );
        for line in text.lines() {
            assert!(line.len() <= 30, "{line}");
        }
        assert!(text.starts_with(" - each"));
        assert!(text.lines().skip(1).all(|line| line.starts_with("   ")));
    }

    #[test]
    fn two_ends_that_do_not_fit_take_two_lines() {
        let page = Page {
            width: 30,
            colour: false,
        };
        assert_eq!(page.ends("left", "right").lines().count(), 1);
        let long = "a title that is longer than most";
        assert!(page.ends(long, "10/10 points").lines().count() >= 2);
    }
}
