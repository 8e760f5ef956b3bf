//! Holds each write to a claimed buffer against its claim.

use super::Machine;
use super::access::Plan;
use super::runs::Run;
use crate::findings::{Detail, Mistake};
use crate::shape::Shape;

/// How many of a work-item's own elements are named.
pub(crate) const NAMED: usize = 4;

impl Machine<'_> {
    /// Notes what a run of lanes writes, lane by lane.
    pub(super) fn claim_run(&mut self, run: Run, plan: Plan) {
        let Some(mut claimed) = self.memory[run.object].claimed.take() else {
            return;
        };
        for index in 0..run.lanes {
            let single = run.single(index);
            let first = single.offset as usize / claimed.element;
            let end = (single.offset as usize + plan.size).div_ceil(claimed.element);
            let by = self.number(single.lane);
            for element in first..end {
                let Some(breach) = claimed.write(element, by) else {
                    continue;
                };
                let at = (self.group, single.lane);
                self.events
                    .note(Mistake::WrongWorkItem, plan.site, None, at, 1, || {
                        Detail::Claim {
                            object: run.object as u32,
                            element,
                            breach,
                            own: claimed.own(by, NAMED + 1),
                        }
                    });
            }
        }
        self.memory[run.object].claimed = Some(claimed);
    }

    /// The number of a work-item of the present group among all of the launch, dimension 0 counting
    /// fastest.
    fn number(&self, lane: usize) -> u32 {
        let group = Shape::coordinates(self.shape.groups, self.group);
        let (local, global) = (self.shape.local, self.shape.global);
        let id = |dimension: usize| {
            group[dimension] * local[dimension] + self.local_ids[dimension][lane] as usize
        };
        (id(0) + global[0] * (id(1) + global[1] * id(2))) as u32
    }
}
