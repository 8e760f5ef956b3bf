//! Checks each write to a claimed buffer against its claim.

use super::Machine;
use super::access::Plan;
use super::memory::{Allocation, Space};
use super::runs::Run;
use crate::claims::{Breach, Claim, Claimed};
use crate::code::{Code, SiteId};
use crate::event::{self, ClaimBroken, EventKind};
use crate::events::Key;
use crate::shape::Shape;

impl Machine<'_> {
    /// Notes what a run of lanes writes, lane by lane.
    pub(super) fn claim_run(&mut self, run: Run, plan: Plan) {
        let Some(mut claimed) = self.memory[run.object].claimed.take() else {
            return;
        };
        let base = self.first_of_group();
        let element_size = claimed.element;
        let element_of = |offset: usize| match element_size {
            size if size.is_power_of_two() => offset >> size.trailing_zeros(),
            size => offset / size,
        };
        let mut offset = run.offset;
        for lane in run.lane..run.lane + run.lanes {
            let first = element_of(offset as usize);
            let last = element_of(offset as usize + plan.size.max(1) - 1);
            offset += run.stride;
            let by = self.number(base, lane);
            for element in first..=last {
                let Some(breach) = claimed.write(element, by) else {
                    continue;
                };
                let (claimed, object) = (&claimed, run.object as u32);
                self.note_at(Key::ClaimBroken, plan.site, lane, |machine| {
                    machine.claim_broken(claimed, object, element, by, &breach)
                });
            }
        }
        self.memory[run.object].claimed = Some(claimed);
    }

    /// Holds one element of an async copy against the claim: the work-items of the group copy together, so
    /// any of them stands for the element's owner. `lane` is the one that is named.
    pub(super) fn claim_copied(
        &mut self,
        (object, offset): (usize, i64),
        site: SiteId,
        lane: usize,
    ) {
        let base = self.first_of_group();
        let Some((element, owner)) = self.memory[object].claimed.as_ref().and_then(|claimed| {
            let element = usize::try_from(offset).ok()? / claimed.element;
            Some((element, claimed.owner(element)?))
        }) else {
            return;
        };
        let global = Shape::coordinates(self.shape.global, owner as usize);
        let is_ours = [0, 1, 2].iter().all(|&dimension| {
            let first = base[dimension];
            (first..first + self.shape.local_of(self.group)[dimension].max(1))
                .contains(&global[dimension])
        });
        if is_ours {
            return;
        }
        let by = self.number(base, lane);
        let Some(claimed) = self.memory[object].claimed.take() else {
            return;
        };
        let breach = Breach::Owned { owner };
        self.note_at(Key::ClaimBroken, site, lane, |machine| {
            machine.claim_broken(&claimed, object as u32, element, by, &breach)
        });
        self.memory[object].claimed = Some(claimed);
    }

    fn claim_broken(
        &self,
        claimed: &Claimed,
        object: u32,
        element: usize,
        by: u32,
        breach: &Breach,
    ) -> EventKind {
        let own = |by: u32| claimed.own(by, ClaimBroken::MOST_OWN);
        let item = |number: u32| self.shape.numbered(number);
        EventKind::ClaimBroken(ClaimBroken {
            object: self.code.object(object),
            element,
            breach: match *breach {
                Breach::Owned { owner } => event::Breach::Owned {
                    owner: item(owner),
                    theirs: own(owner),
                },
                Breach::Shared { other } => event::Breach::Shared { other: item(other) },
                Breach::TooMany { most } => event::Breach::TooMany { most },
            },
            own: own(by),
        })
    }

    /// The global id of the present group's first work-item.
    fn first_of_group(&self) -> [usize; 3] {
        let group = Shape::coordinates(self.shape.groups, self.group);
        [0, 1, 2].map(|dimension| group[dimension] * self.shape.local[dimension])
    }

    /// The number of a work-item of the present group among all of the launch, dimension 0 counting
    /// fastest; `base` is the group's first global id.
    fn number(&self, base: [usize; 3], lane: usize) -> u32 {
        let global = self.shape.global;
        let id = |dimension: usize| base[dimension] + self.local_ids[dimension][lane] as usize;
        (id(0) + global[0] * (id(1) + global[1] * id(2))) as u32
    }
}

/// Lays claims on the buffers that a launch binds. A claim on what is no buffer of it has no effect.
pub(crate) fn lay(claims: &[Claim], code: &Code, memory: &mut [Allocation], work_items: usize) {
    let buffers = code.parameters.len().min(memory.len());
    for claim in claims {
        let Some(allocation) = memory[..buffers].get_mut(claim.argument) else {
            continue;
        };
        if allocation.space == Space::Global {
            let claimed = Claimed::new(claim, allocation.size, work_items);
            allocation.claimed = Some(Box::new(claimed));
        }
    }
}
