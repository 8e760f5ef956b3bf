//! The appendices that are made from the code: the exercises from their manifests, the commands from
//! what the parser of arguments knows; and the bibliography, in which every citation is.
//!
//! `UPDATE=1 cargo test -p tests appendices` writes them anew.

use clap::{Arg, Command, CommandFactory};
use course::Exercise;
use grader::arguments::Arguments;
use grader::exercises::course_folder::CourseFolder;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use tests::book::{is_fresh, pages, source};
use tests::project;

/// The parts of the book, each with its chapters: their titles and the paths of their pages.
fn parts() -> Vec<(String, Vec<(String, String)>)> {
    let summary = fs::read_to_string(source().join("SUMMARY.md")).expect("the summary");
    let mut parts: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for line in summary.lines().skip(1) {
        if let Some(part) = line.strip_prefix("# ") {
            parts.push((part.to_owned(), Vec::new()));
        } else if let Some((title, path)) = line
            .strip_prefix("- [")
            .and_then(|entry| entry.strip_suffix(')'))
            .and_then(|entry| entry.split_once("]("))
            && let Some((_, chapters)) = parts.last_mut()
        {
            chapters.push((title.to_owned(), path.to_owned()));
        }
    }
    parts
}

/// The title of a page, with its number.
fn title_of(page: &str) -> String {
    let text = fs::read_to_string(source().join(page)).expect("a chapter");
    let title = text.lines().next().and_then(|line| line.strip_prefix("# "));
    title.expect("a title").to_owned()
}

/// A cell of a table.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

fn exercises() -> String {
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let all = folder.course.exercises();
    let sum = |of: fn(&Exercise) -> u32| all.iter().map(of).sum::<u32>();
    let mut text = format!(
        "# The exercises\n\n{} exercises, {} points, about {} hours: the whole course on one page. The book leads \
         from chapter to chapter; an\nexercise can be done whenever those it builds on are. In a terminal, `grader \
         list` shows the same with\nyour own progress, and a number does in place of a name: `grader check 2`.\n",
        all.len(),
        sum(|it| it.manifest.points),
        sum(|it| it.manifest.minutes) / 60,
    );
    for (part, chapters) in parts() {
        let of_the_part = |it: &&Exercise| {
            let page = format!("{}.md", it.manifest.chapter);
            chapters.iter().any(|(_, path)| *path == page)
        };
        let exercises: Vec<&Exercise> = all.iter().filter(of_the_part).collect();
        if exercises.is_empty() {
            continue;
        }
        let _ = write!(text, "\n## {part}\n\n");
        text += "| | exercise | chapter | minutes | points |\n|---:|---|---|---:|---:|\n";
        for exercise in exercises {
            let it = &exercise.manifest;
            let before: Vec<String> = it
                .prerequisites
                .iter()
                .map(|it| format!("`{it}`"))
                .collect();
            let before = match before.as_slice() {
                [] => String::new(),
                before => format!("<br>Builds on {}", before.join(" and ")),
            };
            let _ = writeln!(
                text,
                "| {} | `{}`: {}<br>{}{before} | [{}]({}.md) | {} | {} |",
                it.number,
                it.slug,
                cell(&it.title),
                cell(&it.teaches),
                title_of(&format!("{}.md", it.chapter)),
                it.chapter,
                it.minutes,
                it.points,
            );
        }
    }
    text
}

#[test]
fn the_list_of_exercises_is_that_of_the_manifests() {
    let page = exercises();
    let folder = CourseFolder::open(Some(project())).expect("the course");
    for Exercise { manifest, .. } in folder.course.exercises() {
        let rows = page.matches(&format!("| `{}`: ", manifest.slug)).count();
        assert_eq!(rows, 1, "{}", manifest.slug);
    }
    is_fresh("exercises.md", &page);
}

