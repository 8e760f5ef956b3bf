//! Counts the kernels of files and folders that translate, and why the others do not.
//!
//! ```text
//! coverage [--show] PATH...      --show prints the shader of each kernel
//! ```

use naga::valid::{Capabilities, ValidationFlags, Validator};
use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::program::Program;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let show = arguments.first().is_some_and(|first| first == "--show");
    if show {
        arguments.remove(0);
    }
    let mut files = Vec::new();
    for argument in &arguments {
        collect(Path::new(argument), &mut files);
    }
    files.sort();
    let (mut kernels, mut translated, mut unread) = (0, 0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    for file in &files {
        let Ok(text) = std::fs::read_to_string(file) else {
            continue;
        };
        let name = file.display().to_string();
        let read = opencl_c::compile(&name, &text, &Options::default(), &mut NoIncludes);
        let Ok(checked) = read else {
            unread += 1;
            continue;
        };
        for (_, kernel) in checked.program.kernels() {
            kernels += 1;
            match translate(&checked.program, &kernel.name) {
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
    println!("{translated} of {kernels} kernels translate; {unread} files are not read");
    for (reason, count) in reasons {
        println!("{count:6} {reason}");
    }
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
