//! Escapes other people's text for Markdown and HTML, and formats points.

use launch::sanitise;

/// The longest text of a kernel or a compiler that is shown, in characters.
const LONGEST: usize = 400;

/// Points with at most three decimals and without trailing zeros.
pub(crate) fn number(points: f64) -> String {
    let text = format!("{points:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

/// Text escaped for Markdown, on one line.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in sanitise::visible_line(&cut(text)).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // A bare address would become a link.
            ':' if out.ends_with("http") || out.ends_with("https") => out.push_str("&#58;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '|' | '#' | '!' | '~' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// Text as a code span, on one line.
pub(crate) fn code(text: &str) -> String {
    let text = sanitise::visible_line(&cut(text)).replace('`', "'");
    format!("`{text}`")
}

fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['\u{2026}']).collect()
}

/// Text escaped for HTML, on one line.
pub(crate) fn html_text(text: &str) -> String {
    let mut out = String::new();
    for c in sanitise::visible_line(&cut(text)).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_of_others_is_text() {
        assert_eq!(
            escaped("<script>[a](http://b)|*c*\u{1b}"),
            "&lt;script&gt;\\[a\\](http&#58;//b)\\|\\*c\\*␛"
        );
        assert_eq!(code("a`b\n"), "`a'b␊`");
        assert!(escaped(&"x".repeat(10_000)).chars().count() <= LONGEST + 1);
    }

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        assert_eq!(number(0.0), "0");
        assert_eq!(number(7.5), "7.5");
        assert_eq!(number(100.0), "100");
        assert_eq!(number(1.0 / 3.0), "0.333");
    }
}
