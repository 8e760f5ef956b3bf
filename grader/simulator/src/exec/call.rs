//! Calls of functions of the mathematics, for each work-item.

use crate::calls::{Callee, FloatCall, IntegerCall};
use crate::code::Call;
use crate::lane::{Bits, Lane};
use crate::mask::Mask;
use crate::math::{Floating, Half, integer};
use crate::registers::{Bank, Registers};

pub(super) fn call(registers: &mut Registers, mask: &Mask, call: &Call) {
    match call.callee {
        Callee::F16(f) => floating(registers, mask, call, f),
        Callee::F32(f) => floating(registers, mask, call, f),
        Callee::F64(f) => floating(registers, mask, call, f),
        Callee::I8(f) => whole(registers, mask, call, f),
        Callee::U8(f) => whole(registers, mask, call, f),
        Callee::I16(f) => whole(registers, mask, call, f),
        Callee::U16(f) => whole(registers, mask, call, f),
        Callee::I32(f) => whole(registers, mask, call, f),
        Callee::U32(f) => whole(registers, mask, call, f),
        Callee::I64(f) => whole(registers, mask, call, f),
        Callee::U64(f) => whole(registers, mask, call, f),
        Callee::NanF16 => {
            registers.map1(mask, call.dsts[0], call.args[0], |payload: u16| {
                Half::nan(payload.into())
            });
        }
        Callee::NanF32 => {
            registers.map1(mask, call.dsts[0], call.args[0], |payload: u32| {
                f32::nan(payload.into())
            });
        }
        Callee::NanF64 => {
            registers.map1(mask, call.dsts[0], call.args[0], f64::nan);
        }
        Callee::Upsample(size) => each(registers, mask, call, |args, out| {
            let bits = size * 8;
            let low = u64::MAX >> (64 - bits);
            out[0] = integer::upsample(args[0] & low, args[1] & low, bits);
        }),
        Callee::Shuffle(count) => each(registers, mask, call, |args, out| {
            for (out, &index) in out.iter_mut().zip(&args[count..]) {
                *out = args[index as usize & (count - 1)];
            }
        }),
    }
}

/// The general form: bits in, bits out, one work-item after another.
fn each(registers: &mut Registers, mask: &Mask, call: &Call, f: impl Fn(&[u64], &mut [u64])) {
    let mut args = [0; 64];
    let mut out = [0; 16];
    let (args, out) = (&mut args[..call.args.len()], &mut out[..call.dsts.len()]);
    let uniform = call.dsts.iter().all(|dst| dst.is_uniform());
    for lane in mask.iter() {
        for (arg, &reg) in args.iter_mut().zip(&call.args) {
            *arg = registers.get(reg, lane);
        }
        f(args, out);
        for (&bits, &reg) in out.iter().zip(&call.dsts) {
            registers.set(reg, lane, bits);
        }
        if uniform {
            break;
        }
    }
}

fn floating<T: Floating + Lane + Default>(
    registers: &mut Registers,
    mask: &Mask,
    call: &Call,
    f: FloatCall<T>,
) where
    T::Bits: Bank,
{
    let (dst, a) = (call.dsts[0], call.args[0]);
    let arg = |index: usize| call.args.get(index).copied().unwrap_or(a);
    match f {
        FloatCall::Unary(f) => registers.map1(mask, dst, a, f),
        FloatCall::Binary(f) => registers.map2(mask, dst, a, arg(1), f),
        FloatCall::Ternary(f) => registers.map3(mask, dst, [a, arg(1), arg(2)], f),
        FloatCall::WithInteger(f) => registers.map2(mask, dst, a, arg(1), f),
        FloatCall::ToInteger(f) => registers.map1(mask, dst, a, f),
        FloatCall::Predicate(f) => registers.map1(mask, dst, a, f),
        FloatCall::Relation(f) => registers.map2(mask, dst, a, arg(1), f),
        // Both results go to registers of their own, so the argument is there for the second.
        FloatCall::Split(f) => {
            registers.map1(mask, dst, a, |x| f(x).0);
            registers.map1(mask, call.dsts[1], a, |x| f(x).1);
        }
        FloatCall::SplitInteger(f) => {
            registers.map1(mask, dst, a, |x| f(x).0);
            registers.map1(mask, call.dsts[1], a, |x| f(x).1);
        }
        FloatCall::Remquo(f) => {
            registers.map2(mask, dst, a, arg(1), |x, y| f(x, y).0);
            registers.map2(mask, call.dsts[1], a, arg(1), |x, y| f(x, y).1);
        }
        FloatCall::Reduce(f) => wide::<T>(registers, mask, call, |args, out| out[0] = f(args)),
        FloatCall::Pair(f) => wide::<T>(registers, mask, call, |args, out| {
            let (x, y) = args.split_at(args.len() / 2);
            out[0] = f(x, y);
        }),
        FloatCall::Normalize(f) => wide::<T>(registers, mask, call, f),
        FloatCall::Cross(f) => wide::<T>(registers, mask, call, |args, out| {
            let result = f([args[0], args[1], args[2]], [args[3], args[4], args[5]]);
            out.copy_from_slice(&result);
        }),
    }
}

fn wide<T: Lane + Default>(
    registers: &mut Registers,
    mask: &Mask,
    call: &Call,
    f: impl Fn(&[T], &mut [T]),
) {
    each(registers, mask, call, |args, out| {
        let mut values = [T::default(); 32];
        let mut results = [T::default(); 16];
        for (value, &bits) in values.iter_mut().zip(args) {
            *value = T::read(T::Bits::from_u64(bits));
        }
        f(&values[..args.len()], &mut results[..out.len()]);
        for (bits, &result) in out.iter_mut().zip(&results) {
            *bits = result.write().to_u64();
        }
    });
}

fn whole<T: Lane>(registers: &mut Registers, mask: &Mask, call: &Call, f: IntegerCall<T>)
where
    T::Bits: Bank,
{
    let (dst, a) = (call.dsts[0], call.args[0]);
    let arg = |index: usize| call.args.get(index).copied().unwrap_or(a);
    match f {
        IntegerCall::Unary(f) => registers.map1(mask, dst, a, f),
        IntegerCall::Binary(f) => registers.map2(mask, dst, a, arg(1), f),
        IntegerCall::Ternary(f) => registers.map3(mask, dst, [a, arg(1), arg(2)], f),
    }
}
