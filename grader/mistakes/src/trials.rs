//! Changes of a few words that may be what a kernel lacks: another work-item query, a loop over everything
//! that becomes a share of each work-item, a comparison that is off by one, a variable of another type.
//!
//! Nothing here knows whether a change mends the kernel. The caller tries each one, and says only what a
//! run has shown.

mod conditions;
mod loops;
mod queries;
mod types;

use crate::analysis::dependence::Dependence;
use crate::analysis::uniformity::Uniformity;
use launch::{Evidence, Finding, Level, MistakeId, Place, Replacement};
use opencl_c::fix::{apart, apply, ranges, replacement};
use opencl_c::program::{ExprId, FunctionId, Program};
use opencl_c::source::{ExpansionId, Span};

/// Trials of one kernel, at most. Kernels of the course have a few queries each.
const MOST: usize = 96;

/// A change of a few words, and what is wrong with the kernel if the changed one is right.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What to write for what; nothing where there is no change to try, only something to say.
    pub edits: Vec<Replacement>,
    /// What is wrong. Its help says what to write.
    pub finding: Finding,
    /// The lines, first and last, in which the text alone shows this: a run only has to show that work-items
    /// meet there.
    pub told_in: Option<(u32, u32)>,
    /// Is the finding the whole of the cause, and to be shown in place of what follows from it? Otherwise it
    /// says how to mend what a run shows.
    pub stands_for_failure: bool,
}

impl Trial {
    /// The text of the main file with the change.
    pub fn applied(&self, text: &str) -> String {
        edited(text, &self.edits)
    }
}

/// A text with replacements applied.
pub fn edited(text: &str, edits: &[Replacement]) -> String {
    let edits = apart(edits.to_vec());
    let places = ranges(text, &edits);
    apply(
        text,
        places
            .into_iter()
            .zip(edits.iter().map(|edit| edit.text.as_str())),
    )
}

/// The changes to try in a kernel that is launched with this many dimensions, the likeliest first.
pub fn trials(program: &Program, kernel: &str, dimensions: usize) -> Vec<Trial> {
    let Some((id, _)) = program
        .kernels()
        .find(|(_, function)| *function.name == *kernel)
    else {
        return Vec::new();
    };
    let dependence = Dependence::of(program);
    let uniformity = Uniformity::of(program);
    let look = Look {
        program,
        dependence: &dependence,
        uniformity: &uniformity,
        kernel: id,
        dimensions,
    };
    let mut trials = look.loops();
    trials.extend(look.guards());
    trials.extend(look.wider_types());
    trials.extend(look.queries());
    trials.extend(look.conditions());
    trials.extend(look.uses());
    trials.extend(look.other_types());
    trials.truncate(MOST);
    trials
}

struct Look<'a> {
    program: &'a Program,
    dependence: &'a Dependence,
    uniformity: &'a Uniformity,
    kernel: FunctionId,
    dimensions: usize,
}

