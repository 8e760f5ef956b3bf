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
    /// The same program, with the folder that the captured one ran in among those of included files: many drivers
    /// look there too. A launch that can do without it can be moved to another machine.
    pub fn including_own_folder(&self, captured: &Captured) -> Program {
        let mut program = self.clone();
        program.includes.push(captured.folder.clone());
        program
    }

    /// Leaves out the folders of included files that are not here: the simulator refuses a launch that names one.
    pub fn leave_out_folders(&mut self, is_here: impl Fn(&str) -> bool) {
        let (here, gone) = std::mem::take(&mut self.includes)
            .into_iter()
            .partition(|folder| is_here(folder));
        self.includes = here;
        let gone: Vec<String> = gone;
        self.notes.extend(gone.into_iter().map(Note::NoFolder));
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::not_taken::BadArgument;
    use launch::captured::{After, Argument, Memory};
    use opencl_c::preprocessor::NoIncludes;

    const KERNEL: &str =
        "kernel void k(global float* x, local int* l, uint n, global const int* y) { x[0] = n; }";

    fn memory(object: u64, before: &[u8], after: After) -> Memory {
        Memory {
            object,
            offset: 0,
            flags: 0,
            before: before.to_vec(),
            after,
        }
    }

    fn captured() -> Captured {
        let changed = After::Changed(vec![0, 0, 0x40, 0x40]);
        Captured {
            program: Origin::Source {
                text: KERNEL.as_bytes().to_vec(),
                headers: Vec::new(),
            },
            options: String::new(),
            kernel: "k".to_owned(),
            launch: 2,
            device: "a\ndevice".to_owned(),
            folder: "/home".to_owned(),
            global: vec![4],
            local: None,
            offset: Some(vec![0]),
            arguments: vec![
                Argument::Buffer(memory(1, &[0; 4], changed)),
                Argument::Sized(64),
                Argument::Value(3_u32.to_le_bytes().to_vec()),
                Argument::Buffer(memory(2, &[1, 0, 0, 0], After::Unchanged)),
            ],
        }
    }

    fn written(captured: &Captured) -> Result<(String, Written), NotTaken> {
        let written = program(captured)?.launch(captured, &mut NoIncludes)?;
        let text = String::from_utf8(written.files[0].1.clone()).expect("a text");
        Ok((text, written))
    }

    #[test]
    fn a_launch_is_written_by_the_kernels_names_and_types() {
        let (text, written) = written(&captured()).expect("a launch");
        let expected = "# Launch 2 of k on adevice, captured.\n\
            source = \"kernel.cl\"\nkernel = \"k\"\nglobal = [4]\n\n\
            [[arg]]  # x\nbuffer = \"float\"\nlen = 1\ninit = \"zeros\"\n\
            expect = { file = \"x-after.raw\" }\ntolerance = 1e-4\n\n\
            [[arg]]  # l\nlocal = 64\n\n\
            [[arg]]  # n\nscalar = \"uint\"\nvalue = 3\n\n\
            [[arg]]  # y\nbuffer = \"int\"\nlen = 1\ninit = { file = \"y.raw\" }\n";
        assert_eq!(text, expected);
        let names: Vec<&str> = written.files.iter().map(|file| file.0.as_str()).collect();
        assert_eq!(names, ["LAUNCH.toml", "x-after.raw", "y.raw"]);
        assert_eq!(written.notes, []);
    }

    #[test]
    fn shared_memory_that_changed_is_noted_and_not_compared() {
        let mut shared = captured();
        let changed = After::Changed(vec![9; 4]);
        shared.arguments[3] = Argument::Buffer(memory(1, &[0; 4], changed));
        let (text, written) = written(&shared).expect("a launch");
        assert!(!text.contains("expect"), "{text}");
        let (one, other) = ("x".to_owned(), "y".to_owned());
        assert_eq!(written.notes, [Note::Shared { one, other }]);
    }

    #[test]
    fn parts_of_one_buffer_that_do_not_overlap_are_two() {
        let mut parts = captured();
        let mut second = memory(1, &[0; 4], After::Unchanged);
        second.offset = 4;
        parts.arguments[3] = Argument::Buffer(second);
        let (_, written) = written(&parts).expect("a launch");
        assert_eq!(written.notes, []);
    }

    #[test]
    fn a_program_that_is_not_read_leaves_bytes() {
        let mut wrong = captured();
        let (text, headers) = (b"kernel void k(".to_vec(), Vec::new());
        wrong.program = Origin::Source { text, headers };
        let (text, written) = written(&wrong).expect("a launch");
        assert!(
            text.contains("[[arg]]  # argument-0\nbuffer = \"bytes\"\nlen = 4\n"),
            "{text}"
        );
        assert_eq!(written.notes, [Note::NotRead]);
    }

    #[test]
    fn options_lose_what_is_unknown_and_relative_folders_become_whole() {
        let mut with = captured();
        with.options = "-DA='1 2' -cl-nv-verbose -I include -I/usr/include".to_owned();
        let program = program(&with).expect("a program");
        assert_eq!(program.options, ["\"-DA=1 2\""]);
        assert_eq!(program.includes, ["/home/include", "/usr/include"]);
        let left_out = Note::OptionLeftOut("-cl-nv-verbose".to_owned());
        assert_eq!(program.notes, std::slice::from_ref(&left_out));
        let mut elsewhere = program.clone();
        elsewhere.leave_out_folders(|folder| folder == "/usr/include");
        assert_eq!(elsewhere.includes, ["/usr/include"]);
        let gone = Note::NoFolder("/home/include".to_owned());
        assert_eq!(elsewhere.notes, [left_out, gone]);
    }

    #[test]
    fn a_header_never_leaves_the_folder() {
        let mut with = captured();
        let header = |name: &str| (name.to_owned(), String::new());
        let headers = ["a/b.h", "../c.h", "/d.h", "kernel.cl", "LAUNCH.toml"].map(header);
        let (text, headers) = (KERNEL.as_bytes().to_vec(), headers.to_vec());
        with.program = Origin::Source { text, headers };
        let program = program(&with).expect("a program");
        let names: Vec<&str> = program.files.iter().map(|file| file.0.as_str()).collect();
        assert_eq!(names, ["kernel.cl", "a/b.h"]);
    }

    #[test]
    fn all_that_is_in_the_way_is_named() {
        let mut bad = captured();
        bad.arguments[0] = Argument::Unset;
        bad.arguments[1] = Argument::SharedVirtualMemory;
        bad.arguments[3] = Argument::Value(vec![1; 8]);
        let refused = written(&bad).expect_err("no launch").reasons;
        let argument = |index, why| Reason::Argument { index, why };
        let expected = [
            argument(0, BadArgument::Unset),
            argument(1, BadArgument::SharedVirtualMemory),
            argument(3, BadArgument::UnknownObject),
        ];
        assert_eq!(refused, expected);
        for (program, reason) in [
            (Origin::Intermediate, Reason::Intermediate),
            (Origin::Binary, Reason::Binary),
            (Origin::Linked(2), Reason::Linked { programs: 2 }),
        ] {
            let without_text = Captured {
                program,
                ..captured()
            };
            assert_eq!(
                written(&without_text).expect_err("no launch").reasons,
                [reason]
            );
        }
    }

    #[test]
    fn a_size_without_a_value_is_a_null_buffer_where_the_parameter_is_one() {
        let mut null = captured();
        null.arguments[0] = Argument::Sized(8);
        null.arguments[3] = Argument::Value(vec![0; 8]);
        let (text, _) = written(&null).expect("a launch");
        assert!(text.contains("# x\nnull = true\n"), "{text}");
        assert!(text.contains("# y\nnull = true\n"), "{text}");
    }
}
