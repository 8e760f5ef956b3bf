//! `hints.md`: three tiers of hints, each more detailed than the one before.

/// The number of tiers of every exercise.
pub const TIERS: usize = 3;

/// The tiers after those, which are made from the repair of the student's own kernel: where it is wrong, what is
/// wrong, and the change.
pub const OWN_TIERS: u32 = 3;

/// The hints of an exercise, as Markdown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hints(pub [String; TIERS]);

/// An error in a `hints.md`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HintsError {
    #[error("there must be {TIERS} tiers of hints, not {found}")]
    Count { found: usize },
    /// A tier whose heading has another number.
    #[error("line {line}: this heading must be `## Hint {expected}`")]
    Heading {
        /// The line, from 1.
        line: usize,
        expected: usize,
    },
    /// A tier without text.
    #[error("hint {tier} has no text")]
    Empty {
        /// The tier, from 1.
        tier: usize,
    },
    /// Text before the first tier, which is never shown.
    #[error("line {line}: text before `## Hint 1` is never shown")]
    Preamble {
        /// The line, from 1.
        line: usize,
    },
}

impl Hints {
    /// Reads a `hints.md`: the headings `## Hint 1`, `## Hint 2` and `## Hint 3`, each with text
    /// below it. A title (`# ...`) may come first.
    pub fn parse(text: &str) -> Result<Self, HintsError> {
        let mut tiers: Vec<String> = Vec::new();
        let mut in_code = false;
        for (index, line) in text.lines().enumerate() {
            in_code ^= line.trim_start().starts_with("```");
            let is_heading = !in_code && line.starts_with("## ");
            if is_heading {
                let expected = tiers.len() + 1;
                if line.trim_end() != format!("## Hint {expected}") {
                    let line = index + 1;
                    return Err(HintsError::Heading { line, expected });
                }
                tiers.push(String::new());
            } else if let Some(tier) = tiers.last_mut() {
                tier.push_str(line);
                tier.push('\n');
            } else if !line.trim().is_empty() && !line.starts_with("# ") {
                return Err(HintsError::Preamble { line: index + 1 });
            }
        }
        let tiers: Vec<String> = tiers.iter().map(|tier| tier.trim().to_owned()).collect();
        if let Some(empty) = tiers.iter().position(String::is_empty) {
            return Err(HintsError::Empty { tier: empty + 1 });
        }
        let found = tiers.len();
        let tiers = tiers.try_into();
        tiers.map(Hints).map_err(|_| HintsError::Count { found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_tiers_are_told_apart() {
        let text = "# Hints\n\n## Hint 1\n\nlook\n\n## Hint 2\nlook *there*\n\n\
                    ## Hint 3\n\n```c\n## Hint 4\n```\n";
        let Hints(tiers) = Hints::parse(text).unwrap();
        assert_eq!(tiers[0], "look");
        assert_eq!(tiers[1], "look *there*");
        assert_eq!(tiers[2], "```c\n## Hint 4\n```");
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, error) in [
            ("", HintsError::Count { found: 0 }),
            ("## Hint 1\na\n## Hint 2\nb", HintsError::Count { found: 2 }),
            (
                "## Hint 2\na",
                HintsError::Heading {
                    line: 1,
                    expected: 1,
                },
            ),
            (
                "## Hint 1\na\n## Hint 2\n\n## Hint 3\nc",
                HintsError::Empty { tier: 2 },
            ),
            ("Think!\n## Hint 1\na", HintsError::Preamble { line: 1 }),
        ] {
            assert_eq!(Hints::parse(text), Err(error), "{text}");
        }
    }
}
