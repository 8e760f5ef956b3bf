//! Runs random programs in the simulator and on the first device, and prints where they differ.
//!
//! ```text
//! differential N [SEED]     N programs, from a seed on
//! differential show SEED    one program's text
//! ```

use differential::{Device, Program, compare, program, simulate};
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
    match &arguments[..] {
        [mode, seed] if mode == "show" => {
            print!("{}", program(number(seed)?).text);
            Ok(true)
        }
        [count] => many(number(count)?, 1),
        [count, seed] => many(number(count)?, number(seed)?),
        _ => Err(USAGE.to_owned()),
    }
}

fn many(count: u64, first: u64) -> Result<bool, String> {
    let mut device = Device::start()?;
    let mut failures = 0;
    for seed in first..first.saturating_add(count) {
        let generated = program(seed);
        if let Err(message) = judge(&generated, &mut device) {
            failures += 1;
            println!("seed {seed}: {message}");
        }
    }
    println!("{count} programs, {failures} disagreements");
    Ok(failures == 0)
}

fn judge(program: &Program, device: &mut Device) -> Result<(), String> {
    let outcome = simulate(program)?;
    if let Some(finding) = outcome.findings.first() {
        return Err(format!(
            "a finding: {}: {}",
            finding.mistake, finding.message
        ));
    }
    let simulated: Vec<Vec<u8>> = outcome
        .outputs
        .into_iter()
        .map(|output| output.bytes)
        .collect();
    match compare(program, &simulated, &device.run(program)?) {
        Some(difference) => Err(difference.to_string()),
        None => Ok(()),
    }
}