/// What an argument is called: `EXERCISE`, `--format FORMAT`, `-D NAME=VALUE`.
fn name_of(argument: &Arg) -> String {
    let values = argument.get_value_names().into_iter().flatten();
    let values: Vec<&str> = values.map(|name| name.as_str()).collect();
    let takes = argument.get_action().takes_values();
    let value = if takes {
        values.join(" ")
    } else {
        String::new()
    };
    let long = argument.get_long().map(|long| format!("--{long}"));
    let short = argument.get_short().map(|short| format!("-{short}"));
    let flags: Vec<String> = short.into_iter().chain(long).collect();
    let name = format!("{} {value}", flags.join(", "));
    cell(&format!("`{}`", name.trim()))
}

/// The text with the options that it names as code.
fn with_options_as_code(text: &str) -> String {
    let word = |word: &str| {
        let end = word.trim_end_matches(['.', ',', ';', ':', ')']).len();
        match word.starts_with("--") {
            true => format!("`{}`{}", &word[..end], &word[end..]),
            false => word.to_owned(),
        }
    };
    let words: Vec<String> = text.split(' ').map(word).collect();
    words.join(" ")
}

/// What an argument is for, its values and its default.
fn text_of(argument: &Arg) -> String {
    let help = argument.get_help().map(ToString::to_string);
    let mut text = with_options_as_code(&help.unwrap_or_default());
    // A default that hangs on the course is told in the help itself.
    if let Some((help, default)) = text.split_once(" [default: ") {
        text = format!("{help}<br>Default: {}", default.trim_end_matches(']'));
    }
    let values: Vec<String> = argument
        .get_possible_values()
        .iter()
        .map(|value| match value.get_help() {
            Some(help) => format!("`{}`: {help}", value.get_name()),
            None => format!("`{}`", value.get_name()),
        })
        .map(|value| value.trim_end_matches('.').to_owned())
        .collect();
    if argument.get_action().takes_values() && !values.is_empty() {
        text += &format!("<br>{}", values.join("<br>"));
    }
    let defaults = argument.get_default_values().iter();
    let defaults: Vec<String> = defaults
        .map(|it| format!("`{}`", it.to_string_lossy()))
        .collect();
    if argument.get_action().takes_values() && !defaults.is_empty() {
        text += &format!("<br>Default: {}", defaults.join(", "));
    }
    if let Some(variable) = argument.get_env() {
        text += &format!(
            "<br>Or in the environment: `{}`",
            variable.to_string_lossy()
        );
    }
    cell(&text)
}

fn is_told(argument: &&Arg) -> bool {
    !argument.is_hide_set() && !matches!(argument.get_id().as_str(), "help" | "version")
}

/// The section of a command, and those of the commands in it.
fn sections(path: &str, command: &Command) -> String {
    let mut text = format!("\n## `{path}`\n\n");
    if let Some(about) = command.get_about() {
        let about = about.to_string();
        let end = if about.ends_with('?') { "" } else { "." };
        let _ = write!(text, "{about}{end}\n\n");
    }
    if command.get_subcommands().next().is_none() {
        let usage = command.clone().render_usage().to_string();
        let usage = usage
            .trim_start_matches("Usage: ")
            .replace("\n       ", "\n");
        let _ = write!(text, "```text\n{usage}\n```\n");
    }
    let mut arguments = command
        .get_arguments()
        .filter(|it| !it.is_global_set())
        .filter(is_told)
        .peekable();
    if arguments.peek().is_some() {
        text += "\n| argument | |\n|---|---|\n";
        for argument in arguments {
            let _ = writeln!(text, "| {} | {} |", name_of(argument), text_of(argument));
        }
    }
    for inner in command
        .get_subcommands()
        .filter(|it| it.get_name() != "help" && !it.is_hide_set())
    {
        text += &sections(&format!("{path} {}", inner.get_name()), inner);
    }
    text
}

/// What holds for every command; the rest of the page is made from the parser.
const COMMANDS: &str = "\
# `grader`, command by command

