//! Counts the kernels of files and folders that translate, and why the others do not. A kernel with `double`, images or
//! samplers is counted apart: what it lacks is known.
//!
//! ```text
//! coverage [--show] [-DNAME=VALUE]... PATH...      --show prints the shader of each kernel
//! ```
//!
//! An include is looked for beside the file that asks, beside the first file, and one folder above.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use opencl_c::preprocessor::{Include, Included, Includes, NotIncluded, Options};
use opencl_c::program::Program;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The includes of a file, from its folder and the one above.
struct Beside<'f>(&'f Path);

impl Includes for Beside<'_> {
    fn find(&mut self, include: Include<'_>) -> Result<Included, NotIncluded> {
        let own = self.0.parent();
        let above = own.and_then(Path::parent);
        let folders = [Path::new(include.from).parent(), own, above];
        folders
            .into_iter()
            .flatten()
            .map(|folder| folder.join(include.name))
            .find_map(|path| {
                let text = std::fs::read_to_string(&path).ok()?;
                Some(Included {
                    name: path.display().to_string().into(),
                    text: text.into(),
                })
            })
            .ok_or(NotIncluded::NotFound)
    }
}

fn main() {
    let mut show = false;
    let mut defines = Vec::new();
    let mut files = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.strip_prefix("-D") {
            Some(define) => defines.push(define.to_owned()),
            None if argument == "--show" => show = true,
            None => collect(Path::new(&argument), &mut files),
        }
    }
    files.sort();
    let (mut kernels, mut translated, mut unread, mut beyond) = (0, 0, 0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else {
            continue;
        };
        let name = file.display().to_string();
        let options = Options {
            defines: defines.clone(),
            ..Options::default()
        };
        let read = opencl_c::compile(&name, &text, &options, &mut Beside(file));
        let checked = match read {
            Ok(checked) => checked,
            Err(rejected) => {
                unread += 1;
                if let Some(first) = rejected.diagnostics.first() {
                    println!("{name}: not read: {}", first.message);
                }
                continue;
            }
        };
        for (_, kernel) in checked.program.kernels() {
            let shader = translate(&checked.program, &kernel.name);
            if shader.as_ref().is_err_and(|(reason, _)| is_beyond(reason)) {
                beyond += 1;
                continue;
            }
            kernels += 1;
            match shader {
                Ok(text) => {
                    translated += 1;
                    if show {
                        println!("// {name}: {}\n{text}", kernel.name);
                    }
                }
                Err((reason, whole)) => {
                    println!("{name}: {}: {whole}", kernel.name);
                    *reasons.entry(reason).or_default() += 1;
                }
            }
        }
    }
    println!(
        "{translated} of {kernels} kernels translate; {beyond} have double, images or samplers; {unread} files are not read"
    );
    for (reason, count) in reasons {
        println!("{count:6} {reason}");
    }
}

/// Does the kernel ask for `double`, an image or a sampler?
fn is_beyond(reason: &str) -> bool {
    reason == wgsl::Reason::Image.to_string()
        || reason == wgsl::Reason::Type("double".to_owned()).to_string()
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            collect(&entry.path(), files);
        }
    } else if path.extension().is_some_and(|end| end == "cl") {
        files.push(path.to_owned());
    }
}

/// The shader, or why there is none: in short and in full.
fn translate(program: &Program, kernel: &str) -> Result<String, (String, String)> {
    let Some((_, function)) = program.kernels().find(|(_, found)| &*found.name == kernel) else {
        return Err((String::new(), String::new()));
    };
    let required = function.kernel.as_ref();
    let required = required.and_then(|kernel| kernel.required_work_group_size);
    let launch = wgsl::Launch {
        local: required.map_or([64, 1, 1], |sizes| sizes.map(|size| size as u32)),
        local_memory: vec![1024; function.parameters],
        sub_group: 32,
        fused: true,
        ..wgsl::Launch::default()
    };
    let shader = wgsl::translate(program, kernel, &launch)
        .map_err(|refusal| (refusal.reason.to_string(), refusal.text(program)))?;
    let module = naga::front::wgsl::parse_str(&shader.text).map_err(|error| {
        let whole = format!("{}\n{}", error.emit_to_string(&shader.text), shader.text);
        ("WGSL that naga does not read".to_owned(), whole)
    })?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.validate(&module).map_err(|error| {
        let whole = format!("{}\n{}", error.emit_to_string(&shader.text), shader.text);
        ("WGSL that naga does not accept".to_owned(), whole)
    })?;
    Ok(shader.text)
}
