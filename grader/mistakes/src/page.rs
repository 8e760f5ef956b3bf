//! The page of a mistake: the doc comment at the head of its file, as Markdown.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its Markdown, without the slashes.
    pub markdown: String,
}

/// A program on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// The one with the mistake.
    Wrong,
    /// The one without.
    Right,
}

impl Page {
    /// Of a file's text: its leading lines that begin with `//!`.
    pub(crate) fn of(file: &str) -> Page {
        let mut markdown = String::new();
        for line in file.lines() {
            let Some(line) = line.strip_prefix("//!") else {
                break;
            };
            markdown.push_str(line.strip_prefix(' ').unwrap_or(line));
            markdown.push('\n');
        }
        Page { markdown }
    }

    /// Its heading.
    pub fn title(&self) -> &str {
        let first = self.markdown.lines().next().unwrap_or_default();
        first.trim_start_matches('#').trim()
    }

    /// The text below a second-level heading, up to the next one.
    pub fn section(&self, heading: &str) -> Option<&str> {
        let mut from = None;
        let mut at = 0;
        for line in self.markdown.split_inclusive('\n') {
            let begins = line.strip_prefix("## ");
            match (from, begins) {
                (Some(from), Some(_)) => return Some(self.markdown[from..at].trim()),
                (None, Some(name)) if name.trim() == heading => from = Some(at + line.len()),
                _ => {}
            }
            at += line.len();
        }
        from.map(|from| self.markdown[from..].trim())
    }

    /// The program under the heading `Wrong` or `Right`.
    pub fn program(&self, example: Example) -> Option<&str> {
        let heading = match example {
            Example::Wrong => "Wrong",
            Example::Right => "Right",
        };
        let (_, fenced) = self.section(heading)?.split_once("```opencl\n")?;
        fenced.split_once("```").map(|(program, _)| program)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "//! # A title\n//!\n//! Text.\n//!\n//! ## Wrong\n//! ```opencl\n//! kernel\n\
                        //! ```\n//!\n//! ## Source\n//! A book.\n\nuse x;\n//! no page\n";

    #[test]
    fn a_page_ends_where_the_doc_comment_does() {
        let page = Page::of(FILE);
        assert_eq!(page.title(), "A title");
        assert!(page.markdown.ends_with("A book.\n"));
    }

    #[test]
    fn a_section_ends_where_the_next_begins() {
        let page = Page::of(FILE);
        assert_eq!(page.program(Example::Wrong), Some("kernel\n"));
        assert_eq!(page.program(Example::Right), None);
        assert_eq!(page.section("Source"), Some("A book."));
    }
}