impl Look<'_> {
    /// Where an expression is spelled that came through no macro.
    fn span(&self, expr: ExprId) -> Option<Span> {
        let expr = self.program.expr(expr);
        let (first, last) = (expr.origin, expr.end);
        let is_written = [first, last]
            .iter()
            .all(|origin| origin.expansion == ExpansionId::NONE);
        (is_written && first.spelling.file == last.spelling.file).then_some(Span {
            end: last.spelling.end,
            ..first.spelling
        })
    }

    fn trial(
        &self,
        mistake: MistakeId,
        edits: Vec<(Span, String)>,
        place: Place,
        message: String,
        help: String,
    ) -> Trial {
        let edits = edits
            .into_iter()
            .filter_map(|(span, text)| replacement(&self.program.sources, span, text));
        Trial {
            edits: apart(edits.collect()),
            finding: Finding {
                mistake,
                level: Level::Error,
                evidence: Evidence::Observed,
                message,
                help,
                kernel: self.program.function(self.kernel).name.to_string(),
                spans: vec![Place {
                    primary: true,
                    ..place
                }],
                work_items: Vec::new(),
                macro_backtrace: Vec::new(),
                fix: Vec::new(),
            },
            told_in: None,
            stands_for_failure: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// The changed texts of a kernel's body, and what is said of each.
    fn tried(body: &str, dimensions: usize) -> Vec<(String, String)> {
        let head = "kernel void k(global int *x, uint n) { ";
        let text = format!("{head}{body} }}");
        let checked = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes)
            .unwrap_or_else(|rejected| panic!("{:?}", rejected.diagnostics));
        trials(&checked.program, "k", dimensions)
            .iter()
            .map(|trial| {
                let applied = trial.applied(&text);
                let body = &applied[head.len()..applied.len() - 2];
                (body.to_owned(), trial.finding.message.clone())
            })
            .collect()
    }

    #[test]
    fn an_id_is_exchanged_for_the_other_ids_of_its_dimension() {
        let tried = tried("x[get_local_id(0)] = 1;", 1);
        let texts: Vec<&str> = tried.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(
            texts,
            ["x[get_global_id(0)] = 1;", "x[get_group_id(0)] = 1;"]
        );
        assert_eq!(
            tried[0].1,
            "`get_local_id(0)` takes the same values in every work-group; `get_global_id(0)` is meant"
        );
    }

    #[test]
    fn a_query_that_is_asked_twice_is_exchanged_alone_and_in_all_places() {
        let tried = tried("x[get_local_id(0)] = get_local_id(0);", 1);
        let all = "x[get_global_id(0)] = get_global_id(0);";
        let alone = "x[get_local_id(0)] = get_global_id(0);";
        for wanted in [all, alone] {
            assert!(tried.iter().any(|(text, _)| text == wanted), "{wanted}");
        }
    }

    #[test]
    fn dimensions_that_the_launch_has_are_exchanged() {
        let of = |dimensions| tried("x[get_global_id(0)] = 1;", dimensions);
        let other = "x[get_global_id(1)] = 1;";
        assert!(of(2).iter().any(|(text, _)| text == other));
        assert!(!of(1).iter().any(|(text, _)| text == other));
    }

    #[test]
    fn a_loop_over_everything_becomes_the_share_of_each_work_item() {
        let tried = tried("for (uint i = 0; i < n; i++) x[i] = i;", 1);
        assert_eq!(
            tried[0].0,
            "for (uint i = get_global_id(0); i < n; i += get_global_size(0)) x[i] = i;"
        );
    }

    #[test]
    fn nested_loops_become_shares_of_the_dimensions() {
        let body = "for (uint y = 0; y < n; ++y) for (uint i = 0; i < n; ++i) x[y * n + i] = i;";
        let wanted = "for (uint y = get_global_id(1); y < n; y += get_global_size(1)) \
                      for (uint i = get_global_id(0); i < n; i += get_global_size(0)) \
                      x[y * n + i] = i;";
        let tried = tried(body, 2);
        assert!(tried.iter().any(|(text, _)| text == wanted), "{tried:?}");
    }

    #[test]
    fn a_comparison_takes_in_equality_or_leaves_it_out() {
        let tried = tried("if (n > 4) x[n - 1] = 1;", 1);
        let wanted = (
            "if (n >= 4) x[n - 1] = 1;".to_owned(),
            "`n > 4` leaves out equality; `n >= 4` is meant".to_owned(),
        );
        assert!(tried.contains(&wanted), "{tried:?}");
    }

    #[test]
    fn a_bound_loses_the_one_that_is_added_or_taken_away() {
        let tried = tried("for (uint i = 0; i < (n - 1); i++) x[i] = i;", 1);
        let wanted = "for (uint i = 0; i < (n); i++) x[i] = i;";
        assert!(tried.iter().any(|(text, _)| text == wanted), "{tried:?}");
    }

    #[test]
    fn a_use_of_an_id_becomes_another_id() {
        let tried = tried("uint i = get_global_id(0); x[i] = i;", 1);
        let wanted = (
            "uint i = get_global_id(0); x[get_group_id(0)] = i;".to_owned(),
            "`i` is `get_global_id(0)`, which differs between the work-items of a work-group; here \
             `get_group_id(0)` is meant"
                .to_owned(),
        );
        assert!(tried.contains(&wanted), "{tried:?}");
    }

    #[test]
    fn a_while_becomes_an_if() {
        let tried = tried("while (n) x[0] = 1;", 1);
        assert_eq!(tried[0].0, "if (n) x[0] = 1;");
    }

    #[test]
    fn a_variable_gets_another_type() {
        let tried = tried("const ushort i = n; unsigned int j = i; x[j] = 1;", 1);
        let changed = [(
            "const uint i = n; unsigned int j = i; x[j] = 1;".to_owned(),
            "`i` is declared `ushort`, which does not hold more than 65535".to_owned(),
        )];
        assert_eq!(tried, changed);
    }

    #[test]
    fn a_query_in_a_macro_is_exchanged_in_the_macro() {
        let text = "#define ME get_local_id(0)\nkernel void k(global int *x) { x[ME] = ME; }";
        let checked = opencl_c::compile("k.cl", text, &Options::default(), &mut NoIncludes)
            .unwrap_or_else(|rejected| panic!("{:?}", rejected.diagnostics));
        let trials = trials(&checked.program, "k", 1);
        let first = trials.first().map(|trial| trial.applied(text));
        let wanted = text.replace("get_local_id", "get_global_id");
        assert_eq!(first.as_deref(), Some(wanted.as_str()));
    }
}
