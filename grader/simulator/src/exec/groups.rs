//! Functions that the work-items of a work-group or sub-group compute together.
//!
//! The lanes of an instruction are those that meet at a function. Where the language asks that all of the group
//! meet, others are missing if the mask lacks them. A sub-group is a number of consecutive work-items, by their
//! linear local id.
//!
//! A work-item that asks for the value of one that is not there gets a value that means nothing. It does no harm
//! where nothing depends on it, as in a scan that discards what comes from below lane 0: so it is only noted, and
//! the launch is run again with another value in its place ([`Machine::strays`]).

use super::Machine;
use crate::arith;
use crate::code::{BinOp, GroupCall, Reg, SiteId};
use crate::event::{EventKind, GroupMisuse};
use crate::events::Key;
use opencl_c::builtin::{Combine, GroupKind, Scope};
use opencl_c::types::Scalar;

/// What a lane gets that asks for one that is not there, in the second run.
const OTHER: u64 = 0x5a5a_5a5a_5a5a_5a5a;

/// The most places that are told apart of which values may be missing.
const MOST_STRAYS: usize = 8;

/// A place at which a work-item asked for the value of one that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stray {
    pub(crate) site: SiteId,
    pub(crate) group: usize,
    pub(crate) lane: usize,
    /// The lane of the sub-group that it asked for.
    pub(crate) wanted: i64,
    /// Is there such a work-item, which does not call the function?
    pub(crate) inactive: bool,
}

