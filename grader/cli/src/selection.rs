//! Which exercises a student means: a number, a name, or `all`.

use crate::refusal::Refusal;
use course::{Course, Exercise};

/// The exercise that these words name. The word `exercise` may come before it.
pub fn one<'c>(words: &[String], course: &'c Course) -> Result<&'c Exercise, Refusal> {
    let word = last_word(words)?;
    if word == "all" {
        return Err(Refusal::NotAll);
    }
    Ok(course.find(word)?)
}

/// As [`one`], but `all` names every exercise.
pub fn several<'c>(words: &[String], course: &'c Course) -> Result<Vec<&'c Exercise>, Refusal> {
    if last_word(words)? == "all" {
        return Ok(course.exercises().iter().collect());
    }
    one(words, course).map(|exercise| vec![exercise])
}

fn last_word(words: &[String]) -> Result<&str, Refusal> {
    match words {
        [word] => Ok(word),
        [optional, word] if optional == "exercise" => Ok(word),
        words => Err(Refusal::ManyWords {
            words: words.to_vec(),
        }),
    }
}
