//! Names in the book's prose that look like something of the course's are spelled as that is spelled:
//! functions and words of OpenCL C, mistakes, exercises, commands with their options, files.
//!
//! What the code does not know is in a list below, each with the reason why it is right all the same; a name
//! in a list that no page has is an error too.

use clap::{Arg, Command, CommandFactory};
use course::Exercise;
use grader::arguments::Arguments;
use grader::exercises::course_folder::CourseFolder;
use opencl_c::preprocessor::{NoIncludes, Options, Standard};
use opencl_c::{builtin, keyword};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use tests::book::{pages, source};
use tests::project;

/// Names that look like OpenCL's and are not the front end's, each with what it is.
const FOREIGN: &[(&str, &str)] = &[
    ("__constant__", "CUDA's, in the chapter that compares"),
    ("__device__", "CUDA's, in the chapter that compares"),
    ("__global__", "CUDA's, in the chapter that compares"),
    ("__shared__", "CUDA's, in the chapter that compares"),
    ("atomicAdd", "CUDA's, in the chapter that compares"),
    ("make_float4", "CUDA's, in the chapter that compares"),
    (
        "__POCL__",
        "PoCL's macro, in the page for instructors: what a kernel may ask of its compiler",
    ),
    ("f", "stands for any function"),
    ("g", "stands for any function"),
    (
        "SQUARE",
        "a macro of the page of macro-hygiene, which is compiled in its tests",
    ),
    (
        "SUM",
        "a macro of the page of macro-hygiene, which is compiled in its tests",
    ),
    (
        "float32",
        "a type of a source that OpenCL C does not have: a slip that is told",
    ),
    (
        "uchar32",
        "a type of a source that OpenCL C does not have: a slip that is told",
    ),
];

/// Names of OpenCL's host interface, which the front end has nothing to do with: where the specification
/// has them.
const HOST: &[(&str, &str)] = &[
    ("CL_BUILD_PROGRAM_FAILURE", "5.6.2"),
    ("CL_FLOAT", "5.3.1.1"),
    ("CL_HALF_FLOAT", "5.3.1.1"),
    ("CL_RGBA", "5.3.1.1"),
    ("CL_SIGNED_INT8", "5.3.1.1"),
    ("CL_UNORM_INT16", "5.3.1.1"),
    ("CL_UNORM_INT8", "5.3.1.1"),
    ("CL_UNSIGNED_INT8", "5.3.1.1"),
    ("CL_DEVICE_LOCAL_MEM_SIZE", "4.2"),
    ("CL_DEVICE_PROFILING_TIMER_RESOLUTION", "4.2"),
    ("CL_INVALID_BUFFER_SIZE", "5.2.1"),
    ("CL_INVALID_WORK_GROUP_SIZE", "5.8"),
    ("CL_MEM_OBJECT_ALLOCATION_FAILURE", "5.2.1"),
    ("CL_MEM_READ_ONLY", "5.2.1"),
    ("CL_MEM_WRITE_ONLY", "5.2.1"),
    ("CL_OUT_OF_RESOURCES", "5.8"),
];

/// Words joined by hyphens that are neither exercise, mistake nor verdict.
const HYPHENED: &[(&str, &str)] = &[
    ("grader-device", "the program beside `grader`"),
    ("grader-simulate", "a hook of pre-commit"),
    (
        "clamp-to-edge",
        "an addressing mode, as a LAUNCH.toml names it",
    ),
    (
        "mirrored-repeat",
        "an addressing mode, as a LAUNCH.toml names it",
    ),
];

/// Options that are not `grader`'s.
const OPTIONS: &[(&str, &str)] = &[
    ("-cl-fast-relaxed-math", "OpenCL's compiler, 5.6.4.3"),
    ("-cl-denorms-are-zero", "OpenCL's compiler, 5.6.4.2"),
    (
        "-cl-single-precision-constant",
        "OpenCL's compiler, 5.6.4.2",
    ),
    ("-cl-std", "OpenCL's compiler, 5.6.4.5"),
    ("-w", "OpenCL's compiler, 5.6.4.4"),
    ("-Werror", "OpenCL's compiler, 5.6.4.4"),
    (
        "-use_fast_math",
        "CUDA's compiler, in the chapter that compares",
    ),
];

