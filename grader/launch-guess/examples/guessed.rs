//! Guesses a launch for every kernel of the files named, runs it, and says how each ended:
//! `cargo run --release -p launch-guess --example guessed -- FILE.cl...`; with `--first` of the first kernel of each
//! file alone. One line a kernel: `clean`, what it shows, or why nothing ran; then the time.

use launch::{Evidence, Level};
use launch_file::{Ending, InMemory};
use launch_guess::{Frame, Request, compile_with_missing, guess};
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing};
use simulator::{End, Options};
use std::collections::BTreeMap;
use std::time::Instant;

fn main() {
    let mut first_alone = false;
    let mut shown = false;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut times = Vec::new();
    for path in std::env::args().skip(1) {
        match path.as_str() {
            "--first" => first_alone = true,
            "--show" => shown = true,
            path => {
                let Ok(bytes) = std::fs::read(path) else {
                    continue;
                };
                let (text, _) = launch::text::decode(&bytes);
                for line in of_file(path, &text, first_alone, shown, &mut times) {
                    let word = line.split(':').next().unwrap_or_default().to_owned();
                    *counts.entry(word).or_default() += 1;
                    println!("{path}: {line}");
                }
            }
        }
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or(0);
    println!("{counts:?}, median {median} ms, most {:?} ms", times.last());
}

fn of_file(
    path: &str,
    text: &str,
    first_alone: bool,
    shown: bool,
    times: &mut Vec<u128>,
) -> Vec<String> {
    let name = "kernel.cl";
    let mut options = Preprocessing::default();
    let (compiled, missing) = compile_with_missing(name, text, &mut options, &mut NoIncludes);
    let checked = match compiled {
        Ok(checked) => checked,
        Err(rejected) => {
            let first = rejected
                .diagnostics
                .iter()
                .max_by_key(|it| std::cmp::Reverse(it.severity));
            let first = first.map_or("", |first| &first.message);
            return vec![format!("not built: {first}")];
        }
    };
    let kernels: Vec<String> = checked
        .program
        .kernels()
        .map(|(_, kernel)| kernel.name.to_string())
        .collect();
    let most = if first_alone { 1 } else { usize::MAX };
    let each = kernels.into_iter().take(most).map(|kernel| {
        let started = Instant::now();
        let files = BTreeMap::from([(name.to_owned(), text.to_owned())]);
        let request = Request {
            kernel: Some(kernel.clone()),
            warp: 32,
            ..Request::default()
        };
        let guessed = guess(&checked, &missing, &request, &mut InMemory::new(&files));
        let guessed = match guessed {
            Ok(guessed) => guessed,
            Err(why) => return format!("not guessed: {kernel}: {why:?}"),
        };
        let frame = Frame {
            source: name,
            ..Frame::default()
        };
        let launch = guessed.launch_file(&frame);
        if shown {
            println!("--- {path} {kernel}\n{launch}");
        }
        let options = Options {
            threads: 0,
            steps: guessed.steps,
            ..Options::default()
        };
        let ran = launch_file::run("LAUNCH.toml", &launch, &mut InMemory::new(&files), &options);
        let mut simulation = match ran {
            Ok(simulation) => simulation,
            Err(refused) => {
                return format!("refused: {kernel}: {}\n{launch}", refused.finding.message);
            }
        };
        let marked = guessed.mark(&mut simulation.ending);
        let taken = started.elapsed().as_millis();
        times.push(taken);
        let told = match &simulation.ending {
            Ending::NotBuilt(_) => "not built".to_owned(),
            Ending::Unsupported(what) => format!("not supported: {kernel}: {}", what.message),
            Ending::Ran(ran) => {
                let errors = ran.findings.iter().enumerate().filter(|(index, finding)| {
                    finding.level == Level::Error && finding.evidence != Evidence::Likely
                        || marked.iter().any(|it| it.finding == *index)
                            && finding.level == Level::Warning
                });
                let errors: Vec<String> = errors
                    .map(|(index, finding)| {
                        let depends = marked.iter().find(|it| it.finding == index);
                        let depends = depends.map_or("CERTAIN".to_owned(), |it| {
                            format!("depends ({})", it.change)
                        });
                        let line = finding.spans.first().map_or(0, |place| place.line);
                        format!(
                            "{depends} {} line {line}: {}",
                            finding.mistake, finding.message
                        )
                    })
                    .collect();
                let word = match (&errors[..], ran.outcome.end) {
                    (_, End::OutOfSteps | End::Cancelled) => "out of steps",
                    (_, End::Refused) => "launch refused",
                    ([], _) => "clean",
                    (errors, _) if errors.iter().any(|it| it.starts_with("CERTAIN")) => "certain",
                    _ => "depends",
                };
                let elsewhere = guessed.elsewhere.len();
                format!(
                    "{word}: {kernel}: {} (+{elsewhere} elsewhere)",
                    errors.join("; ")
                )
            }
        };
        format!("{told} [{taken} ms]")
    });
    each.collect()
}