impl Machine<'_> {
    #[inline(never)]
    pub(super) fn group_call(&mut self, call: &GroupCall) {
        let size = match call.scope {
            Scope::WorkGroup => self.work_items,
            Scope::SubGroup => self.options.sub_group_size,
        };
        let active: Vec<usize> = self.mask.iter().collect();
        if !call.non_uniform
            && self.mask.count < self.work_items
            && let Some(all) = self.incomplete(&active, size)
        {
            let scope = call.scope;
            self.note_at(
                Key::DivergentGroup(scope),
                call.site,
                active[0],
                |machine| EventKind::DivergentGroup(scope, machine.divergence(all)),
            );
        }
        if call.kind == GroupKind::Barrier {
            return self.sub_group_barrier(&active);
        }
        let mut rest = &active[..];
        while let Some(&lane) = rest.first() {
            let end = (lane / size + 1) * size;
            let (lanes, others) = rest.split_at(rest.partition_point(|&lane| lane < end));
            self.compute_together(call, lanes, size);
            rest = others;
        }
    }

    /// The first group of which some of its work-items are here and others are not.
    fn incomplete(&self, active: &[usize], size: usize) -> Option<std::ops::Range<usize>> {
        let mut rest = active;
        while let Some(&lane) = rest.first() {
            let first = lane / size * size;
            let end = (first + size).min(self.work_items);
            let here = rest.partition_point(|&lane| lane < end);
            if here < end - first {
                return Some(first..end);
            }
            rest = &rest[here..];
        }
        None
    }

    /// A value that has to be the same for all of these, as the first has it.
    fn same(&mut self, call: &GroupCall, reg: Reg, lanes: &[usize]) -> u64 {
        let first = self.registers.get(reg, lanes[0]);
        if let Some(&other) = lanes
            .iter()
            .find(|&&lane| self.registers.get(reg, lane) != first)
        {
            let scope = call.scope;
            self.note_at(Key::GroupMisuse, call.site, other, |_| {
                EventKind::GroupMisuse(scope, GroupMisuse::DifferentIds)
            });
        }
        first
    }

    fn compute_together(&mut self, call: &GroupCall, lanes: &[usize], size: usize) {
        let first = lanes[0] / size * size;
        match call.kind {
            GroupKind::First
            | GroupKind::Broadcast
            | GroupKind::Shuffle
            | GroupKind::ShuffleXor
            | GroupKind::ShuffleUp
            | GroupKind::ShuffleDown
            | GroupKind::ShuffleUpTwo
            | GroupKind::ShuffleDownTwo
            | GroupKind::Rotate => {
                let wanted = self.wanted(call, lanes, size);
                self.exchange(call, lanes, size, &wanted);
            }
            GroupKind::Reduce | GroupKind::Inclusive | GroupKind::Exclusive => {
                let cluster = self.cluster(call, lanes, size);
                let mut rest = lanes;
                while let Some(&lane) = rest.first() {
                    let end = first + ((lane - first) / cluster + 1) * cluster;
                    let here = rest.partition_point(|&lane| lane < end);
                    self.combine(call, &rest[..here]);
                    rest = &rest[here..];
                }
            }
            _ => self.tell(call, lanes, first),
        }
    }

    /// Votes, ballots, and what is made of them.
    fn tell(&mut self, call: &GroupCall, lanes: &[usize], first: usize) {
        let mut words = [0_u32; 4];
        let (mut truths, mut is_same) = (0, true);
        for &lane in lanes {
            for &reg in &call.values {
                let value = self.registers.get(reg, lane);
                let of_first = self.registers.get(reg, lanes[0]);
                is_same &= arith::binary(BinOp::Equal, call.scalar, value, of_first) != 0;
            }
            let value = call
                .values
                .first()
                .map(|&reg| self.registers.get(reg, lane));
            if value.unwrap_or(0) as u32 != 0 {
                truths += 1;
                let at = lane - first;
                if let Some(word) = words.get_mut(at / 32) {
                    *word |= 1 << (at % 32);
                }
            }
        }
        for &lane in lanes {
            let result = match call.kind {
                GroupKind::All => u64::from(truths == lanes.len()),
                GroupKind::Any => u64::from(truths > 0),
                GroupKind::AllEqual => u64::from(is_same),
                GroupKind::Elect => u64::from(lane == lanes[0]),
                GroupKind::Ballot => {
                    for (&dst, word) in call.dsts.iter().zip(words) {
                        self.registers.set(dst, lane, word.into());
                    }
                    continue;
                }
                _ => self.of_ballot(call, lane, lane - first),
            };
            self.registers.set(call.dsts[0], lane, result);
        }
    }

    /// What a function makes of a ballot, for the work-item of this id.
    fn of_ballot(&self, call: &GroupCall, lane: usize, own: usize) -> u64 {
        // The ballot comes before what else is given.
        let given = call.values.iter().chain(&call.seconds).chain(&call.which);
        let given: Vec<u32> = given
            .map(|&reg| self.registers.get(reg, lane) as u32)
            .collect();
        let low = u64::from(given[0]) | u64::from(given[1]) << 32;
        let high = u64::from(given[2]) | u64::from(given[3]) << 32;
        let bits = u128::from(low) | u128::from(high) << 64;
        let below = |count: usize| match count {
            128.. => bits,
            count => bits & ((1 << count) - 1),
        };
        let within = below(self.options.sub_group_size);
        match call.kind {
            GroupKind::InverseBallot => (bits >> own) as u64 & 1,
            GroupKind::BitExtract => {
                let index = given.get(4).copied().unwrap_or(0);
                bits.checked_shr(index).unwrap_or(0) as u64 & 1
            }
            GroupKind::BitCountInclusive => below(own + 1).count_ones().into(),
            GroupKind::BitCountExclusive => below(own).count_ones().into(),
            GroupKind::BitCount => within.count_ones().into(),
            GroupKind::FindLsb if within != 0 => within.trailing_zeros().into(),
            GroupKind::FindMsb if within != 0 => (127 - within.leading_zeros()).into(),
            _ => 0,
        }
    }

    fn cluster(&mut self, call: &GroupCall, lanes: &[usize], size: usize) -> usize {
        let Some(reg) = call.cluster else {
            return size;
        };
        let cluster = self.same(call, reg, lanes) as usize;
        if cluster == 0 || !cluster.is_power_of_two() || cluster > size {
            self.note_at(Key::GroupMisuse, call.site, lanes[0], |_| {
                EventKind::GroupMisuse(
                    Scope::SubGroup,
                    GroupMisuse::ClusterSize {
                        given: cluster as u64,
                        most: size,
                    },
                )
            });
            return size;
        }
        cluster
    }

    /// The lane whose value all get.
    fn broadcast_lane(&mut self, call: &GroupCall, lanes: &[usize]) -> i64 {
        if call.scope == Scope::SubGroup {
            return i64::from(self.same(call, call.which[0], lanes) as u32);
        }
        let sizes = self.shape.local_of(self.group);
        let mut lane = 0_u64;
        let mut step = 1;
        for (dimension, &reg) in call.which.iter().enumerate() {
            let id = self.same(call, reg, lanes);
            if id >= sizes[dimension] as u64 {
                // An id that no work-item has.
                return i64::MAX;
            }
            lane += id * step;
            step *= sizes[dimension] as u64;
        }
        lane as i64
    }

    /// The lane of its group that each of these asks for.
    fn wanted(&mut self, call: &GroupCall, lanes: &[usize], size: usize) -> Vec<i64> {
        let first = lanes[0] / size * size;
        let cluster = match call.kind {
            GroupKind::Rotate => self.cluster(call, lanes, size) as i64,
            _ => size as i64,
        };
        let broadcast = match call.kind {
            GroupKind::Broadcast => self.broadcast_lane(call, lanes),
            _ => (lanes[0] - first) as i64,
        };
        let given = |lane: usize| match call.which.first() {
            Some(&reg) => self.registers.get(reg, lane) as u32,
            None => 0,
        };
        let each = lanes.iter().map(|&lane| {
            let (own, far) = ((lane - first) as i64, i64::from(given(lane)));
            match call.kind {
                GroupKind::Shuffle => far,
                GroupKind::ShuffleXor => own ^ far,
                GroupKind::ShuffleUp => own - far,
                GroupKind::ShuffleDown | GroupKind::ShuffleDownTwo => own + far,
                GroupKind::ShuffleUpTwo => own + size as i64 - far,
                GroupKind::Rotate => {
                    let base = own / cluster * cluster;
                    base + (own - base + i64::from(given(lane) as i32)).rem_euclid(cluster)
                }
                _ => broadcast,
            }
        });
        each.collect()
    }

    /// Gives each lane the value of the lane of its group that it asks for.
    fn exchange(&mut self, call: &GroupCall, lanes: &[usize], size: usize, wanted: &[i64]) {
        let first = lanes[0] / size * size;
        let two = matches!(
            call.kind,
            GroupKind::ShuffleUpTwo | GroupKind::ShuffleDownTwo
        );
        for component in 0..call.dsts.len() {
            let mut results = Vec::with_capacity(lanes.len());
            for (&lane, &wanted) in lanes.iter().zip(wanted) {
                let (reg, at) = match two && wanted >= size as i64 {
                    true => (call.seconds[component], wanted - size as i64),
                    false => (call.values[component], wanted),
                };
                let from = usize::try_from(at)
                    .ok()
                    .filter(|&at| at < size)
                    .map(|at| first + at)
                    .filter(|&from| from < self.work_items);
                let is_here = from.is_some_and(|from| self.mask.has(from));
                results.push(match from {
                    Some(from) if is_here => self.registers.get(reg, from),
                    _ => {
                        if component == 0 {
                            self.note_stray(Stray {
                                site: call.site,
                                group: self.group,
                                lane,
                                wanted: at,
                                inactive: from.is_some(),
                            });
                        }
                        match self.poisoned == Some(call.site) {
                            true => arith::canonical(call.scalar, OTHER),
                            false => 0,
                        }
                    }
                });
            }
            for (&lane, result) in lanes.iter().zip(results) {
                self.registers.set(call.dsts[component], lane, result);
            }
        }
    }

    fn note_stray(&mut self, stray: Stray) {
        let known = self.strays.iter().any(|known| known.site == stray.site);
        if !known && self.strays.len() < MOST_STRAYS {
            self.strays.push(stray);
        }
    }

    /// A reduction or a scan over these lanes, in their order; elsewhere in the opposite one.
    fn combine(&mut self, call: &GroupCall, lanes: &[usize]) {
        let Some(operator) = call.combine else {
            return;
        };
        let (scalar, reg) = (call.scalar, call.values[0]);
        let values: Vec<u64> = lanes
            .iter()
            .map(|&lane| self.registers.get(reg, lane))
            .collect();
        let begin = identity(operator, scalar);
        let backwards = self.code.elsewhere;
        // Each is made from the one before; in the opposite order each anew.
        let over = |values: &[u64]| {
            let mut sum = None;
            for index in 0..values.len() {
                let index = if backwards {
                    values.len() - 1 - index
                } else {
                    index
                };
                let value = values[index];
                sum = Some(sum.map_or(value, |sum| combined(operator, scalar, sum, value)));
            }
            sum.unwrap_or(begin)
        };
        let mut results = Vec::with_capacity(lanes.len());
        let (mut sum, all) = (None, over(&values));
        for (index, &value) in values.iter().enumerate() {
            let next = sum.map_or(value, |sum| combined(operator, scalar, sum, value));
            results.push(match (call.kind, backwards) {
                (GroupKind::Reduce, _) => all,
                (GroupKind::Inclusive, true) => over(&values[..=index]),
                (_, true) => over(&values[..index]),
                (GroupKind::Inclusive, false) => next,
                _ => sum.unwrap_or(begin),
            });
            sum = Some(next);
        }
        for (&lane, result) in lanes.iter().zip(results) {
            self.registers.set(call.dsts[0], lane, result);
        }
    }

    /// A sub-group's barrier orders what its own work-items did before.
    fn sub_group_barrier(&mut self, active: &[usize]) {
        let size = self.options.sub_group_size;
        self.clock.now += 1;
        let groups = self.work_items.div_ceil(size);
        self.sub_group_since.resize(groups, 0);
        for lane in active {
            self.sub_group_since[lane / size] = self.clock.now;
        }
    }

    /// Did a barrier of their sub-group come between an earlier access and one of this lane?
    pub(super) fn is_ordered_by_sub_group(&self, time: u64, earlier: usize, lane: usize) -> bool {
        let size = self.options.sub_group_size;
        let since = self.sub_group_since.get(lane / size).copied().unwrap_or(0);
        time >= self.clock.start && time < since && earlier / size == lane / size
    }
}

