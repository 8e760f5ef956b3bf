//! Which registers have a value that something depends on.
//!
//! A vector is moved as a whole, though often only some of its components are meant: the padding of a
//! `float3`, what a swizzle drops, a copy of which one component is used. That a component has no
//! value is a mistake only where it is used, so what merely passes it on does not count as a use.
//!
//! Promise: a register that decides an output, an address, a branch or a call is useful.

use super::*;
use crate::code::ImageOp;

pub(super) struct Useful {
    registers: Vec<bool>,
}

impl Useful {
    pub(super) fn is_useful(&self, reg: Reg) -> bool {
        self.registers[reg.0 as usize]
    }

    /// A bit for each of a vector's registers that is not useful. Where none is, all are as good as
    /// used: the load itself is then what was written.
    pub(super) fn idle(&self, regs: &[Reg]) -> u16 {
        if regs.len() < 2 || !regs.iter().any(|&reg| self.is_useful(reg)) {
            return 0;
        }
        let idle = regs
            .iter()
            .enumerate()
            .filter(|(_, reg)| !self.is_useful(**reg));
        idle.fold(0, |bits, (index, _)| bits | 1 << index)
    }
}

pub(super) fn analyse(insts: &mut [Inst], registers: usize) -> Useful {
    let mut useful = vec![false; registers];
    // From a result to what it is made of.
    let mut sources: Vec<Vec<Reg>> = vec![Vec::new(); registers];
    let mut found: Vec<Reg> = Vec::new();
    for inst in insts {
        let passes_on = matches!(
            inst,
            Inst::Move { .. }
                | Inst::Unary { .. }
                | Inst::Binary { .. }
                | Inst::MultiplyAdd { .. }
                | Inst::Select { .. }
                | Inst::Convert { .. }
        );
        // Which components of a pixel are stored depends on the image's channels, known at the launch: the first alone
        // counts as used, so that none is called used that is not stored.
        if let Inst::Image(access) = inst
            && let ImageOp::Write(_) = access.op
        {
            found.push(access.image);
            found.extend(access.at.iter().chain(access.values.first()));
            continue;
        }
        let mut read: Vec<Reg> = Vec::new();
        inst.visit(&mut |reg, how| match how {
            Use::Read if passes_on => read.push(*reg),
            Use::Read => found.push(*reg),
            Use::Write if passes_on => sources[reg.0 as usize].append(&mut read),
            Use::Write => {}
        });
    }
    while let Some(reg) = found.pop() {
        if !std::mem::replace(&mut useful[reg.0 as usize], true) {
            found.append(&mut sources[reg.0 as usize]);
        }
    }
    Useful { registers: useful }
}
