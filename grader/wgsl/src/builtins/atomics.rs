//! Atomic functions (6.12.11, and those of 2.0 that order nothing between work-groups).

use crate::emit::Emit;
use crate::refusal::{Reason, Result};
use crate::uniform::constant;
use crate::value::{Atom, Lane, Pointer, Value};
use opencl_c::builtin::{Builtin, Combine, Name};
use opencl_c::program::ExprId;
use opencl_c::types::Scalar;

/// `memory_order_relaxed`.
const RELAXED: u64 = 0;

impl Emit<'_> {
    /// What an atomic function works on: the array's element and the type there.
    fn target(&mut self, id: ExprId, pointer: ExprId) -> Result<(String, Scalar, Pointer)> {
        let program = self.program;
        let origin = program.expr(id).origin;
        let Some((pointee, ..)) = program.types.as_pointer(program.expr(pointer).ty) else {
            return self.refuse(id, Reason::Expression("this atomic"));
        };
        let (scalar, _) = self.shape(pointee, origin)?;
        if scalar.size() != 4 {
            return self.refuse(id, Reason::WideAtomic);
        }
        let at = self.pointer(pointer)?;
        if !self.is_shared(at.class) {
            return self.refuse(id, Reason::Expression("an atomic on private memory"));
        }
        let array = self.array(at.class);
        let index = self.word_index(&at);
        let index = self.named(&index);
        Ok((format!("&{array}[{index}]"), scalar, at))
    }

    fn given(&mut self, argument: ExprId) -> Result<String> {
        let (scalar, lane) = self.lane(argument)?;
        let bits = Self::bits(&lane.lo, scalar);
        Ok(self.named(&bits))
    }

    fn old(&mut self, text: &str, scalar: Scalar) -> Value {
        let name = self.named(text);
        let atom = match scalar {
            Scalar::Float => Atom::text(format!("bitcast<f32>({name})")),
            Scalar::Int => Atom::text(format!("bitcast<i32>({name})")),
            _ => Atom::name(name),
        };
        Value::Lanes(scalar, vec![Lane::one(atom)])
    }

    pub(super) fn atomic(&mut self, id: ExprId, name: Name, arguments: &[ExprId]) -> Result<Value> {
        let (target, scalar, _) = self.target(id, arguments[0])?;
        let value = match arguments.get(1) {
            Some(&argument) => self.given(argument)?,
            None => "1u".to_owned(),
        };
        let function = match name {
            Name::AtomicAdd | Name::AtomicInc => "atomicAdd",
            Name::AtomicSub | Name::AtomicDec => "atomicSub",
            Name::AtomicXchg => "atomicExchange",
            Name::AtomicAnd => "atomicAnd",
            Name::AtomicOr => "atomicOr",
            Name::AtomicXor => "atomicXor",
            Name::AtomicMin if scalar == Scalar::UInt => "atomicMin",
            Name::AtomicMax if scalar == Scalar::UInt => "atomicMax",
            Name::AtomicMin | Name::AtomicMax => {
                let least = if name == Name::AtomicMin {
                    "min"
                } else {
                    "max"
                };
                let new =
                    format!("bitcast<u32>({least}(bitcast<i32>(OLD), bitcast<i32>({value})))");
                let old = self.exchanged(&target, &new);
                return Ok(self.old(&old, scalar));
            }
            Name::AtomicCmpxchg => {
                let new = self.given(arguments[2])?;
                let old = self.compared(&target, &value, &new);
                return Ok(self.old(&old, scalar));
            }
            _ => return self.unknown(id, name),
        };
        Ok(self.old(&format!("{function}({target}, {value})"), scalar))
    }

    /// Replaces a word by what is computed from it, `OLD`. The old word.
    fn exchanged(&mut self, target: &str, new: &str) -> String {
        let name = self.fresh();
        self.line(&format!("var {name} = atomicLoad({target});"));
        self.open("loop {");
        let new = new.replace("OLD", &name);
        let result = self.named(&format!(
            "atomicCompareExchangeWeak({target}, {name}, {new})"
        ));
        self.line(&format!("if {result}.exchanged {{ break; }}"));
        self.line(&format!("{name} = {result}.old_value;"));
        self.close("}");
        name
    }

    /// Replaces a word that is as expected. The old word.
    fn compared(&mut self, target: &str, expected: &str, new: &str) -> String {
        let name = self.fresh();
        self.line(&format!("var {name}: u32;"));
        self.open("loop {");
        let result = self.named(&format!(
            "atomicCompareExchangeWeak({target}, {expected}, {new})"
        ));
        self.line(&format!("{name} = {result}.old_value;"));
        self.line(&format!(
            "if {result}.exchanged || {name} != {expected} {{ break; }}"
        ));
        self.close("}");
        name
    }

    pub(super) fn c11_atomic(
        &mut self,
        id: ExprId,
        builtin: Builtin,
        arguments: &[ExprId],
    ) -> Result<Value> {
        let program = self.program;
        let name = builtin.name;
        let values = match name {
            Name::AtomicLoad | Name::AtomicFlagTestAndSet | Name::AtomicFlagClear => 1,
            Name::AtomicCompareExchangeStrong | Name::AtomicCompareExchangeWeak => 3,
            _ => 2,
        };
        // Without an order it is the strongest, which WGSL has not.
        let relaxed = arguments.len() > values
            && arguments[values..]
                .first()
                .is_some_and(|&order| constant(program, order) == Some(RELAXED));
        if name != Name::AtomicInit && !relaxed {
            return self.refuse(id, Reason::OrderBetweenGroups);
        }
        let (target, scalar, _) = self.target(id, arguments[0])?;
        match name {
            Name::AtomicLoad => Ok(self.old(&format!("atomicLoad({target})"), scalar)),
            Name::AtomicStore | Name::AtomicInit => {
                let value = self.given(arguments[1])?;
                self.line(&format!("atomicStore({target}, {value});"));
                Ok(Value::Nothing)
            }
            Name::AtomicExchange => {
                let value = self.given(arguments[1])?;
                Ok(self.old(&format!("atomicExchange({target}, {value})"), scalar))
            }
            Name::AtomicFetch => {
                let value = self.given(arguments[1])?;
                let least = match builtin.combine {
                    Some(Combine::Min) => "min",
                    Some(Combine::Max) => "max",
                    _ => "",
                };
                let function = match builtin.combine {
                    _ if scalar == Scalar::Float => return self.unknown(id, name),
                    Some(Combine::Add) => "atomicAdd",
                    Some(Combine::Sub) => "atomicSub",
                    Some(Combine::And) => "atomicAnd",
                    Some(Combine::Or) => "atomicOr",
                    Some(Combine::Xor) => "atomicXor",
                    Some(Combine::Min) if scalar == Scalar::UInt => "atomicMin",
                    Some(Combine::Max) if scalar == Scalar::UInt => "atomicMax",
                    Some(Combine::Min | Combine::Max) => {
                        let new = format!(
                            "bitcast<u32>({least}(bitcast<i32>(OLD), bitcast<i32>({value})))"
                        );
                        let old = self.exchanged(&target, &new);
                        return Ok(self.old(&old, scalar));
                    }
                    _ => return self.unknown(id, name),
                };
                Ok(self.old(&format!("{function}({target}, {value})"), scalar))
            }
            _ => self.unknown(id, name),
        }
    }
}
