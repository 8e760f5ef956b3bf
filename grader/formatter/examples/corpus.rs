//! Tries the formatter on every `.cl` file of folders: same tokens, the same again, and how many lines change.
//! `--write FOLDER` writes the results.

use formatter::{Indent, Style, format};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let mut folders = Vec::new();
    let mut into = None;
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--write" => into = arguments.next().map(PathBuf::from),
            _ => folders.push(PathBuf::from(argument)),
        }
    }
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|it| it == "cl") => files.push(path),
                false => {}
            }
        }
    }
    files.sort();
    let (mut refused, mut unstable, mut lines, mut changed) = (0, 0, 0, 0);
    for (number, path) in files.iter().enumerate() {
        let Ok(text) = fs::read_to_string(path) else {
            continue;
        };
        let style = Style {
            indent: indent(&text),
        };
        let once = match format(&text, &style) {
            Ok(once) => once,
            Err(error) => {
                println!("refused {}: {error}", path.display());
                refused += 1;
                continue;
            }
        };
        if format(&once, &style).as_ref() != Ok(&once) {
            println!("unstable {}", path.display());
            unstable += 1;
        }
        let of_file = text.lines().count();
        let differ = text.lines().count().max(once.lines().count()) - same_lines(&text, &once);
        (lines, changed) = (lines + of_file, changed + differ);
        println!("{differ} of {of_file} {}", path.display());
        if let Some(into) = &into {
            write(into, number, &text, &once);
        }
    }
    println!(
        "{} files, {refused} refused, {unstable} unstable, {changed} of {lines} lines changed",
        files.len()
    );
}

/// How many lines stay, read from both ends and by a count of equal lines between.
fn same_lines(one: &str, other: &str) -> usize {
    let mut counts = std::collections::HashMap::new();
    for line in one.lines() {
        *counts.entry(line).or_insert(0_usize) += 1;
    }
    let mut same = 0;
    for line in other.lines() {
        if let Some(count) = counts.get_mut(line).filter(|count| **count > 0) {
            *count -= 1;
            same += 1;
        }
    }
    same
}

/// The indentation that most lines suggest.
fn indent(text: &str) -> Indent {
    let indented = |prefix: &str| {
        text.lines()
            .filter(|line| {
                line.starts_with(prefix) && !line[prefix.len()..].starts_with([' ', '*'])
            })
            .count()
    };
    let (tabs, two, three, four) = (
        indented("\t"),
        indented("  "),
        indented("   "),
        indented("    "),
    );
    match tabs.max(two).max(three).max(four) {
        0 => Indent::Spaces(4),
        most if most == tabs => Indent::Tab,
        most if most == four && two * 5 < four => Indent::Spaces(4),
        most if most == three => Indent::Spaces(3),
        _ if two * 5 < four => Indent::Spaces(4),
        _ => Indent::Spaces(2),
    }
}

fn write(into: &Path, number: usize, text: &str, once: &str) {
    let written = fs::create_dir_all(into)
        .and_then(|()| fs::write(into.join(format!("{number:04}.a.cl")), text))
        .and_then(|()| fs::write(into.join(format!("{number:04}.b.cl")), once));
    if let Err(error) = written {
        println!("not written: {error}");
    }
}