Every command and each of its options. In a terminal, `grader --help` and `grader COMMAND --help` say the
same.

## Exit codes

| code | what it means |
|---:|---|
| 0 | it passed; nothing was found; the command did its work |
| 1 | the work that was checked falls short: the kernel or the answers in `check`, an error that `lint`, `simulate` or `run` is sure of, a launch that leaves other results than it expects in `simulate`, a changed report in `snapshots`, an incomplete course in `course check` |
| 2 | the request or the machine is the cause: an unknown exercise, a file that cannot be read, an unknown option, no device where one was demanded, a kernel that the simulator does not support where there is nothing else to run it, a submission of a `class` that is not graded in full |
| 130 | Ctrl-C; `grader book` ends by it, with code 0 |

A failure that is not the kernel's fault never gives code 1.

## Environment

| variable | what it does |
|---|---|
| `GRADER_COURSE` | the course folder, as `--course` names it |
| `GRADER_DEVICE` | another `grader-device` than the program beside `grader` |
| `GRADER_CAPTURE_LAYER` | another OpenCL layer for `capture` than the library beside `grader` |
| `NO_COLOR` | if not empty: no colours |
| `CLICOLOR_FORCE` | if neither empty nor `0`: colours, also into a file or a pipe |
| `CLICOLOR` | if `0`: no colours |
| `TERM` | if `dumb`: no colours, and no keys in `grader watch` |

`NO_COLOR` takes precedence over the two variables below it. Progress is shown on standard error, and only on a terminal.
";

#[test]
fn the_reference_of_the_commands_is_that_of_the_parser() {
    let mut program = Arguments::command();
    program.build();
    let mut text = COMMANDS.to_owned();
    text += "\n## For every command\n\n| argument | |\n|---|---|\n";
    for argument in program.get_arguments().filter(is_told) {
        let _ = writeln!(text, "| {} | {} |", name_of(argument), text_of(argument));
    }
    text += "| `-h`, `--help` | What the command is for, and its arguments |\n";
    text += "| `-V`, `--version` | The version of `grader`; without a command |\n";
    for command in program
        .get_subcommands()
        .filter(|it| it.get_name() != "help" && !it.is_hide_set())
    {
        text += &sections(&format!("grader {}", command.get_name()), command);
    }
    for option in [
        "`--replay TOKEN`",
        "`-D NAME=VALUE`",
        "Default: `auto`",
        "`sarif`",
    ] {
        assert!(text.contains(option), "{option}");
    }
    is_fresh("commands.md", &text);
}

/// The words of some sections of a page, without code, links' targets and HTML.
fn words_of(page: &str, sections: &[&str]) -> usize {
    let text = fs::read_to_string(source().join(page)).expect("a page");
    let mut count = 0;
    let mut is_counted = false;
    let mut is_prose = true;
    let mut found = 0;
    for line in text.lines() {
        if line.starts_with("```") {
            is_prose = !is_prose;
        } else if is_prose && line.starts_with('#') {
            is_counted = sections.contains(&line.trim_start_matches('#').trim());
            found += usize::from(is_counted);
        }
        if is_counted && is_prose && !line.starts_with('<') {
            // `[words](target)`: a target has no blank in it.
            count += line.split_whitespace().count();
        }
    }
    assert_eq!(found, sections.len(), "{page}");
    count
}

