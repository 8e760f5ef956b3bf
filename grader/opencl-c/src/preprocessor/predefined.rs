//! Macros that are defined before the first line: those of the standard, and those of `-D`.
//!
//! `FP_FAST_FMAF`, which tells of speed alone, is not defined. What one compiler defines for itself comes with its [`Environment`].

use super::dynamic;
use super::engine::{Engine, OpenFile};
use super::environment::Environment;
use super::macros::{Meaning, Table};
use super::options::Options;
use crate::interner::Interner;
use crate::lexer::Lexer;
use crate::source::{File, FileId};
use launch::Standard;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Every name and value that does not depend on the version.
const FIXED: &str = include_str!("predefined.txt");

/// What version 2.0 adds; the numbers are those of Clang's headers.
const OF_2_0: &str = include_str!("predefined_2_0.txt");

/// What the name of an optional feature begins with.
pub(super) const FEATURE: &str = "__opencl_c_";

/// The optional features of 3.0 (6.2.1 there): all but pipes and queues.
pub(super) const FEATURES: &[&str] = &[
    "3d_image_writes",
    "atomic_order_acq_rel",
    "atomic_order_seq_cst",
    "atomic_scope_all_devices",
    "atomic_scope_device",
    "fp64",
    "generic_address_space",
    "images",
    "int64",
    "integer_dot_product_input_4x8bit",
    "integer_dot_product_input_4x8bit_packed",
    "program_scope_global_variables",
    "read_write_images",
    "subgroups",
    "work_group_collective_functions",
];

/// What an engine holds once every macro but those of `-D` is defined. It depends on the options alone, and a
/// search for a repair reads thousands of texts with the same ones.
#[derive(Clone)]
pub(super) struct Start {
    pub(super) interner: Interner,
    pub(super) macros: Table,
    /// The file that defines them.
    pub(super) file: Arc<File>,
}

thread_local! {
    static STARTS: RefCell<HashMap<(Standard, Environment), Start>> = RefCell::default();
}

impl Start {
    /// That of the options, once an engine with the same ones was made.
    pub(super) fn known(options: &Options) -> Option<Start> {
        STARTS.with_borrow(|starts| starts.get(&key(options)).cloned())
    }
}

/// What decides which macros there are.
fn key(options: &Options) -> (Standard, Environment) {
    (options.standard, options.environment)
}

/// Defines everything in `engine`, which is new and began with `start`.
pub(super) fn define(engine: &mut Engine<'_>, options: &Options, start: Option<Arc<File>>) {
    match start {
        Some(file) => {
            engine.sources.share_file(file);
        }
        None => {
            for &name in dynamic::NAMES {
                engine.macros.set(name, Meaning::Dynamic);
            }
            let file = define_lines(engine, BUILT_IN, definitions(options).into(), true);
            let start = Start {
                interner: engine.interner.clone(),
                macros: engine.macros.clone(),
                file: engine.sources.shared_file(file),
            };
            STARTS.with_borrow_mut(|starts| starts.insert(key(options), start));
        }
    }
    for define in &options.defines {
        define_lines(
            engine,
            &format!("-D {define}"),
            as_definition(define).into(),
            false,
        );
    }
}

/// The name of the file of predefined macros.
const BUILT_IN: &str = "<built-in>";

/// The predefined macros, a line each as it follows `#define`.
fn definitions(options: &Options) -> String {
    let language = options.standard.number();
    // The device is one of 1.2 at least, also for a text of 1.0 or 1.1.
    let device = language.max(Standard::V1_2.number());
    let mut text = format!(
        "__OPENCL_VERSION__ {device}\n__OPENCL_C_VERSION__ {language}\nCL_VERSION_1_0 100\n"
    );
    for (since, line) in [
        (Standard::V1_1, "CL_VERSION_1_1 110\n"),
        (Standard::V1_2, "CL_VERSION_1_2 120\n"),
        (Standard::V2_0, "CL_VERSION_2_0 200\n"),
        (Standard::V3_0, "CL_VERSION_3_0 300\n"),
    ] {
        // Clang names every version that it knows.
        if options.standard >= since || options.environment == Environment::Clang {
            text.push_str(line);
        }
    }
    text.push_str(FIXED);
    if options.standard >= Standard::V2_0 {
        text.push_str(OF_2_0);
    }
    // Which of them another compiler has stands among its definitions.
    if options.standard >= Standard::V3_0 && options.environment == Environment::Portable {
        for feature in FEATURES {
            text.push_str(FEATURE);
            text.push_str(feature);
            text.push_str(" 1\n");
        }
    }
    text.extend(options.environment.definitions(options.standard));
    text
}

/// `NAME=VALUE` as it follows `#define`; `NAME` alone is 1. It stays on one line.
fn as_definition(define: &str) -> String {
    let define = define.replace(['\n', '\r'], " ");
    match define.split_once('=') {
        Some((name, value)) => format!("{name} {value} "),
        None => format!("{define} 1 "),
    }
}

fn define_lines(engine: &mut Engine<'_>, name: &str, text: Arc<str>, predefined: bool) -> FileId {
    let file = engine.sources.add_file(name, text.clone(), None);
    let base = engine.conditionals.len();
    engine
        .files
        .push(OpenFile::new(file, Lexer::new(text), base));
    while let Some(open) = engine.files.last_mut() {
        if open.lexer.is_at_end() {
            break;
        }
        let line = engine.rest_of_directive();
        if !line.is_empty() {
            engine.define_line(&line, line[0].origin, predefined);
        }
        engine.give_list(line);
        if let Some(open) = engine.files.last_mut() {
            open.lexer.pass_newline();
        }
    }
    engine.files.clear();
    file
}