/// Paths that no file has: what a reader makes, or a folder that is written while one works.
const PATHS: &[(&str, &str)] = &[
    (".grader/progress.json", "written by the first check"),
    (
        ".grader/device-faults/EXERCISE",
        "written where a device alone is at fault",
    ),
    (
        "kernels/src/own/my_exercise.rs",
        "written by `grader course new`",
    ),
];

/// Pages that are made from the code: their names are the code's.
const GENERATED: [&str; 3] = ["commands.md", "exercises.md", "schemas.md"];

/// A name in a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    text: String,
    page: String,
}

fn written_by_hand() -> Vec<(String, String)> {
    pages()
        .into_iter()
        .map(|(path, text)| {
            let name = path.strip_prefix(source()).expect("a page of the book");
            (name.to_str().expect("a plain name").to_owned(), text)
        })
        .filter(|(name, _)| !GENERATED.contains(&name.as_str()))
        .collect()
}

/// What stands between backquotes in the prose.
fn spans() -> &'static [Found] {
    static SPANS: LazyLock<Vec<Found>> = LazyLock::new(|| {
        let mut spans = Vec::new();
        for (page, text) in written_by_hand() {
            let mut is_prose = true;
            let prose: Vec<&str> = text
                .lines()
                .filter(|line| {
                    let is_fence = line.trim_start().starts_with("```");
                    is_prose ^= is_fence;
                    is_prose && !is_fence
                })
                .collect();
            for (number, part) in prose.join(" ").split('`').enumerate() {
                if number % 2 == 1 {
                    spans.push(Found {
                        text: part.to_owned(),
                        page: page.clone(),
                    });
                }
            }
        }
        assert!(spans.len() > 500, "{}", spans.len());
        spans
    });
    &SPANS
}

/// Lines after `$ ` in the blocks that show a terminal.
fn typed() -> Vec<Found> {
    let mut lines = Vec::new();
    for (page, text) in written_by_hand() {
        for line in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
            lines.push(Found {
                text: line.to_owned(),
                page: page.clone(),
            });
        }
    }
    assert!(lines.len() > 20);
    lines
}

/// The names of a list that pages have. In the end each must be used.
struct Allowed {
    names: BTreeMap<&'static str, bool>,
}

impl Allowed {
    fn of(list: &[(&'static str, &'static str)]) -> Self {
        assert!(list.iter().all(|(_, reason)| !reason.is_empty()));
        Allowed {
            names: list.iter().map(|(name, _)| (*name, false)).collect(),
        }
    }

    fn has(&mut self, name: &str) -> bool {
        let used = self.names.get_mut(name);
        used.map(|used| *used = true).is_some()
    }

    fn assert_used(self) {
        let unused: Vec<&str> = self
            .names
            .iter()
            .filter_map(|(name, used)| (!used).then_some(*name))
            .collect();
        assert!(unused.is_empty(), "no page has {unused:?} any more");
    }
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// The words of a stretch of code, each with the character behind it.
fn words(code: &str) -> Vec<(&str, Option<char>)> {
    let mut words = Vec::new();
    let mut rest = code;
    while let Some(begin) = rest.find(is_word) {
        let from = &rest[begin..];
        let end = from
            .find(|character| !is_word(character))
            .unwrap_or(from.len());
        let (word, behind) = from.split_at(end);
        words.push((word, behind.trim_start().chars().next()));
        rest = behind;
    }
    words
}

/// Macros that the front end defines before the first line, by their names.
fn predefined() -> BTreeSet<String> {
    let path = project().join("grader/opencl-c/src/preprocessor/predefined.txt");
    let text = fs::read_to_string(path).expect("the predefined macros");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split(' ').next().map(str::to_owned))
        .collect()
}

/// Does the front end define a macro in OpenCL C 3.0?
fn is_defined(name: &str) -> bool {
    let text = format!("#ifndef {name}\n#error absent\n#endif\nkernel void k() {{}}\n");
    let options = Options {
        standard: Standard::V3_0,
        ..Options::default()
    };
    opencl_c::compile("macro.cl", &text, &options, &mut NoIncludes).is_ok()
}

/// A vector type of OpenCL C, or what is written like one.
fn vector_width(word: &str) -> Option<&str> {
    let at = word.find(|character: char| character.is_ascii_digit())?;
    let (scalar, width) = word.split_at(at);
    let scalars = [
        "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double",
        "half",
    ];
    let is_width = width.bytes().all(|byte| byte.is_ascii_digit());
    (scalars.contains(&scalar) && is_width).then_some(width)
}

