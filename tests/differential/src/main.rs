//! Runs random programs in the simulator and on the first device, and prints where they differ.
//!
//! ```text
//! differential N [SEED]            N programs, from a seed on: differential 1000000
//! differential accused N [SEED]    those of N in which the catalogue sees an error: all are correct
//! differential show SEED           one program's text
//! differential single N [SEED]     N programs without `double`, for devices that have none
//! differential single show SEED    one such program's text
//! differential exact N [SEED]      N programs without `double` whose operations on `float` are exact, through WGSL
//! differential exact show SEED     one such program's text
//! differential exact try SEED FILE its launch with another text: to reduce it by hand (`single try` too)
//! differential pointers N [SEED]   N small functions that move pointers, many of them in one program
//! differential pointers show SEED  one such function's program
//! differential jumps ...           the same with functions that `goto`
//! differential calls ...           the same with helper functions
//! differential halves ...          the same with arithmetic in `half`
//! differential adapter-halves ...  the same through WGSL
//! differential images N [SEED]     N programs that read and write images, fifty launches each
//! differential images show SEED    one such program's text
//! differential groups N [SEED]     N programs of work-group functions, sub-groups and atomics
//! differential groups show SEED    one such program's text
//! ```

use differential::{
    Device, Failure, Kind, NOT_TRANSLATED, Program, accused, exact_program, group_text, groups,
    image_text, images, judge, many, many_exact, many_parts, many_single, program, single_program,
    text,
};
use std::collections::BTreeMap;
use std::process::ExitCode;

/// Parts that make one program.
const TOGETHER: u64 = 100;

const USAGE: &str = "usage: differential N [SEED] | accused N [SEED] | show SEED | pointers N [SEED] | pointers show SEED | jumps ... | calls ... | halves ... | adapter-halves ... | images N [SEED] | groups N [SEED]";

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
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let report = |failure: &Failure| println!("seed {}: {}", failure.seed, failure.message);
    let kind = arguments.first().and_then(|name| kind(name));
    let (found, count, what) = match (kind, &arguments[..]) {
        (Some(kind), [_, mode, seed]) if mode == "show" => {
            let seed = number(seed)?;
            print!("{}", text(kind, seed..seed.saturating_add(1)));
            return Ok(true);
        }
        (Some(kind), [_, rest @ ..]) => {
            let (count, seed) = range(rest)?;
            let found = many_parts(kind, seed, count, TOGETHER, report)?;
            (found, count, "disagreements")
        }
        (_, [images, mode, seed]) if images == "images" && mode == "show" => {
            print!("{}", image_text(number(seed)?));
            return Ok(true);
        }
        (_, [groups, mode, seed]) if groups == "groups" && mode == "show" => {
            print!("{}", group_text(number(seed)?));
            return Ok(true);
        }
        (_, [mode, rest @ ..]) if mode == "groups" => {
            let (count, seed) = range(rest)?;
            (groups(seed, count, report)?, count, "disagreements")
        }
        (_, [mode, rest @ ..]) if mode == "images" => {
            let (count, seed) = range(rest)?;
            let (found, launched) = images(seed, count, report)?;
            println!(
                "{} launches, {} of them on the device too",
                launched.simulated, launched.on_device
            );
            (found, count, "disagreements")
        }
        (_, [single, mode, seed]) if single == "single" && mode == "show" => {
            print!("{}", single_program(number(seed)?).text);
            return Ok(true);
        }
        (_, [exact, mode, seed]) if exact == "exact" && mode == "show" => {
            print!("{}", exact_program(number(seed)?).text);
            return Ok(true);
        }
        (_, [kind, mode, seed, file]) if mode == "try" => {
            let seed = number(seed)?;
            let (program, mut device) = match kind.as_str() {
                "exact" => (exact_program(seed), Device::start_on_adapter()?),
                "single" => (single_program(seed), Device::start()?),
                _ => return Err(USAGE.to_owned()),
            };
            let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            let agreed = judge(&Program { text, ..program }, &mut device);
            if let Err(message) = &agreed {
                println!("{message}");
            }
            return Ok(agreed.is_ok());
        }
        (_, [mode, rest @ ..]) if mode == "single" || mode == "exact" => {
            let (count, seed) = range(rest)?;
            let report = |failure: &Failure| {
                if !failure.message.starts_with(NOT_TRANSLATED) {
                    report(failure);
                }
            };
            let found = match mode.as_str() {
                "exact" => many_exact(seed, count, report)?,
                _ => many_single(seed, count, report)?,
            };
            (without_refused(found), count, "disagreements")
        }
        (_, [mode, seed]) if mode == "show" => {
            print!("{}", program(number(seed)?).text);
            return Ok(true);
        }
        (_, [mode, rest @ ..]) if mode == "accused" => {
            let (count, seed) = range(rest)?;
            (accused(seed, count, report)?, count, "accusations")
        }
        (_, rest) => {
            let (count, seed) = range(rest)?;
            (many(seed, count, report)?, count, "disagreements")
        }
    };
    println!("{count} programs, {} {what}", found.len());
    Ok(found.is_empty())
}

/// The failures of a device that translates, which are counted by reason where a program has no form there.
fn without_refused(found: Vec<Failure>) -> Vec<Failure> {
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    let mut rest = Vec::new();
    for failure in found {
        match failure.message.strip_prefix(NOT_TRANSLATED) {
            // "cannot run here: place: reason"
            Some(text) => {
                let reason = text.splitn(3, ": ").last().unwrap_or(text);
                *reasons.entry(reason.to_owned()).or_default() += 1;
            }
            None => rest.push(failure),
        }
    }
    for (reason, count) in reasons {
        println!("{count:6} not translated: {reason}");
    }
    rest
}

/// The kind of parts of a name.
fn kind(name: &str) -> Option<Kind> {
    match name {
        "pointers" => Some(Kind::Pointers),
        "jumps" => Some(Kind::Jumps),
        "calls" => Some(Kind::Calls),
        "halves" => Some(Kind::Halves),
        "adapter-halves" => Some(Kind::HalvesOnAdapter),
        _ => None,
    }
}

/// How many programs, and the first one's seed.
fn range(arguments: &[String]) -> Result<(u64, u64), String> {
    match arguments {
        [count] => Ok((number(count)?, 1)),
        [count, seed] => Ok((number(count)?, number(seed)?)),
        _ => Err(USAGE.to_owned()),
    }
}

fn number(text: &String) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("`{text}` is no number; {USAGE}"))
}
