//! The registers of one work-group: one array a register, one entry a work-item; and loops over them.
//!
//! An operation computes all lanes between the first and the last active one into a spare array,
//! then commits it: by exchanging arrays where nobody outside needs the old values, else by copying
//! the active lanes.

use crate::lane::{Bits, Lane};
use crate::mask::Mask;
use crate::operand::{Reg, Slot};

/// Arrays of narrow and wide registers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Registers {
    pub(crate) uniform: Vec<u64>,
    narrow: Vec<Vec<u32>>,
    wide: Vec<Vec<u64>>,
    spare_narrow: Vec<Vec<u32>>,
    spare_wide: Vec<Vec<u64>>,
    work_items: usize,
}

pub(crate) trait Bank: Bits + 'static {
    fn bank(registers: &Registers) -> &[Vec<Self>];
    fn bank_mut(registers: &mut Registers) -> &mut Vec<Vec<Self>>;
    fn spares(registers: &mut Registers) -> &mut Vec<Vec<Self>>;
}

impl Bank for u32 {
    fn bank(registers: &Registers) -> &[Vec<u32>] {
        &registers.narrow
    }
    fn bank_mut(registers: &mut Registers) -> &mut Vec<Vec<u32>> {
        &mut registers.narrow
    }
    fn spares(registers: &mut Registers) -> &mut Vec<Vec<u32>> {
        &mut registers.spare_narrow
    }
}

impl Bank for u64 {
    fn bank(registers: &Registers) -> &[Vec<u64>] {
        &registers.wide
    }
    fn bank_mut(registers: &mut Registers) -> &mut Vec<Vec<u64>> {
        &mut registers.wide
    }
    fn spares(registers: &mut Registers) -> &mut Vec<Vec<u64>> {
        &mut registers.spare_wide
    }
}

/// An operand: one value, or one for each work-item of the active range.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a, B> {
    One(B),
    Lanes(&'a [B]),
}

impl<B: Copy> Source<'_, B> {
    #[inline(always)]
    pub(crate) fn at(self, index: usize) -> B {
        match self {
            Source::One(value) => value,
            Source::Lanes(lanes) => lanes[index],
        }
    }
}

impl Registers {
    pub(crate) fn new(uniforms: usize, narrows: usize, wides: usize, work_items: usize) -> Self {
        Registers {
            uniform: vec![0; uniforms],
            narrow: vec![vec![0; work_items]; narrows],
            wide: vec![vec![0; work_items]; wides],
            spare_narrow: vec![vec![0; work_items]; 4],
            spare_wide: vec![vec![0; work_items]; 4],
            work_items,
        }
    }

    /// Bytes that registers of these numbers take.
    pub(crate) fn bytes(uniforms: usize, narrows: usize, wides: usize, work_items: usize) -> u64 {
        let lanes = (narrows as u64 + 4) * 4 + (wides as u64 + 4) * 8;
        uniforms as u64 * 8 + lanes * work_items as u64
    }

    /// Bytes that they take.
    pub(crate) fn weight(&self) -> usize {
        Registers::bytes(
            self.uniform.len(),
            self.narrow.len(),
            self.wide.len(),
            self.work_items,
        ) as usize
    }

