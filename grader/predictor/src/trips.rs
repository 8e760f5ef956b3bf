//! Trip counts of data-dependent loops, as a user writes them: `6=100`, `kernel.cl:6=100`, `6:5=100`.

use crate::refusal::At;
use std::fmt;
use std::str::FromStr;

/// A loop's trip count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trip {
    /// The file's name or the end of its path, if given.
    pub file: Option<String>,
    /// The line that the loop begins in.
    pub line: u32,
    /// The column, if given: a line may hold several loops.
    pub column: Option<u32>,
    pub rounds: u64,
}

/// The largest trip count.
pub const MOST_ROUNDS: u64 = 1_000_000_000_000;

/// Why a text is not a [`Trip`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TripError {
    /// There is no `=`.
    NoRounds,
    /// There is no line number before the `=`.
    Line,
    /// There is no trip count behind the `=`.
    Rounds,
}

impl fmt::Display for TripError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TripError::NoRounds => f.write_str("wanted LINE=ROUNDS, such as 6=100"),
            TripError::Line => {
                f.write_str("wanted the line of a loop before the `=`, such as 6 or kernel.cl:6")
            }
            TripError::Rounds => write!(
                f,
                "wanted a whole number of rounds from 0 to {MOST_ROUNDS} behind the `=`"
            ),
        }
    }
}

impl std::error::Error for TripError {}

impl FromStr for Trip {
    type Err = TripError;

    fn from_str(text: &str) -> Result<Trip, TripError> {
        let (place, rounds) = text.rsplit_once('=').ok_or(TripError::NoRounds)?;
        let rounds = rounds.trim().parse().map_err(|_| TripError::Rounds)?;
        if rounds > MOST_ROUNDS {
            return Err(TripError::Rounds);
        }
        let number = |text: &str| text.trim().parse().ok().filter(|&number: &u32| number > 0);
        let (before, last) = match place.rsplit_once(':') {
            Some((before, last)) => (Some(before), last),
            None => (None, place),
        };
        let last = number(last).ok_or(TripError::Line)?;
        let named = |file: &str| Some(file.trim().to_owned()).filter(|file| !file.is_empty());
        let (file, line, column) = match before {
            None => (None, last, None),
            // A line and a column, or a file and a line.
            Some(before) => match before.rsplit_once(':') {
                Some((file, line)) => match number(line) {
                    Some(line) => (named(file), line, Some(last)),
                    None => (named(before), last, None),
                },
                None => match number(before) {
                    Some(line) => (None, line, Some(last)),
                    None => (named(before), last, None),
                },
            },
        };
        Ok(Trip {
            file,
            line,
            column,
            rounds,
        })
    }
}

impl Trip {
    /// The trip count of the loop at this place.
    pub fn at(at: &At, rounds: u64) -> Trip {
        Trip {
            file: Some(at.file.clone()),
            line: at.line,
            column: Some(at.column),
            rounds,
        }
    }

    /// Whether it applies to the loop at this place.
    pub fn is_of(&self, at: &At) -> bool {
        let file = self.file.as_ref().is_none_or(|file| {
            let before = at.file.strip_suffix(file.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
        });
        file && self.line == at.line && self.column.is_none_or(|column| column == at.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trip(file: Option<&str>, line: u32, column: Option<u32>, rounds: u64) -> Trip {
        Trip {
            file: file.map(str::to_owned),
            line,
            column,
            rounds,
        }
    }

    #[test]
    fn a_line_a_column_and_a_file_are_told_apart() {
        let read = |text: &str| text.parse::<Trip>().expect("a trip");
        assert_eq!(read("6=100"), trip(None, 6, None, 100));
        assert_eq!(read("6:5=0"), trip(None, 6, Some(5), 0));
        assert_eq!(read("k.cl:6=1"), trip(Some("k.cl"), 6, None, 1));
        assert_eq!(read("a/k.cl:6:5=1"), trip(Some("a/k.cl"), 6, Some(5), 1));
        assert_eq!(read("a=b.cl:6=1"), trip(Some("a=b.cl"), 6, None, 1));
    }

    #[test]
    fn what_is_no_trip_says_what_was_wanted() {
        let wrong = |text: &str| text.parse::<Trip>().expect_err("no trip");
        assert_eq!(wrong("6"), TripError::NoRounds);
        assert_eq!(wrong("=6"), TripError::Line);
        assert_eq!(wrong("k.cl=6"), TripError::Line);
        assert_eq!(wrong("0=6"), TripError::Line);
        for rounds in ["", "-1", "many", "1.5", "1e3", "1000000000001"] {
            assert_eq!(wrong(&format!("6={rounds}")), TripError::Rounds);
        }
    }

    #[test]
    fn a_file_is_met_by_its_name_or_the_end_of_its_path() {
        let at = At {
            file: "course/sum/kernel.cl".to_owned(),
            line: 6,
            column: 5,
        };
        assert!(trip(None, 6, None, 1).is_of(&at));
        assert!(trip(Some("kernel.cl"), 6, Some(5), 1).is_of(&at));
        assert!(trip(Some("sum/kernel.cl"), 6, None, 1).is_of(&at));
        assert!(!trip(Some("nel.cl"), 6, None, 1).is_of(&at));
        assert!(!trip(None, 6, Some(4), 1).is_of(&at));
        assert!(!trip(None, 5, None, 1).is_of(&at));
    }
}
