//! Selects exercises by numbers, names, or `all`.

use crate::refusal::Refusal;
use course::{Course, Exercise};

/// The exercise that the words name. The word `exercise` may come first.
pub fn one<'c>(words: &[String], course: &'c Course) -> Result<&'c Exercise, Refusal> {
    match names(words) {
        [word] if word == "all" => Err(Refusal::NotAll),
        [word] => Ok(course.find(word)?),
        words => Err(Refusal::ManyWords {
            words: words.to_vec(),
        }),
    }
}

/// Like [`one`], for several exercises; `all` means every exercise. Each is selected once.
pub fn several<'c>(words: &[String], course: &'c Course) -> Result<Vec<&'c Exercise>, Refusal> {
    let names = names(words);
    if names == ["all"] {
        return Ok(course.exercises().iter().collect());
    }
    let mut exercises: Vec<&Exercise> = Vec::new();
    for name in names {
        let exercise = course.find(name)?;
        if !exercises
            .iter()
            .any(|known| known.folder == exercise.folder)
        {
            exercises.push(exercise);
        }
    }
    Ok(exercises)
}

fn names(words: &[String]) -> &[String] {
    match words {
        [optional, names @ ..] if optional == "exercise" && !names.is_empty() => names,
        names => names,
    }
}
