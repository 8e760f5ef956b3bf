//! Replay tokens: one case of one problem as a short word, such as `r1:8c0f...`, that a student can copy from
//! a report. It reproduces exactly that case, whatever the seed.
//!
//! After `r1:` follow, in base 32 (digits and letters, in either case): two bytes of the checksum of the
//! problem's name, the case, and four bytes of checksum over everything.

use base32::Alphabet;
use kernels::{AnyCase, AnyProblem, problems};

const PREFIX: &str = "r1:";
const NAME_BYTES: usize = 2;
const CHECKSUM_BYTES: usize = 4;

/// The longest token that is read, in bytes.
const LONGEST: usize = 4096;

/// Digits and letters without i, l, o and u, which are easily confused.
const ALPHABET: Alphabet = Alphabet::Crockford;

/// The token of `case` of `problem`.
pub(crate) fn token_of(problem: &dyn AnyProblem, case: &dyn AnyCase) -> String {
    let mut bytes = name_checksum(problem).to_vec();
    bytes.extend(case.encode());
    let checksum = crc32fast::hash(&bytes).to_le_bytes();
    bytes.extend(checksum);
    PREFIX.to_owned() + &encoded(&bytes)
}

fn encoded(bytes: &[u8]) -> String {
    base32::encode(ALPHABET, bytes).to_ascii_lowercase()
}

/// The case of `problem` that `token` encodes.
pub(crate) fn case_of(
    problem: &'static dyn AnyProblem,
    token: &str,
) -> Result<Box<dyn AnyCase>, TokenError> {
    let token = token.trim();
    let Some(body) = token.strip_prefix(PREFIX) else {
        let version = token.split_once(':').map(|(version, _)| version);
        return Err(match version {
            Some(version) if is_version(version) => TokenError::OtherVersion {
                version: version.to_owned(),
            },
            _ => TokenError::NotAToken,
        });
    };
    if body.len() > LONGEST {
        return Err(TokenError::Damaged);
    }
    // Bytes have one spelling: of its last character the bits that no byte needs are zero.
    let bytes = base32::decode(ALPHABET, body)
        .filter(|bytes| encoded(bytes).eq_ignore_ascii_case(body))
        .ok_or(TokenError::Damaged)?;
    let (rest, checksum) = bytes
        .split_last_chunk::<CHECKSUM_BYTES>()
        .ok_or(TokenError::Damaged)?;
    if crc32fast::hash(rest).to_le_bytes() != *checksum {
        return Err(TokenError::Damaged);
    }
    let (name, case) = rest
        .split_first_chunk::<NAME_BYTES>()
        .ok_or(TokenError::Damaged)?;
    if *name != name_checksum(problem) {
        let other = problems().find(|other| name_checksum(*other) == *name);
        return Err(TokenError::OtherProblem {
            wanted: problem.name(),
            found: other.map(|other| other.name()),
        });
    }
    problem.decode(case).map_err(|_| TokenError::NoSuchCase {
        problem: problem.name(),
    })
}

fn is_version(text: &str) -> bool {
    text.strip_prefix('r').is_some_and(|number| {
        !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit())
    })
}

fn name_checksum(problem: &dyn AnyProblem) -> [u8; NAME_BYTES] {
    let [first, second, ..] = crc32fast::hash(problem.name().as_bytes()).to_le_bytes();
    [first, second]
}

/// Why a token does not reproduce a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// The exercise asks for no kernel, so it has no cases.
    #[error("this exercise asks for no kernel, so there is no case to replay; check it whole")]
    NoCases,
    #[error(
        "this is no replay token: one begins with `{PREFIX}` and stands in the report of a failed check"
    )]
    NotAToken,
    /// It was made by another version of this program.
    #[error(
        "this replay token is of the kind `{version}`, of another version of grader; run the check again for one of this version"
    )]
    OtherVersion {
        /// The version it names, such as `r2`.
        version: String,
    },
    /// Its checksum is wrong.
    #[error(
        "this replay token is damaged: characters are missing or changed; copy it whole from the report"
    )]
    Damaged,
    /// It belongs to another problem.
    #[error("this replay token belongs to {}, not to `{wanted}`", .found.map_or("another problem".to_owned(), |found| format!("the problem `{found}`")))]
    OtherProblem {
        /// The requested problem.
        wanted: &'static str,
        /// The problem it belongs to, if known.
        found: Option<&'static str>,
    },
    /// It is valid, but the problem has no such case (any more).
    #[error(
        "this replay token is of a case that `{problem}` does not have (any more); run the check again for another"
    )]
    NoSuchCase { problem: &'static str },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(name: &str) -> &'static dyn AnyProblem {
        kernels::problem(name).unwrap()
    }

    fn some_token() -> String {
        let saxpy = problem("saxpy");
        token_of(saxpy, saxpy.corners()[40].as_ref())
    }

    #[test]
    fn a_token_brings_its_case_back_in_either_case_of_letters() {
        for problem in problems() {
            for case in problem.corners() {
                let token = token_of(problem, case.as_ref());
                assert!(token.len() < 40, "{token}");
                let upper = format!("r1:{}", token[3..].to_uppercase());
                for token in [token, upper] {
                    let again = case_of(problem, &token).unwrap();
                    assert_eq!(again.encode(), case.encode());
                }
            }
        }
    }

    #[test]
    fn any_one_character_changed_or_lost_is_seen() {
        let token = some_token();
        for position in 3..token.len() {
            for other in "0az*"
                .chars()
                .filter(|other| !token[position..].starts_with(*other))
            {
                let mut changed = token.clone();
                changed.replace_range(position..=position, &other.to_string());
                let error = case_of(problem("saxpy"), &changed).err();
                assert_eq!(error, Some(TokenError::Damaged), "{changed}");
            }
            let error = case_of(problem("saxpy"), &token[..position]).err();
            assert_eq!(error, Some(TokenError::Damaged), "{}", &token[..position]);
        }
    }

    #[test]
    fn a_token_of_another_problem_says_whose_it_is() {
        assert_eq!(
            case_of(problem("fill"), &some_token()).err(),
            Some(TokenError::OtherProblem {
                wanted: "fill",
                found: Some("saxpy")
            })
        );
    }

    #[test]
    fn what_is_no_token_is_told_apart_from_one_of_another_version() {
        let error = |token: &str| case_of(problem("saxpy"), token).err();
        for token in [
            "",
            "9f2c",
            "saxpy",
            "r:",
            "rx:00",
            "\u{1f600}:x",
            "https://x",
        ] {
            assert_eq!(error(token), Some(TokenError::NotAToken), "{token}");
        }
        assert_eq!(
            error("r2:00"),
            Some(TokenError::OtherVersion {
                version: "r2".to_owned()
            })
        );
        assert_eq!(
            error(&format!("r1:{}", "0".repeat(1_000_000))),
            Some(TokenError::Damaged)
        );
    }

    #[test]
    fn a_forged_token_of_an_impossible_case_is_refused() {
        let fill = problem("fill");
        let mut bytes = name_checksum(fill).to_vec();
        // n = 2^40 in a work-group of 4.
        bytes.extend([0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 4, 2]);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        let token = format!("r1:{}", encoded(&bytes));
        assert_eq!(
            case_of(fill, &token).err(),
            Some(TokenError::NoSuchCase { problem: "fill" })
        );
    }
}