#[test]
fn the_first_kernel_is_fifteen_minutes_away_as_the_start_says() {
    const WORDS_A_MINUTE: usize = 200;
    let words = words_of("start.md", &["Your first kernel, in fifteen minutes"])
        + words_of(
            "models/why-a-gpu.md",
            &[
                "1. Why a GPU, and when not",
                "Two ways to spend transistors",
            ],
        )
        + words_of(
            "models/execution-model.md",
            &[
                "3. The execution model",
                "One kernel, many work-items",
                "Groups",
                "The tail",
            ],
        );
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let mut exercises = folder.course.exercises().iter();
    let saxpy = exercises
        .find(|it| it.manifest.slug == "saxpy")
        .expect("saxpy");
    let minutes = words.div_ceil(WORDS_A_MINUTE) + saxpy.manifest.minutes as usize;
    assert!(minutes <= 15, "{words} words, {minutes} minutes");
    let start = fs::read_to_string(source().join("start.md")).expect("the start");
    // Where the route says to stop reading.
    for end in ["What a transfer costs", "Groups are independent"] {
        assert!(start.contains(&format!("up to \"{end}\"")), "{end}");
    }
}

/// The ids of the entries of the bibliography.
fn entries(bibliography: &str) -> BTreeSet<&str> {
    let ids = bibliography.split("<a id=\"").skip(1);
    ids.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_citation_has_its_entry_and_every_entry_is_cited() {
    let bibliography = fs::read_to_string(source().join("sources.md")).expect("the bibliography");
    let entries = entries(&bibliography);
    let mut cited = BTreeSet::new();
    for (page, text) in pages() {
        for rest in text.split("sources.md#").skip(1) {
            let id = rest.split(')').next().unwrap_or_default();
            let entry = entries.get(id);
            let entry = entry.unwrap_or_else(|| panic!("{}: no source {id}", page.display()));
            cited.insert(*entry);
        }
    }
    assert_eq!(cited, entries);
}

/// The entries as text, one each, from their author on.
fn entry_texts(bibliography: &str) -> Vec<&str> {
    let entries = bibliography.split("<a id=").skip(1);
    entries
        .filter_map(|rest| Some(rest.split_once("</a>")?.1))
        .collect()
}

#[test]
fn works_that_are_named_with_their_year_are_in_the_bibliography() {
    let bibliography = fs::read_to_string(source().join("sources.md")).expect("the bibliography");
    let entries = entry_texts(&bibliography);
    let mut count = 0;
    for (page, text) in pages() {
        let text = text.replace('\n', " ");
        for (at, _) in text.match_indices(" (") {
            let year = text[at + 2..].split(')').next().unwrap_or_default();
            if year.len() != 4 || !year.parse().is_ok_and(|year| (1900..2100).contains(&year)) {
                continue;
            }
            let before = &text[..at];
            // The sentence in which it stands, up to the year.
            let begin = before.rfind(". ").map_or(0, |full_stop| full_stop + 2);
            let begin = before
                .rfind(['#', '('])
                .map_or(begin, |other| begin.max(other));
            let sentence = &before[begin..];
            let is_in = entries.iter().any(|entry| {
                let names = entry.split(['*', '.', ',']).map(str::trim);
                entry.contains(year)
                    && names
                        .take_while(|name| !name.starts_with("An "))
                        .any(|name| name.len() > 3 && sentence.contains(name))
            });
            assert!(is_in, "{}: {sentence} ({year})", page.display());
            count += 1;
        }
    }
    assert!(count > 10, "{count}");
}

#[test]
fn a_section_of_the_specification_is_cited_with_its_version() {
    let mut count = 0;
    for (page, text) in pages() {
        let text = text.replace('\n', " ");
        for (at, _) in text.match_indices("OpenCL C 1.2, ") {
            let rest = &text[at + "OpenCL C 1.2, ".len()..];
            let rest = rest
                .trim_start_matches("sections ")
                .trim_start_matches("section ");
            // The language is chapters 6 to 9.
            let chapter = rest
                .split('.')
                .next()
                .and_then(|chapter| chapter.parse().ok());
            assert!(
                chapter.is_some_and(|chapter: u32| (6..=9).contains(&chapter)),
                "{}: {}",
                page.display(),
                &rest[..rest.len().min(30)]
            );
            count += 1;
        }
    }
    assert!(count > 5, "{count}");
}
