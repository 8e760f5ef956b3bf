//! Writes what packages bring for the shell, from the command's own arguments: `shell-files DIR` writes
//! `completions/` for bash, elvish, fish, PowerShell and zsh, and `man/` with a page for each command.

use clap::{CommandFactory, ValueEnum};
use clap_complete::{Shell, generate_to};
use grader::arguments::Arguments;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        eprintln!("Usage: shell-files DIR");
        return ExitCode::from(2);
    };
    match write(Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("shell-files: {}: {error}", Path::new(folder).display());
            ExitCode::from(2)
        }
    }
}

fn write(folder: &Path) -> io::Result<()> {
    let completions = folder.join("completions");
    fs::create_dir_all(&completions)?;
    for shell in Shell::value_variants() {
        generate_to(*shell, &mut Arguments::command(), "grader", &completions)?;
    }
    let man = folder.join("man");
    fs::create_dir_all(&man)?;
    clap_mangen::generate_to(Arguments::command(), &man)
}
