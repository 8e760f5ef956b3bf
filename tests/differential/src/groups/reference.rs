//! What the steps of a kernel do, by the specifications: OpenCL C 2.0, 6.13.15 and 6.13.11; cl_khr_subgroups and its
//! extensions.

use super::{Combine, Counted, Plan, Reach, Step};

/// The values of all work-items at the end, and the counters.
pub(super) fn outputs(plan: &Plan, counters: usize) -> (Vec<u64>, Vec<u64>) {
    let mut values = plan.values.clone();
    let mut counts = vec![0; counters];
    for group in values.chunks_mut(plan.local) {
        let cut = |value: u64| match plan.wide {
            true => value,
            false => u64::from(value as u32),
        };
        for value in group.iter_mut() {
            *value = cut(*value);
        }
        for &step in &plan.steps {
            let before = group.to_vec();
            for (lane, value) in group.iter_mut().enumerate() {
                *value = cut(after(plan, step, &before, lane));
            }
            if let Step::Count(index, combine) = step {
                for &value in &before {
                    counts[index] =
                        u64::from(
                            combined(combine, false, counts[index], u64::from(value as u32)) as u32,
                        );
                }
            }
        }
    }
    (values, counts)
}

/// A work-item's value after a step.
fn after(plan: &Plan, step: Step, values: &[u64], lane: usize) -> u64 {
    let own = values[lane];
    let wide = plan.wide;
    let first = lane / plan.sub_group * plan.sub_group;
    let sub_group = &values[first..(first + plan.sub_group).min(values.len())];
    let at = lane - first;
    let has = |bits: u64| move |value: &u64| value & bits != 0;
    match step {
        Step::Mix(factor) => own.wrapping_mul(factor).wrapping_add(lane as u64),
        Step::WorkGroup(reach, combine) => reached(reach, combine, wide, values, lane),
        Step::WorkGroupBroadcast(id) => values[id as usize],
        Step::WorkGroupVote(bits) => own.wrapping_add(vote(values, bits)),
        Step::SubGroup(reach, combine) => reached(reach, combine, wide, sub_group, at),
        Step::SubGroupBroadcast(id) => sub_group[id as usize],
        Step::SubGroupVote(bits) => own.wrapping_add(vote(sub_group, bits)),
        Step::NonUniform(bits, reach, combine) => {
            if own & bits == 0 {
                return own;
            }
            let here: Vec<u64> = sub_group.iter().copied().filter(has(bits)).collect();
            let before = sub_group[..at]
                .iter()
                .filter(|value| has(bits)(value))
                .count();
            reached(reach, combine, wide, &here, before)
                .wrapping_add(u64::from(before == 0))
                .wrapping_add(here[0])
        }
        Step::Clustered(size, combine) => {
            let begin = at / size as usize * size as usize;
            let end = (begin + size as usize).min(sub_group.len());
            reached(Reach::All, combine, wide, &sub_group[begin..end], 0)
        }
        Step::Shuffle(far) => sub_group[(at + far as usize) % sub_group.len()],
        Step::Ballot(bits, counted) => {
            let count = |values: &[u64]| values.iter().filter(|value| has(bits)(value)).count();
            let given = match counted {
                Counted::All => count(sub_group),
                Counted::Inclusive => count(&sub_group[..=at]),
                Counted::Exclusive => count(&sub_group[..at]),
                Counted::Own => count(&[own]),
                Counted::Lowest => sub_group.iter().position(|it| has(bits)(it)).unwrap_or(0),
                Counted::Highest => sub_group.iter().rposition(|it| has(bits)(it)).unwrap_or(0),
            };
            own.wrapping_add(given as u64)
        }
        Step::LocalSum(combine) => {
            let sum = values.iter().fold(5, |sum, &value| {
                u64::from(combined(combine, false, sum, u64::from(value as u32)) as u32)
            });
            own.wrapping_add(sum)
        }
        Step::Count(..) => own,
    }
}

fn vote(values: &[u64], bits: u64) -> u64 {
    let all = values.iter().all(|value| value & bits != 0);
    let any = values.iter().any(|value| value & bits != 0);
    2 * u64::from(all) + u64::from(any)
}

fn reached(reach: Reach, combine: Combine, wide: bool, values: &[u64], at: usize) -> u64 {
    let end = match reach {
        Reach::All => values.len(),
        Reach::Inclusive => at + 1,
        Reach::Exclusive => at,
    };
    let begin = match combine {
        Combine::Add | Combine::Max | Combine::Or | Combine::Xor => 0,
        Combine::Mul => 1,
        Combine::Min | Combine::And => match wide {
            true => u64::MAX,
            false => u32::MAX.into(),
        },
    };
    values[..end]
        .iter()
        .fold(begin, |sum, &value| combined(combine, wide, sum, value))
}

fn combined(combine: Combine, wide: bool, a: u64, b: u64) -> u64 {
    let result = match combine {
        Combine::Add => a.wrapping_add(b),
        Combine::Mul => a.wrapping_mul(b),
        Combine::Min => a.min(b),
        Combine::Max => a.max(b),
        Combine::And => a & b,
        Combine::Or => a | b,
        Combine::Xor => a ^ b,
    };
    match wide {
        true => result,
        false => u64::from(result as u32),
    }
}
