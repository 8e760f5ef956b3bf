//! Which registers are uniform: hold one value for all work-items that can see them.
//!
//! A register is varying if it is computed from something varying, or if it is written where some of
//! the work-items that see it are not: inside a *divergent* region that its declaration is outside
//! of. A branch is divergent if its condition varies; a loop if its condition does or a `break` in
//! it stands in a divergent region; a loop's body for a `continue`, a function for a `return`.
//! Everything starts as uniform and the rules are applied until nothing changes, so loops need no
//! special care. Work-items that leave a loop do not see its own variables again: a counter stays
//! uniform however they leave.
//!
//! Promise: never calls a varying register uniform.

use super::*;
use crate::code::ImageOp;

pub(super) struct Uniformity {
    pub(super) varying: Vec<bool>,
    /// For each parameter: may the kernel write through it?
    pub(super) written: Vec<bool>,
}

impl Uniformity {
    /// Takes for varying whatever may be so: nothing is computed once, and nothing else changes.
    pub(super) fn forget(&mut self, virtuals: &[Virtual]) {
        for (varying, register) in self.varying.iter_mut().zip(virtuals) {
            let lives_on = !register.temporary && register.dies == usize::MAX;
            *varying |= !lives_on;
        }
    }
}

struct Region {
    frame: Frame,
    begin: usize,
    body: bool,
    divergent: bool,
}

pub(super) fn analyse(
    insts: &mut [Inst],
    virtuals: &[Virtual],
    parameters: &[Parameter],
) -> Uniformity {
    let mut varying: Vec<bool> = virtuals.iter().map(|register| register.varying).collect();
    let mut divergent = vec![false; insts.len()];
    let mut divergent_body = vec![false; insts.len()];
    let mut by_birth: Vec<usize> = (0..virtuals.len()).collect();
    by_birth.sort_by_key(|&register| virtuals[register].born);
    let mut depths = vec![0; virtuals.len()];
    loop {
        let mut changed = false;
        let mut regions: Vec<Region> = Vec::new();
        let mut depth = 0;
        let mut births = by_birth.iter().peekable();
        for (at, inst) in insts.iter_mut().enumerate() {
            let skips_round = matches!(inst, Inst::Continue { .. });
            while let Some(&&register) = births.peek() {
                if virtuals[register].born > at {
                    break;
                }
                depths[register] = depth;
                births.next();
            }
            let mut raise = |flag: &mut bool| {
                if !*flag {
                    *flag = true;
                    changed = true;
                }
            };
            let mut open = |frame, begin, body, divergent| {
                depth += u32::from(divergent);
                regions.push(Region {
                    frame,
                    begin,
                    body,
                    divergent,
                });
            };
            match inst {
                Inst::If { cond, frame, .. } => {
                    open(*frame, at, false, varying[cond.0 as usize]);
                }
                Inst::LoopBegin { frame, .. }
                | Inst::FunctionBegin { frame }
                | Inst::BlockBegin { frame, .. } => {
                    open(*frame, at, false, divergent[at]);
                }
                Inst::SwitchBegin { frame, cases, .. } => {
                    let varies = varying[cases.value.0 as usize] || divergent[at];
                    open(*frame, at, false, varies);
                }
                Inst::BodyBegin { frame } => open(*frame, at, true, divergent_body[at]),
                Inst::EndIf { .. }
                | Inst::LoopNext { .. }
                | Inst::LoopEnd { .. }
                | Inst::SwitchEnd { .. }
                | Inst::FunctionEnd { .. }
                | Inst::BlockEnd { .. } => {
                    if let Some(region) = regions.pop() {
                        depth -= u32::from(region.divergent);
                    }
                }
                Inst::LoopTest { cond, frame, .. } => {
                    if varying[cond.0 as usize]
                        && let Some(region) = regions
                            .iter()
                            .rev()
                            .find(|region| region.frame == *frame && !region.body)
                    {
                        raise(&mut divergent[region.begin]);
                    }
                }
                Inst::Break { frame, .. }
                | Inst::Continue { frame, .. }
                | Inst::Return {
                    frame: Some(frame), ..
                } => {
                    let body = skips_round;
                    let left = regions
                        .iter()
                        .rposition(|region| region.frame == *frame && region.body == body);
                    if let Some(left) = left
                        && regions[left + 1..].iter().any(|region| region.divergent)
                    {
                        let begin = regions[left].begin;
                        raise(if body {
                            &mut divergent_body[begin]
                        } else {
                            &mut divergent[begin]
                        });
                    }
                }
                _ => {}
            }
            let mut varies = match inst {
                Inst::Atomic(_)
                | Inst::WaitList(_)
                | Inst::Group(_)
                | Inst::ToSpace { .. }
                | Inst::CastToSpace { .. } => true,
                Inst::Access(access) => (access.private || access.generic) && !access.store,
                _ => false,
            };
            inst.visit(&mut |reg, how| {
                let register = reg.0 as usize;
                match how {
                    Use::Read => varies |= varying[register],
                    Use::Write => {
                        if (varies || depth > depths[register]) && !varying[register] {
                            varying[register] = true;
                            changed = true;
                        }
                    }
                }
            });
        }
        if !changed {
            break;
        }
    }
    let written = written(insts, virtuals, parameters);
    Uniformity { varying, written }
}

const UNKNOWN: u64 = 1 << 63;

/// Which parameters' buffers may be written: pointers are followed to the parameters they come from.
fn written(insts: &mut [Inst], virtuals: &[Virtual], parameters: &[Parameter]) -> Vec<bool> {
    let mut roots = vec![0_u64; virtuals.len()];
    for (index, parameter) in parameters.iter().enumerate() {
        if let Parameter::Pointer { reg, .. } | Parameter::Image { reg, .. } = parameter {
            roots[reg.0 as usize] = if index < 63 { 1 << index } else { UNKNOWN };
        }
    }
    loop {
        let mut changed = false;
        for inst in insts.iter_mut() {
            let through = matches!(
                inst,
                Inst::Move { .. }
                    | Inst::Select { .. }
                    | Inst::Offset { .. }
                    | Inst::ToSpace { .. }
                    | Inst::CastToSpace { .. }
            );
            let mut all = if through { 0 } else { UNKNOWN };
            inst.visit(&mut |reg, how| match how {
                Use::Read if through => all |= roots[reg.0 as usize],
                Use::Read => {}
                Use::Write => {
                    let of = &mut roots[reg.0 as usize];
                    changed |= *of | all != *of;
                    *of |= all;
                }
            });
        }
        if !changed {
            break;
        }
    }
    let mut targets = 0;
    for inst in insts.iter() {
        targets |= match inst {
            Inst::Access(access) if access.store && !access.private => {
                roots[access.addr.base.0 as usize]
            }
            Inst::Atomic(atomic) => roots[atomic.addr.base.0 as usize],
            Inst::Copy(copy) => roots[copy.to.base.0 as usize],
            Inst::AsyncCopy(copy) => roots[copy.to.0 as usize],
            Inst::Image(access) if matches!(access.op, ImageOp::Write(_)) => {
                roots[access.image.0 as usize]
            }
            _ => 0,
        };
    }
    (0..parameters.len())
        .map(|index| targets & UNKNOWN != 0 || (index < 63 && targets >> index & 1 == 1))
        .collect()
}
