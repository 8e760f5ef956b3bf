//! The state of this machine as text: what works, what doesn't, and remedies.

use ::render::{Page, Tone};
use launch::sanitise::visible_line;
use std::fmt;

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    name: String,
    text: String,
    remedy: Option<String>,
}

impl Finding {
    pub fn good(name: &str, text: String) -> Finding {
        Finding {
            name: name.to_owned(),
            text,
            remedy: None,
        }
    }

    /// The remedy may be empty.
    pub fn bad(name: &str, problem: &impl fmt::Display, remedy: String) -> Finding {
        Finding {
            name: name.to_owned(),
            text: problem.to_string(),
            remedy: Some(remedy),
        }
    }

    pub fn is_good(&self) -> bool {
        self.remedy.is_none()
    }
}

/// One paragraph for each finding.
pub fn doctor(page: Page, findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let (mark, tone) = if finding.is_good() {
            ("ok", Tone::Good)
        } else {
            ("NO", Tone::Bad)
        };
        let first = format!(" {mark}  {:<14} ", visible_line(&finding.name));
        let indent = " ".repeat(first.chars().count());
        let lines = page.wrap(&first, &indent, &visible_line(&finding.text));
        text.push_str(&lines.replacen(mark, &page.paint(tone, mark), 1));
        if let Some(remedy) = &finding.remedy {
            text.push_str(&page.wrap(&indent, &indent, &visible_line(remedy)));
        }
    }
    text
}
