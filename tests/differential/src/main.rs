//! Runs random programs in the simulator and on the first device, and prints where they differ.
//!
//! ```text
//! differential N [SEED]     N programs, from a seed on: differential 1000000
//! differential show SEED    one program's text
//! ```

use differential::{many, program};
use std::process::ExitCode;

const USAGE: &str = "usage: differential N [SEED] | show SEED";

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
    let number = |text: &String| {
        text.parse::<u64>()
            .map_err(|_| format!("`{text}` is no number; {USAGE}"))
    };
    let (count, seed) = match &arguments[..] {
        [mode, seed] if mode == "show" => {
            print!("{}", program(number(seed)?).text);
            return Ok(true);
        }
        [count] => (number(count)?, 1),
        [count, seed] => (number(count)?, number(seed)?),
        _ => return Err(USAGE.to_owned()),
    };
    let failures = many(seed, count, |failure| {
        println!("seed {}: {}", failure.seed, failure.message);
    })?;
    println!("{count} programs, {} disagreements", failures.len());
    Ok(failures.is_empty())
}
