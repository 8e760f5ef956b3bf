//! The folder of a captured launch: its program, a LAUNCH.toml, and a file of data for each buffer and image.

use crate::arguments::{Arguments, Signature};
use crate::not_taken::{NotTaken, Reason};
use crate::note::Note;
use launch::captured::{Captured, Program as Origin};
use launch_file::written::{quoted, row};
use launch_file::{BuildOptions, quote};
use opencl_c::preprocessor::{Includes, Options as Preprocessing, Standard};

/// The program's file.
pub const KERNEL_FILE: &str = "kernel.cl";

/// The launch's file.
pub const LAUNCH_FILE: &str = "LAUNCH.toml";

/// The program of a captured launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its files by their names in the folder, slashes between the parts: the program itself, then the headers that
    /// it was given.
    pub files: Vec<(String, Vec<u8>)>,
    /// Folders of included files that its build options name, as the program's own folder makes them whole.
    pub includes: Vec<String>,
    /// Its build options, without those folders and without what the simulator does not know.
    options: Vec<String>,
    notes: Vec<Note>,
}

/// A folder's files but those of the program, and what is to be known of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    pub files: Vec<(String, Vec<u8>)>,
    pub notes: Vec<Note>,
}

/// The program of a captured launch, if it has a text.
pub fn program(captured: &Captured) -> Result<Program, NotTaken> {
    let refused = |reason| {
        Err(NotTaken {
            kernel: captured.kernel.clone(),
            reasons: vec![reason],
        })
    };
    let (text, headers) = match &captured.program {
        Origin::Source { text, headers } => (text, headers),
        Origin::Intermediate => return refused(Reason::Intermediate),
        Origin::Binary => return refused(Reason::Binary),
        Origin::Linked(programs) => {
            return refused(Reason::Linked {
                programs: *programs,
            });
        }
    };
    let mut files = vec![(KERNEL_FILE.to_owned(), text.clone())];
    for (name, text) in headers {
        // A name that leads out of the folder is that of no file in it.
        let is_within = name
            .split('/')
            .all(|part| !matches!(part, "" | "." | "..") && !part.contains(['\\', ':']));
        if is_within && name != KERNEL_FILE && name != LAUNCH_FILE {
            files.push((name.clone(), text.clone().into_bytes()));
        }
    }
    let mut program = Program {
        files,
        includes: Vec::new(),
        options: Vec::new(),
        notes: Vec::new(),
    };
    if !headers.is_empty() {
        // `#include <name>` searches named folders alone.
        program.options.push("-I .".to_owned());
    }
    let (known, unknown) = BuildOptions::known(&captured.options);
    for words in known {
        match words.as_slice() {
            [flag, folder] if flag == "-I" => {
                program.includes.push(whole(&captured.folder, folder))
            }
            [word] if word.starts_with("-I") => {
                program.includes.push(whole(&captured.folder, &word[2..]));
            }
            words => {
                let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
                program.options.push(quoted.join(" "));
            }
        }
    }
    program
        .notes
        .extend(unknown.into_iter().map(Note::OptionLeftOut));
    Ok(program)
}

/// A folder as it is from anywhere.
fn whole(own: &str, folder: &str) -> String {
    let is_whole = folder.starts_with(['/', '\\']) || folder.get(1..2) == Some(":");
    match is_whole || own.is_empty() {
        true => folder.to_owned(),
        false => format!("{own}/{folder}"),
    }
}

impl Program {
    /// The rest of the folder. `includes` finds what the program includes.
    pub fn launch(
        &self,
        captured: &Captured,
        includes: &mut dyn Includes,
    ) -> Result<Written, NotTaken> {
        let options = self.options.join(" ");
        let standard = BuildOptions::parse(&options)
            .ok()
            .and_then(|it| it.standard);
        let compiled = self.compiled(&options, includes);
        let signature = compiled
            .as_ref()
            .and_then(|program| Signature::of(program, &captured.kernel));
        let mut notes = self.notes.clone();
        if signature.is_none() {
            notes.push(Note::NotRead);
        }
        let mut arguments = Arguments::new(signature);
        let made = arguments.add_all(&captured.arguments);
        if !made.is_empty() {
            return Err(NotTaken {
                kernel: captured.kernel.clone(),
                reasons: made,
            });
        }
        notes.append(&mut arguments.notes);
        let mut text = String::new();
        comment(
            &mut text,
            &format!(
                "Launch {} of {} on {}, captured.",
                captured.launch, captured.kernel, captured.device
            ),
        );
        for note in &notes {
            comment(&mut text, &format!("Note: {note}."));
        }
        text += &format!("source = {}\n", quoted(KERNEL_FILE));
        text += &format!("kernel = {}\n", quoted(&captured.kernel));
        if !options.is_empty() {
            text += &format!("options = {}\n", quoted(&options));
        }
        if !self.includes.is_empty() {
            let folders: Vec<String> = self.includes.iter().map(|it| quoted(it)).collect();
            text += &format!("includes = [{}]\n", folders.join(", "));
        }
        text += &format!("global = {}\n", row(&captured.global));
        if let Some(local) = &captured.local {
            text += &format!("local = {}\n", row(local));
            let divides = |(global, local): (&u64, &u64)| *local > 0 && global % local == 0;
            let is_uniform = captured.global.iter().zip(local).all(divides);
            if !is_uniform && standard >= Some(Standard::V2_0) {
                text += "non_uniform = true\n";
            }
        }
        if let Some(offset) = captured
            .offset
            .as_ref()
            .filter(|it| it.iter().any(|&it| it > 0))
        {
            text += &format!("global_offset = {}\n", row(offset));
        }
        text += &arguments.text;
        let mut files = vec![(LAUNCH_FILE.to_owned(), text.into_bytes())];
        files.append(&mut arguments.files);
        Ok(Written { files, notes })
    }

    /// The program as the simulator reads it; absent where it does not.
    fn compiled(
        &self,
        options: &str,
        includes: &mut dyn Includes,
    ) -> Option<opencl_c::program::Program> {
        let options = BuildOptions::parse(options).ok()?;
        let preprocessing = Preprocessing {
            standard: options.standard.unwrap_or_default(),
            defines: options.defines,
            single_precision_constant: options.single_precision_constant,
            ..Preprocessing::default()
        };
        let (text, _) = launch::text::decode(&self.files.first()?.1);
        match opencl_c::compile(KERNEL_FILE, &text, &preprocessing, includes) {
            Ok(checked) => Some(checked.program),
            // What is unsupported in another kernel does not concern this one.
            Err(rejected) => Some(rejected.rest?.program),
        }
    }
}

/// A line of comment. What comes from outside cannot end it.
fn comment(text: &mut String, line: &str) {
    let line = line.chars().filter(|letter| !letter.is_control());
    text.push_str("# ");
    text.extend(line);
    text.push('\n');
}
