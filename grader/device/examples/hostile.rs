//! Tries every hostile kernel of `tests/hostile` in the box on a device of this machine: what each comes to, and
//! whether it reached anything or kept the right kernel after it from being right. The tests do so on a CPU;
//! this is for a GPU, where it is carried as a program.
//!
//! `hostile [--device I] [--allow-unsandboxed] [FOLDER]`
//!
//! `grader-device` lies beside it, or where `GRADER_DEVICE` says.

#[cfg(target_os = "linux")]
#[path = "../tests/it/attacks.rs"]
mod hostile;

#[cfg(target_os = "linux")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use hostile::{Hostile, Neighbours};
    use runner::{Options, Runner, Trust};
    use std::path::{Path, PathBuf};
    use std::time::{Duration, Instant};

    let mut folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    let mut device = 0;
    let mut unsandboxed_allowed = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--device" => device = arguments.next().ok_or("--device takes a number")?.parse()?,
            "--allow-unsandboxed" => unsandboxed_allowed = true,
            _ => folder = PathBuf::from(argument),
        }
    }
    // Cargo lays examples into a folder below that of the programs.
    let here = std::env::current_exe()?;
    let above = here
        .ancestors()
        .nth(2)
        .unwrap_or(&here)
        .join("grader-device");
    let program = (above.exists() && std::env::var_os("GRADER_DEVICE").is_none()).then_some(above);
    let start = || {
        Runner::start(Options {
            program: program.clone(),
            trust: Trust::Untrusted {
                unsandboxed_allowed,
            },
            build_deadline: Duration::from_secs(20),
            ..Options::default()
        })
        .map_err(|error| format!("{error:?}"))
    };
    let mut runner = start()?;
    if !runner.missing().is_empty() {
        println!("this machine does not enforce: {:?}", runner.missing());
    }
    let devices = runner.devices().map_err(|fault| format!("{fault:?}"))?;
    let found = devices.get(device).ok_or("there is no such device")?;
    let gpu = found.kind != "CPU";
    println!(
        "{} ({}), {}",
        found.name, found.kind, found.platform_version
    );
    drop(runner);

    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "cl"));
    files.sort();
    let home = std::env::current_dir()?;
    let mut wrong = 0;
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let begin = Instant::now();
        let neighbours = Neighbours::within(&home);
        let contained = Hostile::read(file, gpu).contained(&mut start()?, device, &neighbours);
        let seconds = begin.elapsed().as_secs_f64();
        match contained {
            Ok(verdict) => println!("{name}: {verdict} ({seconds:.1} s)"),
            Err(error) => {
                wrong += 1;
                println!("{name}: WRONG: {error} ({seconds:.1} s)");
            }
        }
    }
    println!("{} hostile kernels, {wrong} not as expected", files.len());
    if wrong > 0 {
        return Err("not all are contained and rightly named".into());
    }
    Ok(())
}

/// There is no box elsewhere.
#[cfg(not(target_os = "linux"))]
fn main() {
    println!("there is no box on this system");
}