#[test]
fn functions_types_and_words_of_opencl_are_those_of_the_front_end() {
    let predefined = predefined();
    let is_keyword = |word: &str| {
        keyword::SPELLINGS
            .iter()
            .any(|(spelling, _)| *spelling == word)
    };
    // Functions and macros of the programs that the book shows.
    let own: BTreeSet<String> = shown_programs();
    let mut foreign = Allowed::of(FOREIGN);
    let mut host = Allowed::of(HOST);
    let mut wrong = Vec::new();
    let mut count = 0;
    for Found { text, page } in spans() {
        // A command is judged as such, and a line of the preprocessor by its test.
        if text.starts_with("grader ") || text.starts_with('#') {
            continue;
        }
        for (word, behind) in words(text) {
            let is_call = behind == Some('(')
                && word.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
            let prefixes = [
                "get_",
                "convert_",
                "vload",
                "vstore",
                "atomic_",
                "async_",
                "wait_group",
                "mem_fence",
                "__",
                "CLK_",
                "M_",
                "as_",
            ];
            let looks = is_call
                || prefixes.iter().any(|prefix| word.starts_with(prefix))
                || word.starts_with("CL_")
                || vector_width(word).is_some();
            // `vloadn` stands for all widths, as in the specification.
            if !looks
                || word == "vloadn"
                || word == "vstoren"
                || is_keyword(word) && vector_width(word).is_none()
            {
                continue;
            }
            count += 1;
            let is_right = match vector_width(word) {
                Some(width) => matches!(width, "2" | "3" | "4" | "8" | "16"),
                None if word.starts_with("CL_") => host.has(word),
                None => {
                    builtin::lookup(word).is_some()
                        || predefined.contains(word)
                        || word.starts_with("__opencl_c_") && is_defined(word)
                        || own.contains(word)
                }
            };
            if !is_right && !foreign.has(word) {
                wrong.push(format!("{page}: `{text}`: {word}"));
            }
        }
    }
    assert_none(&wrong);
    assert!(count > 150, "{count}");
    foreign.assert_used();
    host.assert_used();
}

/// Every word before a parenthesis in the kernels of the course and in the host program.
fn shown_programs() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let folders = [
        "kernels",
        "exercises",
        "solutions",
        "book/launches",
        "grader/device/examples",
    ];
    let mut folders: Vec<_> = folders.iter().map(|it| project().join(it)).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "cl")
                || path.starts_with(project().join("grader/device"))
            {
                let text = fs::read_to_string(path).expect("a file");
                let calls = words(&text)
                    .into_iter()
                    .filter(|(_, behind)| *behind == Some('('));
                names.extend(calls.map(|(word, _)| word.to_owned()));
            }
        }
    }
    names
}

/// Slugs of the exercises.
fn slugs() -> BTreeSet<String> {
    let folder = CourseFolder::open(Some(project())).expect("the course");
    let slugs = folder.course.exercises().iter();
    slugs
        .map(|Exercise { manifest, .. }| manifest.slug.clone())
        .collect()
}

/// Whether `explain` has a page of it.
fn is_explained(id: &str) -> bool {
    id.parse::<launch::MistakeId>().is_ok() || id.parse::<launch::Bottleneck>().is_ok()
}

/// The names of verdicts, from the schema of the report.
fn verdicts() -> BTreeSet<String> {
    let path = source().join("schemas/report.json");
    let text = fs::read_to_string(path).expect("the schema");
    let schema: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let branches = schema["$defs"]["Verdict"]["oneOf"]
        .as_array()
        .expect("the verdicts");
    let kinds = branches
        .iter()
        .filter_map(|it| it["properties"]["kind"]["const"].as_str());
    kinds.map(str::to_owned).collect()
}

#[test]
fn words_joined_by_hyphens_are_exercises_mistakes_or_verdicts() {
    let (slugs, verdicts) = (slugs(), verdicts());
    assert!(verdicts.contains("too-costly"));
    let mut allowed = Allowed::of(HYPHENED);
    let mut wrong = Vec::new();
    for Found { text, page } in spans() {
        let mut parts = text.split('-');
        let is_slug = text.contains('-')
            && parts.all(|part| {
                part.starts_with(|it: char| it.is_ascii_lowercase() || it.is_ascii_digit())
                    && part.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
            })
            && text.starts_with(|it: char| it.is_ascii_lowercase())
            // `h - 1` without blanks is a formula.
            && text.split('-').all(|part| part.len() > 1 || part.parse::<u8>().is_err());
        if is_slug
            && !slugs.contains(text)
            && !is_explained(text)
            && !verdicts.contains(text)
            && !allowed.has(text)
        {
            wrong.push(format!("{page}: `{text}`"));
        }
    }
    assert_none(&wrong);
    allowed.assert_used();
}

