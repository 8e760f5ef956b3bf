//! Tries every mutant of the solutions, and tells which ones pass.
//!
//! ```text
//! mutants              all exercises
//! mutants SLUG...      these
//! ```

use grader::exercises::course_folder::CourseFolder;
use mutants::{Fate, Trial, on_every_core, with_kernels};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let slugs: Vec<String> = std::env::args().skip(1).collect();
    let folder = CourseFolder::open(None).map_err(|error| error.to_string())?;
    let exercises = match slugs.as_slice() {
        [] => with_kernels(&folder.course),
        slugs => slugs
            .iter()
            .map(|slug| folder.course.find(slug).map_err(|error| error.to_string()))
            .collect::<Result<Vec<_>, _>>()?,
    };
    let trials = on_every_core(&folder, &exercises, 1, |trial| {
        eprintln!("{}: done", trial.slug);
    })
    .map_err(|error| error.to_string())?;
    println!(
        "{:<28}{:>8}{:>8}{:>12}{:>10}",
        "exercise", "mutants", "caught", "equivalent", "survived"
    );
    let mut good = true;
    for trial in &trials {
        println!("{}", row(trial));
        for (mutant, _) in trial
            .mutants
            .iter()
            .filter(|(_, fate)| *fate == Fate::Survived)
        {
            println!(
                "    {}: {}  ->  {}",
                mutant.line, mutant.was, mutant.becomes
            );
            good = false;
        }
        for entry in &trial.stale {
            println!(
                "    listed, but no survivor: {}  ->  {}",
                entry.was, entry.becomes
            );
            good = false;
        }
    }
    Ok(good)
}

fn row(trial: &Trial) -> String {
    let programs = trial.count(|fate| *fate != Fate::NoProgram);
    format!(
        "{:<28}{:>8}{:>8}{:>12}{:>10}",
        trial.slug,
        programs,
        trial.count(|fate| matches!(fate, Fate::Caught(_))),
        trial.count(|fate| *fate == Fate::Equivalent),
        trial.count(|fate| *fate == Fate::Survived),
    )
}
