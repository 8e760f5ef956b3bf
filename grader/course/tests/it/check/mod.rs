//! The check from end to end, with closures for kernels: right ones pass, and each wrong one is
//! caught, shrunk to the smallest case there is, and explained by what the data proves.

mod closure_engine;

mod budget;
mod cases;
mod causes;
mod costs;
mod ends;
mod programs;
mod right;
mod stages;
mod wrong;

use closure_engine::{Clock, ClosureEngine, End, Item};
use course::{
    ElementState, Engine, Exercise, ExerciseFiles, Explanation, Report, Settings, ShrinkLimits,
    Simulator, Skipped, Step, TokenError, TranslationUnit, Verdict, check, replay,
};
use launch::outcome::{BuildError, Built, Outcome};
use launch::protocol::Kernel;
use launch::{Evidence, Finding, Launch, Level, MistakeId, NdRange, Source};
use std::time::Duration;

fn exercise(problem: &str) -> Exercise {
    let manifest = format!(
        "slug = \"{problem}\"\nnumber = 7\ntitle = \"{problem}\"\nteaches = \"t\"\n\
         chapter = \"c\"\nminutes = 1\npoints = 10\nprerequisites = []\n\
         problem = \"{problem}\"\nkernel = \"kernel.cl\"\n"
    );
    Exercise::parse(ExerciseFiles {
        folder: &format!("07-{problem}"),
        manifest: &manifest,
        hints: "## Hint 1\na\n## Hint 2\nb\n## Hint 3\nc\n",
    })
    .unwrap()
}

/// A text with the kernel of every problem; what they do is the engine's affair.
fn source() -> Source {
    let text = "
        kernel void fill(global int *out, int first, uint n) {}
        kernel void saxpy(float alpha, global const float *x, global float *y, uint n) {}
        kernel void map_contiguous(global int *data, global uint *who, uint w, uint m) {}
        kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint m) {}
        kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint m) {}
    ";
    Source {
        name: "kernel.cl".to_owned(),
        text: text.to_owned(),
        defines: Vec::new(),
        standard: launch::Standard::default(),
    }
}

fn engine<F: FnMut(&mut Item<'_>)>(
    problem: &str,
    mut kernel: F,
) -> ClosureEngine<impl FnMut(&mut Item<'_>) -> End> {
    deadly(problem, move |item| {
        kernel(item);
        End::Fine
    })
}

fn deadly<F: FnMut(&mut Item<'_>) -> End>(problem: &str, kernel: F) -> ClosureEngine<F> {
    let name = kernels::problem(problem).unwrap().signature().kernel;
    ClosureEngine::new(kernel).with_kernel(&name, None)
}

fn checked(problem: &str, engine: &mut dyn Engine) -> Report {
    let settings = Settings::default();
    check(
        &exercise(problem),
        &source().into(),
        &mut [engine],
        &settings,
        &mut Clock::default(),
    )
}

/// The case as `n = 1, work-group = 4`, the first `count` facts of it.
fn case(report: &Report, count: usize) -> String {
    let facts = &report.counterexample.as_ref().unwrap().case;
    let facts: Vec<String> = facts[..count]
        .iter()
        .map(|fact| format!("{} = {}", fact.name, fact.value))
        .collect();
    facts.join(", ")
}

fn saxpy_at(item: &mut Item<'_>, i: usize) {
    let alpha = f32::from_bits(item.value(0));
    let i = i as i64;
    let sum = alpha * item.get_f32(0, i) + item.get_f32(1, i);
    item.set_f32(1, i, sum);
}

fn saxpy(item: &mut Item<'_>) {
    if item.gid < item.value(1) as usize {
        saxpy_at(item, item.gid);
    }
}
