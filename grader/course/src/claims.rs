//! The owners of elements that a problem prescribes, as claims on the buffers of one launch.

use kernels::{AnyCase, Writers};
use launch::{Access, Argument, Launch};
use simulator::{Claim, Rule};
use std::sync::Arc;

/// The claims of a case on the buffers of its launch.
pub(crate) fn claims(case: &dyn AnyCase, launch: &Launch) -> Vec<Claim> {
    let arguments = launch.arguments.iter().enumerate();
    let buffers = arguments.filter_map(|(argument, kind)| match kind {
        Argument::Buffer(buffer) => Some((argument, buffer)),
        _ => None,
    });
    let mut claims = Vec::new();
    let mut owners: Option<Arc<[u32]>> = None;
    for (position, (argument, buffer)) in buffers.enumerate() {
        if buffer.access == Access::Read {
            continue;
        }
        let element = buffer.element.size();
        let rule = match case.writers(position) {
            Writers::Anyone => continue,
            Writers::Each(most) => Rule::Each {
                most: u32::try_from(most).unwrap_or(u32::MAX),
            },
            Writers::Owner => {
                let elements = buffer.contents.len() / element;
                let number = |element| {
                    let owner = case.owner(position, element);
                    owner.map_or(Rule::ANYONE, |owner| number(&owner, launch))
                };
                // Buffers of one length have the same owners.
                let known = owners.filter(|owners| owners.len() == elements);
                let known = known.unwrap_or_else(|| (0..elements).map(number).collect());
                owners = Some(known.clone());
                Rule::Owners(known)
            }
        };
        claims.push(Claim {
            argument,
            element,
            rule,
        });
    }
    claims
}

/// The number of a work-item by its global id, dimension 0 counting fastest.
fn number(global: &[usize], launch: &Launch) -> u32 {
    let dimensions = global.iter().zip(&launch.range.global).rev();
    let number = dimensions.fold(0, |number, (id, size)| number * size + id);
    u32::try_from(number).unwrap_or(Rule::ANYONE)
}
