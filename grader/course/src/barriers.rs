//! Tests whether barriers fix the kernel: the missing barriers are inserted, and the case and the corner
//! cases run again. If one still fails, the report does not promise that a barrier is enough.

use crate::cause::Seeker;
use crate::claims::claims;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::simulated::Simulator;
use kernels::AnyCase;
use launch::{Finding, MistakeId, Place};

/// The most rounds. An inserted barrier may reveal that another one is missing.
const MOST_ROUNDS: usize = 4;

impl Seeker<'_> {
    /// Withdraws the advice to add a barrier where barriers do not fix the case.
    pub(crate) fn advise_barriers(&self, case: &dyn AnyCase, findings: &mut [Finding]) {
        let asks = |finding: &&mut Finding| finding.mistake == MistakeId::MissingBarrier;
        if !findings.iter_mut().take(1).any(|finding| asks(&finding))
            || self.barriers_mend(case, findings, &str::to_owned) != Some(false)
        {
            return;
        }
        if self.barriers_mend(case, findings, &with_both_fences) == Some(true) {
            for finding in findings.iter_mut().filter(asks) {
                finding.help = with_both_fences(&finding.help);
            }
            return;
        }
        for finding in findings.iter_mut().filter(asks) {
            let [later, earlier, ..] = finding.spans.as_slice() else {
                continue;
            };
            let pointers = (self.pointer(later), self.pointer(earlier));
            let writes = |place: &Place| place.label.contains(" writes it");
            let element = element(&finding.message).to_owned();
            let help = match pointers {
                (Some(one), Some(other)) if one != other => format!(
                    "`{other}[..]` and `{one}[..]` meet in {element}, and a barrier does not make the result \
                     right: see whether the two should overlap"
                ),
                _ if writes(later) && writes(earlier) || self.text(later) == self.text(earlier) => {
                    format!(
                        "both take {element} for their own, and a barrier does not make the result right: \
                         see how the index is made"
                    )
                }
                _ => {
                    finding.help += "; that alone does not make the result right";
                    continue;
                }
            };
            finding.help = help;
            finding.mistake = MistakeId::DataRace;
            // The place for a barrier is no longer of use.
            finding.spans.truncate(2);
            if let Some(first) = finding.spans.first_mut() {
                first.primary = true;
            }
        }
    }

    /// Is the kernel right in the case and in the corner cases with the barriers, each as `of_call` makes it of
    /// the one that is asked for? None if they cannot be inserted.
    fn barriers_mend(
        &self,
        case: &dyn AnyCase,
        findings: &[Finding],
        of_call: &dyn Fn(&str) -> String,
    ) -> Option<bool> {
        let mut findings = findings.to_vec();
        let mut changed = None;
        let mut simulator = Simulator::default();
        simulator.take_problem(self.problem);
        let mut cases = vec![case.duplicate()];
        cases.extend(self.problem.corners());
        for _ in 0..MOST_ROUNDS {
            let unit = changed.as_ref().unwrap_or(self.unit);
            let mut edits = mistakes::barrier_edits(unit.program().ok()?, &findings)?;
            for edit in &mut edits {
                edit.text = of_call(&edit.text);
            }
            if edits.is_empty() {
                return Some(false);
            }
            let with_barriers = unit.with_text(repair::edited(&unit.source.text, &edits));
            simulator.build(&with_barriers).ok()?;
            changed = Some(with_barriers);
            let mut failures = cases.iter().filter_map(|case| {
                let launch = case.launch();
                let outcomes = simulator.run_claimed(std::slice::from_ref(&launch), &|_| {
                    claims(case.as_ref(), &launch)
                });
                Failure::of(case.as_ref(), &launch, outcomes.first()?)
            });
            match failures.next() {
                None => return Some(true),
                Some(Failure::Other(_)) => return None,
                Some(failure) => findings = failure.findings().cloned().collect(),
            }
        }
        None
    }

    /// The source text of an access that lies on one line.
    fn text(&self, place: &Place) -> Option<String> {
        let line = (place.line as usize).checked_sub(1)?;
        let start = (place.column as usize).checked_sub(1)?;
        let length = (place.end_column as usize).checked_sub(start + 1)?;
        let line = self.unit.source.text.lines().nth(line)?;
        let is_one_line = place.line == place.end_line;
        is_one_line.then(|| line.chars().skip(start).take(length).collect())
    }

    /// The name before the index of an access.
    fn pointer(&self, place: &Place) -> Option<String> {
        let text = self.text(place)?;
        let (name, _) = text.split_once('[')?;
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name.then(|| name.to_owned())
    }
}

/// Calls of `barrier` in a text, with both fences.
fn with_both_fences(text: &str) -> String {
    let both = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)";
    let of_local = text.replace("barrier(CLK_LOCAL_MEM_FENCE)", both);
    of_local.replace("barrier(CLK_GLOBAL_MEM_FENCE)", both)
}

/// `tile`[3] of "work-item 1 writes `tile`[3] and ...".
fn element(message: &str) -> &str {
    let start = message.find('`').unwrap_or(0);
    let end = message[start..]
        .find(" and ")
        .map_or(message.len(), |at| start + at);
    &message[start..end]
}
