//! The book's parts: which of them a chapter stands in. Read from the book's own table of contents, so
//! that nothing has to be told twice.

const SUMMARY: &str = include_str!("../../../../book/src/SUMMARY.md");

/// The title of the part that a chapter, `models/execution-model`, stands in.
pub fn of_chapter(chapter: &str) -> Option<&'static str> {
    let link = format!("]({chapter}.md)");
    let mut part = None;
    for line in SUMMARY.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            part = Some(title);
        } else if line.ends_with(&link) {
            return part;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_stands_in_the_part_above_it() {
        assert_eq!(of_chapter("models/execution-model"), Some("The models"));
        assert_eq!(of_chapter("sharing/transpose"), Some("Sharing"));
        assert_eq!(of_chapter("no/such-chapter"), None);
    }
}
