//! # An argument that the kernel never uses
//!
//! A kernel takes an argument and does not use it: a size without a guard, a factor that is in no
//! expression, a buffer that an earlier version needed. A name inside the kernel that hides the
//! argument has the same effect.
//!
//! It is fine where another kernel with the same arguments uses it, so that the host can set them
//! alike, where the use is there but left out by `#ifdef`, and where its name says `unused`.
//!
//! ## Why it hurts
//!
//! It seldom hurts directly, on any device, but it shows that something else is missing. An unused
//! `n` is a missing guard: the kernel leaves its buffers as soon as the number of work-items is
//! rounded up to a multiple of the work-group. And a buffer that no work-item reads is still
//! copied over the bus.
//!
//! ## Wrong
//! ```opencl
//! kernel void scale(global float *x, float factor, uint n)
//! {
//!     size_t i = get_global_id(0);
//!     x[i] *= factor;
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void scale(global float *x, float factor, uint n)
//! {
//!     size_t i = get_global_id(0);
//!     if (i < n) {
//!         x[i] *= factor;
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! Cornelis (2014), on index mappings: without a guard a kernel is right only where the size is a
//! multiple. OpenCL C 1.2 specification, section 6.9, on the arguments of kernels.

use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::program::{ExprKind, Function, Program, Var};
use opencl_c::types::TypeId;
use std::collections::{HashMap, HashSet};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::UnusedArgument,
    level: Level::Warning,
    family: Family::Names,
    symptom: Symptom::Varies,
    chapter: 3,
    launch: "global: 8\nbuffer: x float 8 iota\nvalue: factor float 2\nvalue: n uint 8",
    file: page_in!("unused_argument.rs"),
    read: Some(read),
    measure: None,
};

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    let program = analyses.program;
    let kernels: Vec<(&Function, HashSet<usize>)> = program
        .kernels()
        .map(|(_, kernel)| (kernel, used(program, kernel)))
        .collect();
    // Kernels of one list of arguments are called in the same way: what one of them uses, all take.
    let mut by_arguments: HashMap<Vec<(TypeId, &str)>, HashSet<usize>> = HashMap::new();
    for (kernel, used) in &kernels {
        let of_all = by_arguments.entry(arguments(kernel)).or_default();
        of_all.extend(used.iter().filter(|index| **index < kernel.parameters));
    }
    for (kernel, used) in &kernels {
        // A kernel that uses none of them is yet to be written.
        if used.is_empty() {
            continue;
        }
        let of_others = by_arguments.get(&arguments(kernel));
        let mut words = None;
        let mut inner: HashMap<&str, &Var> = HashMap::new();
        for var in &kernel.vars[kernel.parameters..] {
            inner.entry(&var.name).or_insert(var);
        }
        let mut before = kernel.origin;
        for (index, argument) in kernel.vars[..kernel.parameters].iter().enumerate() {
            let after = std::mem::replace(&mut before, argument.origin);
            if used.contains(&index)
                || argument.name.is_empty()
                || argument.name.contains("unused")
                || of_others.is_some_and(|used| used.contains(&index))
                || is_declared_unused(program, after, argument.origin)
            {
                continue;
            }
            // A use in `sizeof` or in a part that `#if` leaves out is no longer in the program.
            let hides = inner.get(&*argument.name);
            let words = words.get_or_insert_with(|| self::words(program, kernel));
            if hides.is_none() && words.contains(&*argument.name) {
                continue;
            }
            let message = format!(
                "`{}` never uses its argument `{}`",
                kernel.name, argument.name
            );
            let found = reporter
                .find(Evidence::Proven, argument.origin, argument.origin, message)
                .label("the host passes it, and nothing reads it")
                .help("use it, or take it away here and where the host sets the arguments")
                .kernel(kernel);
            if let Some(inner) = hides {
                found
                    .with(
                        inner.origin,
                        inner.origin,
                        "hides the argument of the same name",
                    )
                    .help("give the inner variable another name");
            }
        }
    }
}

/// The arguments that a kernel's body names, by index.
fn used(program: &Program, kernel: &Function) -> HashSet<usize> {
    let mut used = HashSet::new();
    walk::each_expression(program, &kernel.body, &mut |expr| {
        if let ExprKind::Variable(var) = program.expr(expr).kind {
            used.insert(var.0 as usize);
        }
    });
    used
}

fn arguments(kernel: &Function) -> Vec<(TypeId, &str)> {
    let arguments = kernel.vars[..kernel.parameters].iter();
    arguments
        .map(|argument| (argument.ty, &*argument.name))
        .collect()
}

/// The words of a kernel's body, without those of its comments.
fn words<'a>(program: &'a Program, kernel: &Function) -> HashSet<&'a str> {
    let sources = &program.sources;
    let (first, last) = (
        sources.use_site(kernel.body.origin),
        sources.use_site(kernel.body.end),
    );
    let text = &sources.file(first.file).text;
    let end = if last.file == first.file {
        last.end
    } else {
        first.end
    };
    let mut words = HashSet::new();
    let mut rest = text
        .get(first.start as usize..end as usize)
        .unwrap_or_default();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |at| at + 2)
        } else if is_word(c) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            words.insert(&rest[..length]);
            length
        } else {
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    words
}

/// Does an attribute say so, between the argument before and this one?
fn is_declared_unused(
    program: &Program,
    before: opencl_c::source::Origin,
    argument: opencl_c::source::Origin,
) -> bool {
    let sources = &program.sources;
    let (from, to) = (sources.use_site(before), sources.use_site(argument));
    from.file == to.file
        && sources
            .file(from.file)
            .text
            .get(from.end as usize..to.start as usize)
            .is_some_and(|text| text.contains("unused"))
}
