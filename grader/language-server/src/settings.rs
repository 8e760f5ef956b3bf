//! How the files of a folder are read: `.grader.toml` in it or above it, else what a `compile_commands.json` says
//! of a file, else what CMake says of its target, else OpenCL C 1.2 without definitions.

use crate::cmake;
use crate::host::Host;
use launch::Standard;
use opencl_c::preprocessor::Options;
use serde::Deserialize;
use std::path::{Component, Path, PathBuf};

/// The name of the file with the settings of a folder and those within it.
pub const SETTINGS_FILE: &str = ".grader.toml";

/// The largest compilation database that is read, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// How a file is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) options: Options,
    /// Folders of included files.
    pub(crate) include: Vec<PathBuf>,
    /// The LAUNCH.toml files whose runs are shown in the text.
    pub(crate) launches: Vec<PathBuf>,
    /// The address of the built book, for links to the pages of mistakes.
    pub(crate) book: Option<String>,
    /// A settings file that could not be read, and why.
    pub(crate) unusable: Option<(PathBuf, String)>,
}

/// A `.grader.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// `CL1.2`, `CL2.0`, ...
    std: Option<String>,
    #[serde(default)]
    define: Vec<String>,
    #[serde(default)]
    include: Vec<PathBuf>,
    /// Extensions that are enabled from the first line on.
    #[serde(default)]
    extensions: Vec<String>,
    /// LAUNCH.toml files.
    #[serde(default)]
    launch: Vec<PathBuf>,
    book: Option<String>,
}

/// An entry of a `compile_commands.json`.
#[derive(Debug, Deserialize)]
struct Command {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

impl Settings {
    /// Those of a file.
    pub(crate) fn of(path: &Path, host: &dyn Host) -> Settings {
        let mut settings = Settings::default();
        if let Some(exercise) = host.exercise(path) {
            settings.options.standard = exercise.standard;
        }
        for folder in path.ancestors().skip(1) {
            let file = folder.join(SETTINGS_FILE);
            let Ok(text) = host.read(&file) else { continue };
            if let Err(why) = settings.take(folder, &text) {
                settings.unusable = Some((file, why));
            }
            return settings;
        }
        for folder in path.ancestors().skip(1) {
            for database in ["compile_commands.json", "build/compile_commands.json"] {
                let Ok(text) = host.read(&folder.join(database)) else {
                    continue;
                };
                if text.len() <= MOST_BYTES && settings.take_command(path, &text) {
                    return settings;
                }
            }
        }
        if let Some(compiled) = cmake::of(path, host) {
            settings.options.defines = compiled.defines;
            settings.include = compiled.include;
        }
        settings
    }

    fn take(&mut self, folder: &Path, text: &str) -> Result<(), String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        if let Some(flag) = &file.std {
            self.options.standard = Standard::from_flag(flag)
                .ok_or_else(|| format!("std = \"{flag}\": it is one of CL1.0 to CL3.0"))?;
        }
        self.options.defines = file.define;
        self.options.half = file.extensions.iter().any(|it| it == "cl_khr_fp16");
        let include = file.include.iter().map(|it| plain_path(&folder.join(it)));
        self.include = include.collect();
        let launches = file.launch.iter().map(|it| plain_path(&folder.join(it)));
        self.launches = launches.collect();
        self.book = file.book;
        Ok(())
    }

    /// Takes the definitions, folders and version from the command that compiles the file. False if there is none.
    fn take_command(&mut self, path: &Path, database: &str) -> bool {
        let commands: Vec<Command> = serde_json::from_str(database).unwrap_or_default();
        let is_of_file = |it: &&Command| plain_path(&it.directory.join(&it.file)) == path;
        let Some(command) = commands.iter().find(is_of_file) else {
            return false;
        };
        let words = if command.arguments.is_empty() {
            words_of(&command.command)
        } else {
            command.arguments.clone()
        };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut value = |flag: &str| {
                let rest = word.strip_prefix(flag)?;
                if rest.is_empty() {
                    words.next().cloned()
                } else {
                    Some(rest.to_owned())
                }
            };
            if let Some(define) = value("-D") {
                self.options.defines.push(define);
            } else if let Some(folder) = value("-I") {
                self.include
                    .push(plain_path(&command.directory.join(folder)));
            } else if let Some(flag) = word
                .strip_prefix("-cl-std=")
                .or_else(|| word.strip_prefix("-std="))
                && let Some(standard) = Standard::from_flag(&flag.to_uppercase())
            {
                self.options.standard = standard;
            }
        }
        true
    }
}

/// The words of a command of a shell; quotes and backslashes keep what they protect.
fn words_of(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut characters = command.chars();
    while let Some(c) = characters.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(characters.next()),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, Some(open)) if c == open => quote = None,
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// A path without `.` and `..`, as far as its own text says.
pub(crate) fn plain_path(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Exercise;
    use std::collections::HashMap;
    use std::io;

    struct Files(HashMap<&'static str, &'static str>);

    impl Host for Files {
        fn read(&self, path: &Path) -> io::Result<String> {
            let text = path.to_str().and_then(|path| self.0.get(path));
            text.map(|text| (*text).to_owned())
                .ok_or(io::ErrorKind::NotFound.into())
        }

        fn entries(&self, _: &Path) -> Vec<String> {
            Vec::new()
        }

        fn exercise(&self, _: &Path) -> Option<Exercise> {
            None
        }
    }

    fn settings(files: &[(&'static str, &'static str)]) -> Settings {
        let host = Files(files.iter().copied().collect());
        Settings::of(Path::new("/p/src/k.cl"), &host)
    }

    #[test]
    fn the_nearest_file_of_settings_counts() {
        let near = "std = \"CL2.0\"\ndefine = [\"N=4\"]\ninclude = [\"../inc\"]\nextensions = [\"cl_khr_fp16\"]";
        let found = settings(&[
            ("/p/src/.grader.toml", near),
            ("/p/.grader.toml", "std = \"CL1.0\""),
        ]);
        assert_eq!(found.options.standard, Standard::V2_0);
        assert_eq!(found.options.defines, ["N=4"]);
        assert!(found.options.half);
        assert_eq!(found.include, [Path::new("/p/inc")]);
    }

    #[test]
    fn settings_that_cannot_be_read_say_why() {
        let found = settings(&[("/p/.grader.toml", "standard = \"CL2.0\"")]);
        let (path, why) = found.unusable.expect("a reason");
        assert_eq!(path, Path::new("/p/.grader.toml"));
        assert!(why.contains("unknown field `standard`"), "{why}");
    }

    #[test]
    fn the_command_that_compiles_a_file_says_how_it_is_read() {
        let database = r#"[{"directory": "/p/build", "file": "../src/other.cl", "arguments": []},
            {"directory": "/p/build", "file": "../src/k.cl",
             "command": "clang -cl-std=CL3.0 -D N=4 -DM='a b' -I../inc -c ../src/k.cl"}]"#;
        let found = settings(&[("/p/build/compile_commands.json", database)]);
        assert_eq!(found.options.standard, Standard::V3_0);
        assert_eq!(found.options.defines, ["N=4", "M=a b"]);
        assert_eq!(found.include, [Path::new("/p/inc")]);
    }
}
