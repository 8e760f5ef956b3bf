//! Markdown as text: the part of it that hints and the catalogue use.

use ::render::{Page, Tone};
use launch::sanitise::{visible, visible_line};

/// Markdown with few changes, each line after `indent`: paragraphs are wrapped, headings are highlighted,
/// indented and fenced code is left alone.
pub(super) fn markdown(page: Page, indent: &str, source: &str) -> String {
    let mut text = String::new();
    let mut paragraph = String::new();
    let mut fenced = false;
    let flush = |paragraph: &mut String, text: &mut String| {
        let is_item = paragraph.starts_with(['-', '*']);
        let rest = format!("{indent}{}", if is_item { "  " } else { "" });
        text.push_str(&page.wrap(indent, &rest, &visible_line(paragraph)));
        paragraph.clear();
    };
    for line in source.trim().lines() {
        let is_fence = line.trim_start().starts_with("```");
        let is_code = fenced || is_fence || line.starts_with("    ");
        let heading = line.trim_start_matches('#');
        if is_code || line.trim().is_empty() {
            flush(&mut paragraph, &mut text);
            if !is_fence {
                let line = if fenced {
                    format!("{indent}  {line}")
                } else {
                    line.to_owned()
                };
                text.push_str(visible(&line).trim_end());
                text.push('\n');
            }
            fenced ^= is_fence;
        } else if heading.len() < line.len() {
            flush(&mut paragraph, &mut text);
            text.push_str(indent);
            text.push_str(&page.paint(Tone::Strong, &visible_line(heading.trim())));
            text.push('\n');
        } else {
            if line.trim_start().starts_with("- ") || line.trim_start().starts_with("* ") {
                flush(&mut paragraph, &mut text);
            }
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line.trim());
        }
    }
    flush(&mut paragraph, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_and_code_is_not() {
        let source = "## Why\nOne paragraph that\ngoes on.\n\n```c\nint i =\n    0;\n```\n- first\n- second\n";
        assert_eq!(
            markdown(Page::PLAIN, "  ", source),
            "  Why\n  One paragraph that goes on.\n\n    int i =\n        0;\n  - first\n  - second\n"
        );
    }

    #[test]
    fn a_long_item_is_indented_below_its_mark() {
        let page = Page {
            width: 12,
            ..Page::PLAIN
        };
        assert_eq!(
            markdown(page, "", "- one two three"),
            "- one two\n  three\n"
        );
    }
}
