//! Dot products of bytes: cl_khr_integer_dot_product.

use super::builtin::one;
use super::*;
use crate::calls::callee;
use opencl_c::builtin::Name;

impl Lowering<'_> {
    pub(super) fn is_of_whole_numbers(&self, id: ExprId) -> bool {
        let shape = self.shape(self.program.expr(id).ty);
        shape.is_some_and(|(scalar, _)| scalar.is_integer())
    }

    /// The sum of four products of bytes, added to what an accumulator holds where there is one, which it does not
    /// overflow.
    pub(super) fn dot_of_whole_numbers(
        &mut self,
        name: Name,
        arguments: &[ExprId],
        id: ExprId,
    ) -> Result<Value> {
        let to = match self.shape(self.program.expr(id).ty) {
            Some((Scalar::UInt, _)) => Scalar::UInt,
            _ => Scalar::Int,
        };
        // Whether the bytes of each packed argument have a sign.
        let signs = match name {
            Name::DotPackedUu | Name::DotAccSatPackedUu => [false, false],
            Name::DotPackedUs | Name::DotAccSatPackedUs => [false, true],
            Name::DotPackedSu | Name::DotAccSatPackedSu => [true, false],
            _ => [true, true],
        };
        let mut factors = Vec::new();
        for (&argument, has_sign) in arguments[..2].iter().zip(signs) {
            let (scalar, regs) = self.components(argument)?;
            factors.push(match regs.as_slice() {
                &[packed] => self.bytes_of(packed, has_sign, to),
                _ => regs
                    .into_iter()
                    .map(|reg| self.convert(scalar, to, false, None, reg))
                    .collect(),
            });
        }
        let mut sum = None;
        let pairs = factors[0].iter().zip(&factors[1]);
        for (&left, &right) in pairs {
            let product = self.binary(BinOp::Multiply, to, left, right);
            sum = Some(match sum {
                None => product,
                Some(sum) => self.binary(BinOp::Add, to, sum, product),
            });
        }
        let (Some(sum), Some(add)) = (sum, callee(Name::AddSat, to)) else {
            return self.refuse(id, "this call");
        };
        let Some(&accumulator) = arguments.get(2) else {
            return Ok(one(to, sum));
        };
        let accumulator = self.scalar(accumulator)?;
        let results = self.map_call(add, &[vec![sum], vec![accumulator]], &[to]);
        Ok(one(to, results[0][0]))
    }

    /// The four bytes of a word, the lowest first.
    fn bytes_of(&mut self, packed: Reg, has_sign: bool, to: Scalar) -> Vec<Reg> {
        let byte = match has_sign {
            true => Scalar::Char,
            false => Scalar::UChar,
        };
        (0..4)
            .map(|index| {
                let bits = self.constant(8 * index);
                let moved = self.binary(BinOp::ShiftRight, Scalar::UInt, packed, bits);
                let cut = self.convert(Scalar::UInt, byte, false, None, moved);
                self.convert(byte, to, false, None, cut)
            })
            .collect()
    }
}
