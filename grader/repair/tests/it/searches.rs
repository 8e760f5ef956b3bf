use launch::MistakeId;
use opencl_c::preprocessor::{NoIncludes, Options};
use opencl_c::program::Program;
use repair::{Effort, Evidence, Found, Judge, Judgement, Remedy, search};

/// Calls a kernel right whose text is one of these.
struct Wanted<'a> {
    texts: &'a [&'a str],
    /// A text that is right in half of the cases.
    half: Option<&'a str>,
    judged: u32,
}

impl Judge for Wanted<'_> {
    fn read(&mut self, text: &str) -> Option<Program> {
        program(text)
    }

    fn judge(&mut self, text: &str) -> Judgement {
        self.judged += 1;
        match text {
            text if self.texts.contains(&text) => Judgement::Right,
            text if self.half == Some(text) => Judgement::Wrong { right: 1 },
            text if program(text).is_none() => Judgement::NoProgram,
            _ => Judgement::Wrong { right: 0 },
        }
    }

    fn confirm(&mut self, _: &str) -> Option<u32> {
        Some(1)
    }

    fn is_spent(&self) -> bool {
        false
    }
}

fn program(text: &str) -> Option<Program> {
    let checked = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes);
    checked.ok().map(|checked| checked.program)
}

const EFFORT: Effort = Effort {
    single: 2000,
    bytes: 10_000_000,
    pairs: 6000,
};

fn found(text: &str, judge: &mut Wanted<'_>, effort: Effort) -> Option<Found> {
    let program = program(text).unwrap();
    let evidence = Evidence::of(&program, "k", None, &[], &["x".to_owned()]);
    search((text, &program), ("k", 1), &evidence, effort, judge)
}

const NO_GUARD: &str =
    "kernel void k(global int *x, uint n)\n{\n    uint i = get_global_id(0);\n    x[i] = 1;\n}\n";

#[test]
fn a_single_edit_is_found() {
    let right = NO_GUARD.replace("x[i] =", "if (i < n) x[i] =");
    let mut judge = Wanted {
        texts: &[&right],
        half: None,
        judged: 0,
    };
    let found = found(NO_GUARD, &mut judge, EFFORT).unwrap();
    assert_eq!((found.text, found.second), (right.clone(), None));
    assert_eq!(found.change.applied(NO_GUARD), right);
}

#[test]
fn two_edits_are_found_where_the_first_repairs_some_cases() {
    let half = NO_GUARD.replace("= 1;", "= 2;");
    let right = half.replace("x[i] =", "if (i < n) x[i] =");
    let mut judge = Wanted {
        texts: &[&right],
        half: Some(&half),
        judged: 0,
    };
    let found = found(NO_GUARD, &mut judge, EFFORT).unwrap();
    assert_eq!(found.text, right);
    assert!(found.second.is_some());
    let program = program(NO_GUARD).unwrap();
    let remedy = Remedy::of(found, ("k.cl", NO_GUARD, &program));
    assert_eq!(remedy.repaired(NO_GUARD), right);
}

#[test]
fn the_budget_ends_the_search() {
    let mut judge = Wanted {
        texts: &[],
        half: None,
        judged: 0,
    };
    let effort = Effort {
        single: 20,
        pairs: 0,
        ..EFFORT
    };
    assert_eq!(found(NO_GUARD, &mut judge, effort), None);
    assert!((20..40).contains(&judge.judged), "{}", judge.judged);
}

#[test]
fn a_cause_is_tried_before_other_edits() {
    let text = NO_GUARD.replace("get_global_id", "get_group_id");
    let right = NO_GUARD;
    let mut judge = Wanted {
        texts: &[right],
        half: None,
        judged: 0,
    };
    let found = found(&text, &mut judge, EFFORT).unwrap();
    let cause = found.change.cause.unwrap();
    assert_eq!(cause.mistake, MistakeId::WorkItemQuery);
    assert!(judge.judged < 8, "{}", judge.judged);
}

#[test]
fn edits_next_to_the_evidence_are_tried_first() {
    let text = "kernel void k(global int *x, global int *y, int n)\n{\n    int i = get_global_id(0);\n    y[i] = n * 2;\n    y[i] += n;\n    x[i] = n * 3;\n}\n";
    let right = text.replace("n * 3", "n * 4");
    let judged = |line: u32| {
        let mut judge = Wanted {
            texts: &[&right],
            half: None,
            judged: 0,
        };
        let program = program(text).unwrap();
        let evidence = Evidence::of(&program, "k", None, &[line], &[]);
        let found = search((text, &program), ("k", 1), &evidence, EFFORT, &mut judge);
        assert_eq!(found.unwrap().text, right);
        judge.judged
    };
    assert!(judged(6) < judged(4));
}