    /// An operand over the active range.
    #[inline(always)]
    pub(crate) fn source<B: Bank>(&self, reg: Reg, mask: &Mask) -> Source<'_, B> {
        match reg.slot() {
            Slot::Uniform(index) => Source::One(B::from_u64(self.uniform[index])),
            Slot::Narrow(index) | Slot::Wide(index) => {
                Source::Lanes(&B::bank(self)[index][mask.first..mask.end])
            }
        }
    }

    /// Are they moved out?
    pub(crate) fn is_empty(&self) -> bool {
        self.uniform.is_empty()
    }

    /// The value of any register for one work-item.
    #[inline(always)]
    pub(crate) fn get(&self, reg: Reg, lane: usize) -> u64 {
        match reg.slot() {
            Slot::Uniform(index) => self.uniform[index],
            Slot::Narrow(index) => self.narrow[index][lane].into(),
            Slot::Wide(index) => self.wide[index][lane],
        }
    }

    /// Sets a register for one work-item, whatever the mask; a uniform one for all.
    #[inline(always)]
    pub(crate) fn set(&mut self, reg: Reg, lane: usize, bits: u64) {
        match reg.slot() {
            Slot::Uniform(index) => self.uniform[index] = bits,
            Slot::Narrow(index) => self.narrow[index][lane] = bits as u32,
            Slot::Wide(index) => self.wide[index][lane] = bits,
        }
    }

    /// Sets a register for all work-items.
    pub(crate) fn set_all(&mut self, reg: Reg, bits: u64) {
        match reg.slot() {
            Slot::Uniform(index) => self.uniform[index] = bits,
            Slot::Narrow(index) => self.narrow[index].fill(bits as u32),
            Slot::Wide(index) => self.wide[index].fill(bits),
        }
    }

    /// Takes a spare array, to be given back by [`Self::commit`] or [`Self::give_back`].
    #[inline(always)]
    pub(crate) fn spare<B: Bank>(&mut self) -> Vec<B> {
        let work_items = self.work_items;
        B::spares(self)
            .pop()
            .unwrap_or_else(|| vec![B::default(); work_items])
    }

    #[inline(always)]
    pub(crate) fn give_back<B: Bank>(&mut self, spare: Vec<B>) {
        B::spares(self).push(spare);
    }

    /// Makes an array the contents of a varying register, for the active lanes at least.
    #[inline(always)]
    pub(crate) fn commit<B: Bank>(&mut self, dst: Reg, mut values: Vec<B>, mask: &Mask) {
        let work_items = self.work_items;
        if let Slot::Narrow(index) | Slot::Wide(index) = dst.slot() {
            let to = &mut B::bank_mut(self)[index];
            if !dst.keeps() || mask.count == work_items {
                std::mem::swap(to, &mut values);
            } else if mask.is_dense() {
                to[mask.first..mask.end].copy_from_slice(&values[mask.first..mask.end]);
            } else {
                let active = &mask.lanes[mask.first..mask.end];
                let from = &values[mask.first..mask.end];
                for ((to, &from), &active) in
                    to[mask.first..mask.end].iter_mut().zip(from).zip(active)
                {
                    *to = if active != 0 { from } else { *to };
                }
            }
        }
        self.give_back(values);
    }

    /// `dst = f(a)`.
    #[inline(always)]
    pub(crate) fn map1<A: Lane, R: Lane>(
        &mut self,
        mask: &Mask,
        dst: Reg,
        a: Reg,
        f: impl Fn(A) -> R,
    ) where
        A::Bits: Bank,
        R::Bits: Bank,
    {
        if let (Slot::Uniform(to), Slot::Uniform(a)) = (dst.slot(), a.slot()) {
            let value = f(A::read(A::Bits::from_u64(self.uniform[a])));
            self.uniform[to] = value.write().to_u64();
            return;
        }
        let mut values = self.spare::<R::Bits>();
        let out = &mut values[mask.first..mask.end];
        match self.source::<A::Bits>(a, mask) {
            Source::One(a) => out.fill(f(A::read(a)).write()),
            Source::Lanes(a) => {
                for (out, &a) in out.iter_mut().zip(a) {
                    *out = f(A::read(a)).write();
                }
            }
        }
        self.commit(dst, values, mask);
    }

    /// `dst = f(a, b)`.
    #[inline(always)]
    pub(crate) fn map2<A: Lane, B: Lane, R: Lane>(
        &mut self,
        mask: &Mask,
        dst: Reg,
        a: Reg,
        b: Reg,
        f: impl Fn(A, B) -> R,
    ) where
        A::Bits: Bank,
        B::Bits: Bank,
        R::Bits: Bank,
    {
        if let (Slot::Uniform(to), Slot::Uniform(a), Slot::Uniform(b)) =
            (dst.slot(), a.slot(), b.slot())
        {
            let a = A::read(A::Bits::from_u64(self.uniform[a]));
            let b = B::read(B::Bits::from_u64(self.uniform[b]));
            self.uniform[to] = f(a, b).write().to_u64();
            return;
        }
        let mut values = self.spare::<R::Bits>();
        let out = &mut values[mask.first..mask.end];
        match (
            self.source::<A::Bits>(a, mask),
            self.source::<B::Bits>(b, mask),
        ) {
            (Source::One(a), Source::One(b)) => out.fill(f(A::read(a), B::read(b)).write()),
            (Source::One(a), Source::Lanes(b)) => {
                let a = A::read(a);
                for (out, &b) in out.iter_mut().zip(b) {
                    *out = f(a, B::read(b)).write();
                }
            }
            (Source::Lanes(a), Source::One(b)) => {
                let b = B::read(b);
                for (out, &a) in out.iter_mut().zip(a) {
                    *out = f(A::read(a), b).write();
                }
            }
            (Source::Lanes(a), Source::Lanes(b)) => {
                for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                    *out = f(A::read(a), B::read(b)).write();
                }
            }
        }
        self.commit(dst, values, mask);
    }

    /// `dst = f(a, b, c)`.
    #[inline(always)]
    pub(crate) fn map3<A: Lane, B: Lane, C: Lane, R: Lane>(
        &mut self,
        mask: &Mask,
        dst: Reg,
        [a, b, c]: [Reg; 3],
        f: impl Fn(A, B, C) -> R,
    ) where
        A::Bits: Bank,
        B::Bits: Bank,
        C::Bits: Bank,
        R::Bits: Bank,
    {
        if let Slot::Uniform(to) = dst.slot() {
            let a = A::read(A::Bits::from_u64(self.get(a, mask.first)));
            let b = B::read(B::Bits::from_u64(self.get(b, mask.first)));
            let c = C::read(C::Bits::from_u64(self.get(c, mask.first)));
            self.uniform[to] = f(a, b, c).write().to_u64();
            return;
        }
        let mut values = self.spare::<R::Bits>();
        let out = &mut values[mask.first..mask.end];
        let a = self.source::<A::Bits>(a, mask);
        let b = self.source::<B::Bits>(b, mask);
        let c = self.source::<C::Bits>(c, mask);
        if let (Source::Lanes(a), Source::Lanes(b), Source::Lanes(c)) = (a, b, c) {
            for (((out, &a), &b), &c) in out.iter_mut().zip(a).zip(b).zip(c) {
                *out = f(A::read(a), B::read(b), C::read(c)).write();
            }
        } else {
            for (index, out) in out.iter_mut().enumerate() {
                *out = f(
                    A::read(a.at(index)),
                    B::read(b.at(index)),
                    C::read(c.at(index)),
                )
                .write();
            }
        }
        self.commit(dst, values, mask);
    }

    /// `dst = src`, registers of one width.
    pub(crate) fn copy(&mut self, mask: &Mask, dst: Reg, src: Reg) {
        match (dst.slot(), src.slot()) {
            (Slot::Uniform(to), _) => self.uniform[to] = self.get(src, mask.first),
            (Slot::Narrow(_), _) => self.map1(mask, dst, src, |a: u32| a),
            (Slot::Wide(_), _) => self.map1(mask, dst, src, |a: u64| a),
        }
    }
}
