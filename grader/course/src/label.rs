//! The label at the head of a labelled mistake: its description and the expected verdict of a check. In a
//! file of answers it begins with `#` instead of `//`.
//!
//! ```c
//! // Mistake: there is no tail guard, so the surplus work-items of the last
//! // work-group write behind the end.
//! // Verdict: out-of-bounds
//! ```

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MistakeLabel {
    /// The description of the mistake, one or two sentences.
    pub what: String,
    /// The expected verdict, as [`crate::Verdict::label`] writes it.
    pub verdict: String,
}

/// Why a kernel has no label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// The first line does not begin with `// Mistake:`.
    #[error("its first line must be `// Mistake: ` and what is wrong")]
    NoMistake,
    /// No comment line right behind it begins with `// Verdict:`.
    #[error("a line `// Verdict: ` with the expected verdict must follow what is wrong")]
    NoVerdict,
}

impl MistakeLabel {
    /// Reads the label of a kernel's text.
    pub fn parse(text: &str) -> Result<Self, LabelError> {
        let mut lines = text.lines().map_while(comment);
        let first = lines
            .next()
            .and_then(|line| line.trim().strip_prefix("Mistake:"));
        let mut what = first.ok_or(LabelError::NoMistake)?.trim().to_owned();
        for line in lines {
            if let Some(verdict) = line.trim().strip_prefix("Verdict:") {
                let verdict = verdict.trim().to_owned();
                return Ok(MistakeLabel { what, verdict });
            }
            what.push(' ');
            what.push_str(line.trim());
        }
        Err(LabelError::NoVerdict)
    }
}

/// The text of a comment that takes the whole line: of OpenCL C, or of TOML.
fn comment(line: &str) -> Option<&str> {
    line.strip_prefix("//").or_else(|| line.strip_prefix('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_may_take_several_lines() {
        let text = "// Mistake: a\n//   b.\n// Verdict: wrong\n\nkernel void f() {}\n";
        let label = MistakeLabel::parse(text).unwrap();
        assert_eq!(
            (label.what.as_str(), label.verdict.as_str()),
            ("a b.", "wrong")
        );
    }

    #[test]
    fn a_file_of_answers_has_its_label_in_comments_of_its_own() {
        let label = MistakeLabel::parse("# Mistake: a.\n# Verdict: wrong-answers\nn = 1\n");
        assert_eq!(label.unwrap().verdict, "wrong-answers");
    }

    #[test]
    fn a_missing_part_is_named() {
        for text in [
            "",
            "kernel void f() {}",
            "// Verdict: wrong\n// Mistake: a\n",
        ] {
            assert_eq!(MistakeLabel::parse(text), Err(LabelError::NoMistake));
        }
        for text in ["// Mistake: a", "// Mistake: a\n\n// Verdict: wrong\n"] {
            assert_eq!(MistakeLabel::parse(text), Err(LabelError::NoVerdict));
        }
    }
}
