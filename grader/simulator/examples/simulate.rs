//! Runs a kernel that carries its launch in comments, as those of `tests/` do.

use launch::Argument;
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing, Standard};

fn main() {
    let path = std::env::args().nth(1).expect("a file");
    let text = std::fs::read_to_string(&path).expect("a readable file");
    let mut header = cases::parse(&text);
    let options = Preprocessing {
        defines: std::mem::take(&mut header.defines),
        standard: Standard::from_flag(&header.standard).expect("a version"),
        ..Preprocessing::default()
    };
    let begun = std::time::Instant::now();
    let checked = match opencl_c::compile(&path, &text, &options, &mut NoIncludes) {
        Ok(checked) => checked,
        Err(rejected) => {
            for diagnostic in &rejected.diagnostics {
                println!("{:?}", diagnostic.to_finding(&rejected.sources));
            }
            return;
        }
    };
    let compiled = begun.elapsed();
    if header.launch.kernel.is_empty() {
        let (_, first) = checked.program.kernels().next().expect("a kernel");
        header.launch.kernel = first.name.to_string();
    }
    let mut options = simulator::Options {
        sub_group_size: header.sub_group_size,
        non_uniform: header.non_uniform,
        ..simulator::Options::default()
    };
    if std::env::var("UNCHECKED").is_ok() {
        options.races = false;
        options.count = false;
    }
    let begun = std::time::Instant::now();
    let kernel = match simulator::prepare(&checked.program, &header.launch.kernel) {
        Ok(kernel) => kernel,
        Err(error) => {
            println!("{error}");
            return;
        }
    };
    let lowered = begun.elapsed();
    let begun = std::time::Instant::now();
    match kernel.run(&header.launch, &options) {
        Err(error) => println!("{error}"),
        Ok(outcome) => {
            let ran = begun.elapsed();
            for event in &outcome.events {
                println!("{}:{}: {event:?}", event.place.line, event.place.column);
            }
            for output in &outcome.outputs {
                if let Argument::Buffer(buffer) = &header.launch.arguments[output.argument] {
                    let text = cases::show(buffer.element, &output.bytes, &output.defined);
                    println!(
                        "{} = {}",
                        output.name,
                        text.chars().take(300).collect::<String>()
                    );
                }
            }
            print!("{}", outcome.printf);
            for line in &outcome.counters.lines {
                println!("{line:?}");
            }
            println!("{:?} {} steps", outcome.end, outcome.steps);
            println!("compiled {compiled:?}, lowered {lowered:?}, ran {ran:?}");
        }
    }
}