/// What is wrong with the words behind `grader`, if anything. A placeholder in capitals stands for what fits.
fn fault(command: &Command, words: &[&str], slugs: &BTreeSet<String>) -> Option<String> {
    let (first, rest) = words.split_first()?;
    if let Some(inner) = command.find_subcommand(first) {
        return fault(inner, rest, slugs);
    }
    if command.has_subcommands() && !first.starts_with('-') {
        let is_placeholder = *first == "COMMAND";
        return (!is_placeholder).then(|| format!("no command {first}"));
    }
    let mut words = words.iter();
    let mut positional = 0;
    while let Some(word) = words.next() {
        let is_placeholder = word
            .bytes()
            .all(|it| it.is_ascii_uppercase() || it == b'.' || it == b'_');
        // What stands behind it is another program's.
        if *word == "--" && command.get_positionals().any(Arg::is_trailing_var_arg_set) {
            return None;
        }
        if word.starts_with('-') {
            let option = command.get_arguments().find(|it| {
                it.get_long()
                    .is_some_and(|long| format!("--{long}") == **word)
                    || it
                        .get_short()
                        .is_some_and(|short| format!("-{short}") == **word)
            });
            let Some(option) = option else {
                return (!matches!(*word, "--help" | "--version"))
                    .then(|| format!("no option {word}"));
            };
            if option.get_action().takes_values() {
                let value = words.next();
                let possible = option.get_possible_values();
                if let Some(value) = value
                    && !possible.is_empty()
                    && !possible.iter().any(|it| it.get_name() == *value)
                {
                    return Some(format!("{word} takes no {value}"));
                }
            }
            continue;
        }
        positional += 1;
        let takes = command.get_positionals().count();
        if takes == 0 {
            return Some(format!("{} takes no {word}", command.get_name()));
        }
        let is_right = match command.get_name() {
            _ if is_placeholder => true,
            "check" | "watch" | "hint" | "solution" | "reset" => {
                slugs.contains(*word)
                    || *word == "all"
                    || *word == "my-exercise"
                    || word.parse::<u32>().is_ok()
            }
            "explain" => is_explained(word),
            "bench" => *word == "all" || studies::studies().any(|study| study.name() == *word),
            _ => true,
        };
        if !is_right {
            return Some(format!("{} knows no {word}", command.get_name()));
        }
    }
    let takes_any = command
        .get_positionals()
        .any(|it| matches!(it.get_action(), clap::ArgAction::Append));
    let most = command.get_positionals().count().max(2);
    (positional > most && !takes_any).then(|| "too many words".to_owned())
}

#[test]
fn commands_are_those_that_grader_takes() {
    let mut program = Arguments::command();
    program.build();
    let slugs = slugs();
    let mut wrong = Vec::new();
    let mut count = 0;
    let typed = typed();
    for Found { text, page } in spans().iter().chain(&typed) {
        let text = text.trim_start_matches("$ ");
        // `cargo run --release -- book` is one as well.
        let Some(words) = text
            .strip_prefix("grader")
            .or_else(|| text.strip_prefix("cargo run --release --"))
            .filter(|rest| rest.is_empty() || rest.starts_with(' '))
        else {
            continue;
        };
        count += 1;
        let words: Vec<&str> = words.split_whitespace().collect();
        if let Some(fault) = fault(&program, &words, &slugs) {
            wrong.push(format!("{page}: `{text}`: {fault}"));
        }
    }
    assert_none(&wrong);
    assert!(count > 100, "{count}");
}

#[test]
fn what_is_typed_in_a_terminal_is_taken_by_the_parser_as_it_stands() {
    use clap::Parser;
    let mut count = 0;
    for Found { text, page } in typed() {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.first() != Some(&"grader") {
            continue;
        }
        let taken = Arguments::try_parse_from(&words);
        assert!(taken.is_ok(), "{page}: {text}: {:?}", taken.err());
        count += 1;
    }
    assert!(count > 20, "{count}");
}

