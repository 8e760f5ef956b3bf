//! The debugger's tests: sessions as commands and their answers, and the agreement of stepping with running.

mod agreement;
mod protocol;
mod sessions;
mod way_back;

use debugger::Debuggee;
use opencl_c::preprocessor::{NoIncludes, Options as Preprocessing, Standard};
use simulator::Options;
use std::fs;
use std::path::Path;

/// The program and the launch of a kernel that carries its launch in comments at its head.
fn debuggee(path: &Path) -> Option<Debuggee> {
    let text = fs::read_to_string(path).expect("a kernel");
    let mut header = cases::parse(&text);
    let preprocessing = Preprocessing {
        standard: Standard::from_flag(&header.standard).expect("a version"),
        defines: header.defines,
        ..Preprocessing::default()
    };
    let name = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let checked = opencl_c::compile(&name, &text, &preprocessing, &mut NoIncludes).ok()?;
    if header.launch.kernel.is_empty() {
        let kernel = checked
            .program
            .kernels()
            .next()
            .map(|(_, kernel)| kernel.name.to_string());
        header.launch.kernel = kernel?;
    }
    Some(Debuggee {
        program: checked.program,
        preprocessing,
        launch: header.launch,
        options: Options {
            sub_group_size: header.sub_group_size,
            non_uniform: header.non_uniform,
            steps: 20_000_000,
            ..Options::default()
        },
    })
}