#[inline(never)]
fn combined(operator: Combine, scalar: Scalar, a: u64, b: u64) -> u64 {
    let truths = || (a as u32 != 0, b as u32 != 0);
    let op = match operator {
        Combine::Add => BinOp::Add,
        Combine::Sub => BinOp::Subtract,
        Combine::Mul => BinOp::Multiply,
        Combine::And => BinOp::And,
        Combine::Or => BinOp::Or,
        Combine::Xor => BinOp::Xor,
        Combine::Min => BinOp::Greater,
        Combine::Max => BinOp::Less,
        Combine::LogicalAnd => return u64::from(truths().0 && truths().1),
        Combine::LogicalOr => return u64::from(truths().0 || truths().1),
        Combine::LogicalXor => return u64::from(truths().0 != truths().1),
    };
    let result = arith::binary(op, scalar, a, b);
    if !matches!(operator, Combine::Min | Combine::Max) {
        return result;
    }
    // As `fmin` and `fmax`: a number rather than a NaN.
    let is_nan = scalar.is_floating() && arith::binary(BinOp::NotEqual, scalar, a, a) != 0;
    if result != 0 || is_nan { b } else { a }
}

/// What changes nothing when it is combined.
fn identity(operator: Combine, scalar: Scalar) -> u64 {
    let float = |number: f64| arith::convert(Scalar::Double, scalar, false, None, number.to_bits());
    let bits = u64::from(scalar.size()) * 8;
    let all = u64::MAX >> (64 - bits);
    let (lowest, highest) = match scalar.is_signed() {
        true => (1 << (bits - 1), all >> 1),
        false => (0, all),
    };
    let whole = |bits: u64| arith::canonical(scalar, bits);
    match (operator, scalar.is_floating()) {
        (Combine::Mul, true) => float(1.0),
        (Combine::Min, true) => float(f64::INFINITY),
        (Combine::Max, true) => float(f64::NEG_INFINITY),
        (_, true) => float(0.0),
        (Combine::Mul | Combine::LogicalAnd, false) => whole(1),
        (Combine::Min, false) => whole(highest),
        (Combine::Max, false) => whole(lowest),
        (Combine::And, false) => whole(all),
        (_, false) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_changes_nothing() {
        let operators = Combine::ALL.into_iter().filter(|it| *it != Combine::Sub);
        for operator in operators {
            for scalar in [
                Scalar::Int,
                Scalar::UInt,
                Scalar::Long,
                Scalar::Char,
                Scalar::UShort,
            ] {
                for value in [0_u64, 1, 5, u64::MAX, 0x80] {
                    let value = match operator.is_logical() {
                        true => value & 1,
                        false => arith::canonical(scalar, value),
                    };
                    let with = combined(operator, scalar, identity(operator, scalar), value);
                    assert_eq!(with, value, "{operator:?} {scalar:?}");
                }
            }
        }
        for operator in [Combine::Add, Combine::Mul, Combine::Min, Combine::Max] {
            let value = u64::from((-2.5_f32).to_bits());
            let with = combined(
                operator,
                Scalar::Float,
                identity(operator, Scalar::Float),
                value,
            );
            assert_eq!(with, value, "{operator:?}");
        }
    }

    #[test]
    fn the_least_and_the_greatest_are_told_apart() {
        let [a, b] = [2_i32, -3].map(|it| u64::from(it as u32));
        assert_eq!(combined(Combine::Min, Scalar::Int, a, b), b);
        assert_eq!(combined(Combine::Max, Scalar::Int, a, b), a);
        assert_eq!(combined(Combine::Max, Scalar::Int, b, a), a);
        assert_eq!(combined(Combine::Max, Scalar::UInt, a, b), b);
    }
}