#[test]
fn options_are_those_of_grader_or_of_a_compiler_that_is_named() {
    fn options(command: &Command, into: &mut BTreeSet<String>) {
        for argument in command.get_arguments() {
            into.extend(argument.get_long().map(|long| format!("--{long}")));
            into.extend(argument.get_short().map(|short| format!("-{short}")));
        }
        for inner in command.get_subcommands() {
            options(inner, into);
        }
    }
    let mut program = Arguments::command();
    program.build();
    let mut known = BTreeSet::new();
    options(&program, &mut known);
    let mut allowed = Allowed::of(OPTIONS);
    let mut wrong = Vec::new();
    for Found { text, page } in spans() {
        let option = text.split([' ', '=']).next().unwrap_or_default();
        let name = option.trim_start_matches('-');
        let is_option =
            option.starts_with('-') && name.starts_with(|it: char| it.is_ascii_alphabetic());
        if is_option && !known.contains(option) && !allowed.has(option) {
            wrong.push(format!("{page}: `{text}`"));
        }
    }
    assert_none(&wrong);
    allowed.assert_used();
}

/// Is there a file or folder of this path, `NN-my-exercise` being any exercise and `*` any name?
fn is_there(path: &str) -> bool {
    // A run of the grader makes these.
    if path.starts_with(".grader/") {
        return false;
    }
    let sample = path.replace("NN-my-exercise", "34-case-sudden-stop");
    let any = |folder: &str| {
        let whole = sample.replace("34-case-sudden-stop", folder);
        let Some((folder, name)) = whole
            .rsplit_once('/')
            .filter(|(_, name)| name.contains('*'))
        else {
            return project().join(&whole).exists();
        };
        let ending = name.trim_start_matches('*');
        fs::read_dir(project().join(folder)).is_ok_and(|entries| {
            let mut names = entries.filter_map(|it| it.ok()?.file_name().into_string().ok());
            names.any(|name| name.ends_with(ending))
        })
    };
    if !path.contains("NN-my-exercise") {
        return any("");
    }
    let folder = project().join("exercises");
    let exercises = fs::read_dir(folder).expect("the exercises");
    let mut names = exercises.filter_map(|it| it.ok()?.file_name().into_string().ok());
    names.any(|name| any(&name))
}

#[test]
fn paths_lead_to_files_of_the_project() {
    let tops = [
        "exercises",
        "solutions",
        "kernels",
        "grader",
        "book",
        "tests",
        ".grader",
        ".",
    ];
    let mut allowed = Allowed::of(PATHS);
    let mut wrong = Vec::new();
    let mut count = 0;
    for Found { text, page } in spans() {
        let is_path = text
            .split_once('/')
            .is_some_and(|(top, _)| tops.contains(&top) && !text.contains(' '));
        if !is_path {
            continue;
        }
        count += 1;
        if !is_there(text) && !allowed.has(text) {
            wrong.push(format!("{page}: `{text}`"));
        }
    }
    assert_none(&wrong);
    assert!(count > 10, "{count}");
    allowed.assert_used();
}

#[test]
fn a_name_with_a_slip_would_be_seen() {
    let mut program = Arguments::command();
    program.build();
    let slugs = slugs();
    for (words, told) in [
        (&["chek"][..], "no command chek"),
        (&["check", "saxpi"], "check knows no saxpi"),
        (&["explain", "data-races"], "explain knows no data-races"),
        (&["check", "saxpy", "--sed"], "no option --sed"),
        (&["list", "--format", "xml"], "--format takes no xml"),
        (&["devices", "saxpy"], "devices takes no saxpy"),
        (&["bench", "lunch"], "bench knows no lunch"),
    ] {
        assert_eq!(fault(&program, words, &slugs).as_deref(), Some(told));
    }
    for words in [
        &["check", "saxpy"][..],
        &["check", "2"],
        &["course", "check"],
        &["explain", "ID"],
    ] {
        assert_eq!(fault(&program, words, &slugs), None);
    }
    assert!(is_there("exercises/NN-my-exercise/exercise.toml"));
    assert!(!is_there("exercises/NN-my-exercise/exercises.toml"));
    assert!(Path::new("x").is_relative() && !is_there("kernels/src/absent.cl"));
    assert!(builtin::lookup("get_global_ids").is_none());
    assert_eq!(vector_width("uchar32"), Some("32"));
    assert_eq!(vector_width("uint"), None);
}
