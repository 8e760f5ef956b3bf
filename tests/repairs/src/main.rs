//! Repairs every labelled mistake and shows the table by kind.
//!
//! ```text
//! repairs [--fresh N] [--usual] [--answers FOLDER] [SLUG...]
//! ```
//!
//! `--fresh`: cases of another seed that each repair has to pass (10000). `--usual`: what a usual check finds, without
//! the whole search. `--answers`: a folder with a folder an
//! exercise, named by number or slug, whose `wrong-*.cl` are repaired instead of the labelled mistakes.

use repairs::{Answer, Repaired, answers, course, differing_lines, one_edit_missed, repair};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, Box<dyn Error>> {
    let (mut fresh, mut is_usual_alone, mut folder, mut slugs) = (10_000, false, None, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--fresh" => fresh = arguments.next().ok_or("--fresh needs a number")?.parse()?,
            "--usual" => is_usual_alone = true,
            "--answers" => folder = arguments.next().map(PathBuf::from),
            _ => slugs.push(argument),
        }
    }
    let course = course()?;
    let mut all: Vec<(Answer<'_>, Option<String>)> = Vec::new();
    for exercise in course.exercises() {
        let slug = &exercise.manifest.slug;
        if exercise.problem.is_none() || !slugs.is_empty() && !slugs.contains(slug) {
            continue;
        }
        let solution = testing::project().join("solutions").join(&exercise.folder);
        let right = std::fs::read_to_string(solution.join("answers.toml")).ok();
        let found = match &folder {
            None => answers(exercise, &solution.join("mistakes"), "")?,
            Some(folder) => {
                let number = format!("{:02}", exercise.manifest.number);
                let mut found = Vec::new();
                for entry in std::fs::read_dir(folder)? {
                    let path = entry?.path();
                    let name = path
                        .file_name()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .into_owned();
                    if name == *slug || name.starts_with(&number) {
                        found.extend(answers(exercise, &path, "wrong")?);
                    }
                }
                found
            }
        };
        all.extend(found.into_iter().map(|answer| (answer, right.clone())));
    }
    let results = testing::cores::each(
        &all,
        || (),
        |(), (answer, right)| repair(answer, right.as_deref(), fresh, is_usual_alone),
    );
    let (mut near, mut near_of) = (0, 0);
    let (mut of_one_place, mut repaired_of_one_place) = (0, 0);
    let mut kinds: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let (mut times, mut usual_times): (Vec<Duration>, Vec<Duration>) = Default::default();
    let (mut repaired, mut held) = (0, 0);
    for ((answer, _), result) in all.iter().zip(&results) {
        print!("{}", row(answer, result));
        times.push(result.time);
        usual_times.push(result.usual_time);
        let solution = testing::project()
            .join("solutions")
            .join(&answer.exercise.folder);
        let solution = std::fs::read_to_string(solution.join("kernel.cl"))?;
        let differing = differing_lines(&answer.text, &solution);
        let is_near = |line: u32| differing.iter().any(|it| it.abs_diff(line) <= 1);
        match result.first_line {
            Some(line) if !is_near(line) => {
                let lines: Vec<String> = differing.iter().map(u32::to_string).collect();
                println!("  first line: {line}; differs in {}", lines.join(", "));
            }
            _ => println!(),
        }
        if is_one_place(&differing) {
            of_one_place += 1;
            repaired_of_one_place += u32::from(result.remedy.is_some());
        }
        near += u32::from(result.first_line.is_some_and(is_near));
        near_of += u32::from(result.first_line.is_some());
        if let Some(remedy) = &result.remedy {
            let kind = remedy.kind.map_or("?", repair::Kind::slug);
            let count = kinds.entry(kind).or_default();
            count.0 += 1;
            count.1 += u32::from(remedy.second.is_some());
            repaired += 1;
            held += u32::from(result.holds);
        }
    }
    println!("\n{:<20}{:>8}{:>10}", "kind", "repairs", "of pairs");
    for (kind, (count, pairs)) in kinds {
        println!("{kind:<20}{count:>8}{pairs:>10}");
    }
    let percent = |part: u32| f64::from(part) * 100.0 / all.len().max(1) as f64;
    println!(
        "\n{} answers; repaired: {repaired} ({:.1} %); of those right in {fresh} fresh cases: {held}",
        all.len(),
        percent(repaired),
    );
    println!(
        "of those that differ from the solution in one place: {repaired_of_one_place} of {of_one_place} ({:.1} %)",
        f64::from(repaired_of_one_place) * 100.0 / f64::from(of_one_place.max(1))
    );
    println!(
        "a usual report's first line is within one line of where the solution differs: {near} ({:.1} %), \
         of {near_of} reports that name a line",
        percent(near)
    );
    let missed = one_edit_missed();
    let (mut mended, mut unmended, mut found) = (0, 0, Vec::new());
    for ((answer, _), result) in all.iter().zip(&results) {
        let is_listed = missed.contains(answer.name.as_str());
        match &result.remedy {
            Some(_) if is_listed => found.push(answer.name.as_str()),
            Some(remedy) if remedy.second.is_none() => mended += 1,
            Some(_) => {}
            None => unmended += u32::from(is_listed),
        }
    }
    mended += found.len() as u32;
    println!(
        "of those that one edit can mend, by one-edit.txt: {mended} of {} ({:.1} %)",
        mended + unmended,
        f64::from(mended) * 100.0 / f64::from((mended + unmended).max(1))
    );
    if !found.is_empty() {
        println!("to be taken out of one-edit.txt: {}", found.join(", "));
    }
    let usual = results.iter().filter(|result| result.is_usual).count();
    println!("repaired by a usual check: {usual}");
    println!("time of a check with the whole search: {}", spread(times));
    println!("time of a usual check: {}", spread(usual_times));
    Ok(held == repaired)
}

/// Is it one line, or two neighbouring ones? There a single edit could do.
fn is_one_place(lines: &BTreeSet<u32>) -> bool {
    match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => last - first <= 1,
        _ => false,
    }
}

/// The sum, the median and the ninth tenth of some times.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |index: usize| times.get(index).copied().unwrap_or_default().as_secs_f64();
    let sum: Duration = times.iter().sum();
    format!(
        "median {:.3} s, nine of ten within {:.3} s, {:.1} s in all",
        at(times.len() / 2),
        at(times.len() * 9 / 10),
        sum.as_secs_f64()
    )
}

fn row(answer: &Answer<'_>, result: &Repaired) -> String {
    let remedy = match &result.remedy {
        None => "-".to_owned(),
        Some(remedy) => {
            let held = if result.holds { "" } else { "  DOES NOT HOLD" };
            let second = remedy.second.as_ref().map(|second| {
                format!(
                    "  and line {}: {}: {}",
                    second.line, second.message, second.help
                )
            });
            format!(
                "{} line {}: {}: {}{}{held}",
                remedy.kind.map_or("?", repair::Kind::slug),
                remedy.line.unwrap_or(0),
                remedy.message,
                remedy.help,
                second.unwrap_or_default()
            )
        }
    };
    format!(
        "{:<52}{:<24}{:>6.2} s  {remedy}",
        answer.name,
        result.verdict.label(),
        result.time.as_secs_f64()
    )
}
