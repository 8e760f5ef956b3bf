//! Compares the front end with the device's compiler on many programs, and prints what differs.
//!
//! ```text
//! compare files FILE...           these files
//! compare run FILE...             these files and what the front end prints of them, by what they do
//! compare printed FILE...         what the front end prints of these files
//! compare generated N [SEED]      random well-formed programs, and what the front end prints of them
//! compare mutated N [SEED] FILE...   slips in these files, and in random programs where none is given
//! ```

use agreement::{
    Agreement, Disagreement, Oracle, Random, Tally, behaves_alike, compare, front_end, mutate,
    printed, program,
};
use launch::Standard;
use std::io::Write;
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

const USAGE: &str = "usage: compare files FILE... | run FILE... | printed FILE... | generated N [SEED] | mutated N [SEED [FILE...]]";

fn run() -> Result<bool, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (mode, rest) = arguments.split_first().ok_or(USAGE)?;
    let number = |index: usize, default: Option<u64>| match rest.get(index) {
        Some(text) => text
            .parse::<u64>()
            .map_err(|_| format!("`{text}` is no number; {USAGE}")),
        None => default.ok_or_else(|| USAGE.to_owned()),
    };
    let read = |paths: &[String]| -> Result<Vec<(String, String)>, String> {
        paths
            .iter()
            .map(|path| match std::fs::read_to_string(path) {
                Ok(text) => Ok((path.clone(), text)),
                Err(error) => Err(format!("{path}: {error}")),
            })
            .collect()
    };
    let mut oracle = Oracle::start().map_err(|error| error.to_string())?;
    let mut tally = Tally::default();
    match mode.as_str() {
        "files" => {
            for (path, text) in read(rest)? {
                judge(&mut oracle, &mut tally, path, text, false);
            }
        }
        "printed" => {
            for (path, text) in read(rest)? {
                if let Some(text) = printed(&text) {
                    judge(
                        &mut oracle,
                        &mut tally,
                        format!("{path}, printed"),
                        text,
                        false,
                    );
                }
            }
        }
        "generated" => {
            let seed = number(1, Some(1))?;
            for index in 0..number(0, None)? {
                let text = program(&mut Random::new(seed + index));
                let name = format!("seed {}", seed + index);
                if let Some(text) = printed(&text) {
                    let name = format!("{name}, printed");
                    judge(&mut oracle, &mut tally, name, text, false);
                }
                judge(&mut oracle, &mut tally, name, text, false);
            }
        }
        "run" => {
            let mut different = false;
            for (path, text) in read(rest)? {
                let Some(behaviour) = behaves_alike(&mut oracle, &text, &mut Random::new(1)) else {
                    say(&format!("{path}: no program\n"));
                    continue;
                };
                let (alike, mute) = (behaviour.alike.len(), behaviour.mute.len());
                say(&format!("{path}: {alike} kernels alike, {mute} mute\n"));
                for difference in behaviour.different {
                    different = true;
                    say(&format!("{path}: DIFFERENT: {difference}\n"));
                }
            }
            return Ok(!different);
        }
        "mutated" => {
            let seed = number(1, Some(1))?;
            let files = read(rest.get(2..).unwrap_or_default())?;
            for index in 0..number(0, None)? {
                let mut random = Random::new(seed + index);
                let (from, text) = if files.is_empty() {
                    ("a random program".to_owned(), program(&mut random))
                } else {
                    random.pick(&files).clone()
                };
                let (text, slip) = mutate(&text, &mut random);
                let name = format!("seed {}: {from}, {slip}", seed + index);
                judge(&mut oracle, &mut tally, name, text, true);
            }
        }
        _ => return Err(USAGE.to_owned()),
    }
    say(&format!("{tally}\n"));
    Ok(tally.false_alarms + tally.missed + tally.other_line == 0)
}

/// Compares one program; prints it if the two differ, or if it has no slips and is rejected.
fn judge(oracle: &mut Oracle, tally: &mut Tally, name: String, text: String, slips: bool) {
    let ours = front_end(&text, Standard::default());
    let Some(theirs) = oracle.verdict(&text, Standard::default()) else {
        eprintln!("{name}: the device's compiler gave no verdict");
        return;
    };
    let agreement = compare(&ours, &theirs);
    tally.add(agreement);
    let expected = match agreement {
        Agreement::Accepted => true,
        Agreement::SameLine => slips,
        _ => false,
    };
    if !expected {
        let disagreement = Disagreement {
            name,
            text,
            agreement,
            ours,
            theirs,
        };
        say(&disagreement.to_string());
    }
}

/// Prints; a reader who went away has read enough.
fn say(text: &str) {
    if std::io::stdout().write_all(text.as_bytes()).is_err() {
        std::process::exit(0);
    }
}
