//! A loop over all of the problem that every work-item does, changed so that each does its own rounds.

use super::{Look, Trial};
use crate::warnings::whole_problem_loop::{Counted, HELP, MISTAKE, whole_problem_loops};
use launch::Place;
use opencl_c::source::Span;

impl Look<'_> {
    /// Each loop over all of the problem, with the change if its head has the usual form.
    pub(super) fn loops(&self) -> Vec<Trial> {
        let program = self.program;
        let found = whole_problem_loops(program, self.dependence, self.uniformity, self.kernel);
        let mut trials = Vec::new();
        for found in found {
            let stmt = found.stmt;
            let label = "the same rounds in every work-item".to_owned();
            let sources = &program.sources;
            let place = sources.place(stmt.origin, stmt.origin, label, true);
            let message = "every work-item does the whole of this loop, so all of them write the same elements";
            let node = program.expr(found.write);
            let written = sources.place(
                node.origin,
                node.end,
                "no id decides which element this is".to_owned(),
                false,
            );
            let last = sources.place(stmt.end, stmt.end, String::new(), false);
            let heads: Vec<Counted> = found.heads;
            // The innermost loop counts along dimension 0; more loops than dimensions are no such nest.
            let depths = (1..=heads.len().min(self.dimensions)).rev();
            let changes = depths.filter_map(|depth| self.shares(&heads[..depth]));
            for edits in changes.chain([Vec::new()]) {
                let mut trial = self.trial(
                    MISTAKE.id,
                    edits,
                    place.clone(),
                    message.to_owned(),
                    HELP.to_owned(),
                );
                trial.told_in = Some((place.line, last.line));
                trial.finding.spans.push(Place {
                    primary: false,
                    ..written.clone()
                });
                trials.push(trial);
            }
        }
        trials
    }

    /// `= 0` and `++i` of these loops, outermost first, as `= get_global_id(d)` and `i += get_global_size(d)`.
    fn shares(&self, heads: &[Counted]) -> Option<Vec<(Span, String)>> {
        let mut edits = Vec::new();
        for (head, dimension) in heads.iter().zip((0..heads.len()).rev()) {
            if !head.is_plain {
                return None;
            }
            let counter = &head.name;
            edits.push((
                self.span(head.start)?,
                format!("get_global_id({dimension})"),
            ));
            edits.push((
                self.span(head.step)?,
                format!("{counter} += get_global_size({dimension})"),
            ));
        }
        Some(edits)
    }
}
