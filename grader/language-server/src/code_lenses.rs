//! Commands over each kernel, for clients that run them in a terminal: check the exercise, run the kernel, predict
//! its time.

use crate::analysis::Analysis;
use crate::document::Document;
use crate::host::Exercise;
use crate::launches;
use crate::navigation::is_own;
use crate::server::Server;
use launch::Standard;
use lsp_types::{CodeLens, Command};
use opencl_c::names::{Declaration, Kind};

/// The command that a client has to know; its argument is the list of words behind `grader`.
const COMMAND: &str = "grader.runInTerminal";

/// The lenses of a document.
pub(crate) fn of(server: &Server, document: &Document, analysis: &Analysis) -> Vec<CodeLens> {
    let Some(path) = document.path.as_deref() else {
        return Vec::new();
    };
    let launches = launches::written(server, document);
    let kernels = analysis
        .names
        .declarations
        .iter()
        .filter(|it| it.kind == Kind::Kernel && it.body.is_some() && is_own(it));
    let mut lenses = Vec::new();
    for kernel in kernels {
        let mut add = |title: String, words: Vec<String>| {
            lenses.extend(lens(kernel, title, words, analysis));
        };
        if let Some(Exercise { slug, .. }) = &document.exercise {
            add(
                format!("check {slug}"),
                vec!["check".to_owned(), slug.clone()],
            );
        }
        match launches.iter().find(|it| it.is_of(&kernel.name)) {
            Some(launch) => {
                for command in ["simulate", "predict"] {
                    let file = launch.path.display().to_string();
                    add(command.to_owned(), vec![command.to_owned(), file]);
                }
            }
            None => {
                let file = path.display().to_string();
                let mut words = vec!["run".to_owned(), file, kernel.name.to_string()];
                words.extend(compiler_options(document));
                add("run in the simulator".to_owned(), words);
            }
        }
    }
    lenses
}

/// The settings of a document as options of a command.
fn compiler_options(document: &Document) -> Vec<String> {
    let settings = &document.settings;
    let mut words = Vec::new();
    if settings.options.standard != Standard::default() {
        words.extend([
            "--std".to_owned(),
            settings.options.standard.flag().to_owned(),
        ]);
    }
    for define in &settings.options.defines {
        words.extend(["-D".to_owned(), define.clone()]);
    }
    for folder in &settings.include {
        words.extend(["-I".to_owned(), folder.display().to_string()]);
    }
    words
}

fn lens(
    kernel: &Declaration,
    title: String,
    words: Vec<String>,
    analysis: &Analysis,
) -> Option<CodeLens> {
    let bytes = analysis.range_of(kernel.origin)?;
    Some(CodeLens {
        range: analysis.lines.range(&analysis.text, bytes),
        command: Some(Command {
            title,
            command: COMMAND.to_owned(),
            arguments: Some(vec![words.into()]),
        }),
        data: None,
    })
}
