//! Virtual registers: where each begins to live, and copies between them.

use super::*;

impl Lowering<'_> {
    pub(super) fn register(&mut self, wide: bool, temporary: bool) -> Reg {
        let born = self.insts.len();
        self.virtuals.push(Virtual {
            wide,
            temporary,
            constant: None,
            varying: false,
            born,
            dies: 0,
        });
        Reg(self.virtuals.len() as u32 - 1)
    }

    pub(super) fn temporary(&mut self, scalar: Scalar) -> Reg {
        self.register(scalar.size() == 8, true)
    }

    /// A register that keeps its value where the mask does not reach; it lives until
    /// [`Self::end_scope`].
    pub(super) fn variable(&mut self, wide: bool) -> Reg {
        self.register(wide, false)
    }

    /// Ends the lives of variables made since `from`.
    pub(super) fn end_scope(&mut self, from: usize) {
        let now = self.insts.len();
        for register in &mut self.virtuals[from..] {
            if !register.temporary && register.constant.is_none() && register.dies == 0 {
                register.dies = now;
            }
        }
    }

    pub(super) fn constant(&mut self, bits: u64) -> Reg {
        if let Some(&reg) = self.constants.get(&bits) {
            return reg;
        }
        let reg = self.register(true, false);
        let register = &mut self.virtuals[reg.0 as usize];
        register.constant = Some(bits);
        register.born = 0;
        register.dies = usize::MAX;
        self.constants.insert(bits, reg);
        reg
    }

    pub(super) fn constant_of(&self, reg: Reg) -> Option<u64> {
        self.virtuals[reg.0 as usize].constant
    }

    pub(super) fn special(&mut self, special: Special) -> Reg {
        if let Some(&reg) = self.specials.get(&special) {
            return reg;
        }
        let reg = self.register(true, false);
        let register = &mut self.virtuals[reg.0 as usize];
        register.born = 0;
        register.dies = usize::MAX;
        register.varying = matches!(
            special,
            Special::GlobalId(_)
                | Special::LocalId(_)
                | Special::GlobalLinearId
                | Special::LocalLinearId
                | Special::SubGroupSize
                | Special::SubGroupId
                | Special::SubGroupLocalId
        );
        self.specials.insert(special, reg);
        reg
    }

    /// `to = from`, into variables: the last instructions are retargeted where they can be.
    pub(super) fn assign(&mut self, to: &[Reg], from: &[Reg]) {
        if self.retarget(to, from) {
            return;
        }
        // Components of one vector may be permuted: read all before writing any.
        let overlap = from.iter().any(|reg| to.contains(reg)) && to.len() > 1;
        let from: Vec<Reg> = from
            .iter()
            .map(|&src| {
                if !overlap {
                    return src;
                }
                let dst = self.register(self.virtuals[src.0 as usize].wide, true);
                self.emit(Inst::Move { dst, src });
                dst
            })
            .collect();
        for (&dst, src) in to.iter().zip(from) {
            if dst != src {
                self.emit(Inst::Move { dst, src });
            }
        }
    }

    fn retarget(&mut self, to: &[Reg], from: &[Reg]) -> bool {
        let Some(first) = self.insts.len().checked_sub(from.len()) else {
            return false;
        };
        if self.bound > first {
            return false;
        }
        for (index, (&to_reg, &from_reg)) in to.iter().zip(from).enumerate() {
            let (to_virtual, from_virtual) = (
                self.virtuals[to_reg.0 as usize],
                self.virtuals[from_reg.0 as usize],
            );
            let fits = from_virtual.temporary && to_virtual.wide == from_virtual.wide;
            if !fits || written_alone(&mut self.insts[first + index]) != Some(from_reg) {
                return false;
            }
            let mut read_later = false;
            for later in &mut self.insts[first + index + 1..] {
                later.visit(&mut |reg, how| {
                    read_later |= how == Use::Read && (*reg == to_reg || *reg == from_reg);
                });
            }
            if read_later {
                return false;
            }
        }
        for (index, &to_reg) in to.iter().enumerate() {
            // A parameter's home is made after its argument: the register lives from its first write.
            let register = &mut self.virtuals[to_reg.0 as usize];
            register.born = register.born.min(first + index);
            self.insts[first + index].visit(&mut |reg, how| {
                if how == Use::Write {
                    *reg = to_reg;
                }
            });
        }
        true
    }
}

/// The register of an instruction that does nothing but write one.
fn written_alone(inst: &mut Inst) -> Option<Reg> {
    match inst {
        Inst::Unary { dst, .. }
        | Inst::Binary { dst, .. }
        | Inst::MultiplyAdd { dst, .. }
        | Inst::Select { dst, .. }
        | Inst::Convert { dst, .. }
        | Inst::Offset { dst, .. } => Some(*dst),
        Inst::Call(call) if call.dsts.len() == 1 => Some(call.dsts[0]),
        Inst::Access(access) if !access.store && access.regs.len() == 1 => Some(access.regs[0]),
        _ => None,
    }
}
