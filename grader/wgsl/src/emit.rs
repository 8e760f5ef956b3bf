//! The text as it grows: functions, variables, names of intermediate values.

use crate::bindings::Launch;
use crate::classes::{Class, Space};
use crate::constants::Known;
use crate::convert::signed_register;
use crate::inline::Inlined;
use crate::known::Variant;
use crate::pointers::{Home, Pointers};
use crate::refusal::{Reason, Refusal, Result, refuse};
use crate::uniform::Uniform;
use crate::value::{Atom, Lane, Pointer, Value};
use opencl_c::program::{ExprId, Program, VarId};
use opencl_c::source::Origin;
use opencl_c::types::{Scalar, Type, TypeId};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

/// The longest shader, in bytes.
const LONGEST: usize = 4 << 20;

pub(crate) struct Emit<'a> {
    pub(crate) program: &'a Program,
    pub(crate) pointers: &'a Pointers,
    pub(crate) launch: &'a Launch,
    /// The instance that is being written.
    pub(crate) at: usize,
    pub(crate) uniform: Uniform,
    pub(crate) body: String,
    pub(crate) depth: usize,
    pub(crate) names: usize,
    /// Variables of the function being written.
    pub(crate) variables: BTreeSet<String>,
    /// Variables of the function that hold a known number here.
    pub(crate) known: Known,
    /// The functions that are called so far.
    pub(crate) variants: Vec<Variant>,
    /// The functions that are being inlined, from the outermost on.
    pub(crate) inlined: Vec<Inlined>,
    /// How many functions were inlined: it tells their variables apart.
    pub(crate) inlinings: usize,
    /// Functions that cannot be inlined with these numbers.
    pub(crate) called: Vec<(usize, Known)>,
    /// Does what is written stand where no function is inlined?
    pub(crate) only_calls: bool,
    /// 64-bit variables that hold a number below 2^32.
    pub(crate) narrow: HashSet<VarId>,
    /// Declarations outside of functions.
    pub(crate) module: BTreeSet<String>,
    /// Classes that are used.
    pub(crate) used: BTreeSet<Class>,
    /// Where values lie in the block, in words, by parameter.
    pub(crate) block: Vec<u32>,
    /// Is a condition broadcast?
    pub(crate) broadcasts: bool,
}

impl<'a> Emit<'a> {
    pub(crate) fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.body.push_str("  ");
        }
        self.body.push_str(text);
        self.body.push('\n');
    }

    pub(crate) fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    pub(crate) fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    pub(crate) fn check_size(&self, origin: Origin) -> Result<()> {
        match self.body.len() > LONGEST {
            true => refuse(Reason::TooLarge, origin),
            false => Ok(()),
        }
    }

    pub(crate) fn fresh(&mut self) -> String {
        self.names += 1;
        format!("t{}", self.names)
    }

    /// A name for a text, by `let`.
    pub(crate) fn named(&mut self, text: &str) -> String {
        let name = self.fresh();
        self.line(&format!("let {name} = {text};"));
        name
    }

    /// The value under a name, so that it is computed here and once.
    pub(crate) fn fixed(&mut self, atom: &Atom) -> Atom {
        if atom.known.is_some() {
            return atom.clone();
        }
        let text = match &atom.truth {
            Some(truth) => {
                let truth = self.named(truth);
                return Atom {
                    simple: true,
                    ..Atom::truth(truth)
                };
            }
            None => self.named(&atom.text),
        };
        Atom::name(text)
    }

    /// The value in a form that may stand more than once.
    pub(crate) fn simple(&mut self, atom: &Atom) -> Atom {
        match atom.simple {
            true => atom.clone(),
            false => self.fixed(atom),
        }
    }

    pub(crate) fn simple_lane(&mut self, lane: &Lane) -> Lane {
        let lo = self.simple(&lane.lo);
        let hi = lane.hi.as_ref().map(|hi| self.simple(hi));
        Lane { lo, hi }
    }

    pub(crate) fn fixed_lane(&mut self, lane: &Lane) -> Lane {
        let lo = self.fixed(&lane.lo);
        let hi = lane.hi.as_ref().map(|hi| self.fixed(hi));
        Lane { lo, hi }
    }

    /// A value under names, before something changes.
    pub(crate) fn fixed_value(&mut self, value: Value) -> Value {
        match value {
            Value::Lanes(scalar, lanes) => {
                let lanes = lanes.iter().map(|lane| self.fixed_lane(lane)).collect();
                Value::Lanes(scalar, lanes)
            }
            Value::Pointer(pointer) => Value::Pointer(self.fixed_pointer(&pointer)),
            other => other,
        }
    }

    pub(crate) fn fixed_pointer(&mut self, pointer: &Pointer) -> Pointer {
        let base = match pointer.base.as_str() {
            "" => String::new(),
            base => self.named(base),
        };
        Pointer {
            base,
            ..pointer.clone()
        }
    }

    /// A pointer in a form that may stand more than once.
    pub(crate) fn simple_pointer(&mut self, pointer: &Pointer) -> Pointer {
        let plain = |base: &str| {
            base.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        match plain(&pointer.base) {
            true => pointer.clone(),
            false => self.fixed_pointer(pointer),
        }
    }

    /// A variable of the function, which begins as 0.
    pub(crate) fn variable(&mut self, name: &str, ty: &str) -> String {
        self.variables.insert(format!("  var {name}: {ty};\n"));
        name.to_owned()
    }

    pub(crate) fn home(&self, var: VarId) -> Home {
        self.pointers.instances[self.at].homes[var.0 as usize]
    }

    pub(crate) fn var_ty(&self, var: VarId) -> TypeId {
        let function = self.pointers.instances[self.at].function;
        self.program.function(function).vars[var.0 as usize].ty
    }

    /// The name of a variable in the shader.
    pub(crate) fn var_name(&self, var: VarId) -> String {
        let function = self.pointers.instances[self.at].function;
        let name = &self.program.function(function).vars[var.0 as usize].name;
        match self.inlined.last() {
            Some(inlined) if cfg!(feature = "inline") => {
                format!("i{}_v{}_{name}", inlined.number, var.0)
            }
            _ => format!("v{}_{name}", var.0),
        }
    }

    /// The names of the parts of a variable in registers, with their types.
    pub(crate) fn parts(
        &self,
        name: &str,
        ty: TypeId,
        origin: Origin,
    ) -> Result<Vec<(String, &'static str)>> {
        let (scalar, width) = self.shape(ty, origin)?;
        let register = self.register(scalar, origin)?;
        let mut parts = Vec::new();
        for lane in 0..width {
            let name = match width {
                1 => name.to_owned(),
                _ => format!("{name}_{lane:x}"),
            };
            if scalar.size() == 8 {
                parts.push((format!("{name}_lo"), register));
                parts.push((format!("{name}_hi"), register));
            } else {
                parts.push((name, register));
            }
        }
        Ok(parts)
    }

    /// Parts of values as lanes again.
    pub(crate) fn lanes_of(scalar: Scalar, parts: &[String]) -> Vec<Lane> {
        if scalar.size() == 8 {
            return parts
                .chunks(2)
                .map(|pair| match pair[1].as_str() {
                    "0u" => Lane::narrow(Atom::name(&pair[0])),
                    hi => Lane::wide(Atom::name(&pair[0]), Atom::name(hi)),
                })
                .collect();
        }
        let one = |part: &String| Lane::one(Atom::name(part));
        parts.iter().map(one).collect()
    }

    pub(crate) fn shape(&self, ty: TypeId, origin: Origin) -> Result<(Scalar, u8)> {
        let ty = match *self.program.types.get(ty) {
            Type::Atomic(scalar) => TypeId::scalar(scalar),
            _ => ty,
        };
        match ty.shape() {
            Some(shape) => Ok(shape),
            None => refuse(Reason::Expression("a value of this type"), origin),
        }
    }

    /// The type of the shader's variables that keep a scalar, or each half of one of 64 bits.
    pub(crate) fn register(&self, scalar: Scalar, origin: Origin) -> Result<&'static str> {
        match scalar {
            Scalar::Double => refuse(Reason::Type(scalar.name().to_owned()), origin),
            Scalar::Float => Ok("f32"),
            _ if signed_register(scalar) => Ok("i32"),
            _ => Ok("u32"),
        }
    }

    pub(crate) fn refuse<T>(&self, id: ExprId, reason: Reason) -> Result<T> {
        Err(Refusal {
            reason,
            origin: Some(self.program.expr(id).at),
        })
    }

    /// The class that a class has become, noted as used.
    pub(crate) fn class(&mut self, class: Class) -> Class {
        let class = self.pointers.classes.find(class);
        self.used.insert(class);
        class
    }

    /// Bytes of a unit of a class.
    pub(crate) fn unit(&self, class: Class) -> i64 {
        if self.pointers.classes.facts(class).bytes {
            1
        } else {
            4
        }
    }

    /// May other work-items write it while this one does?
    pub(crate) fn is_shared(&self, class: Class) -> bool {
        let spaces = &self.pointers.classes.facts(class).spaces;
        spaces.contains(&Space::Storage) || spaces.contains(&Space::Workgroup)
    }

    /// Is it an array of atomic words?
    pub(crate) fn is_atomic(&self, class: Class) -> bool {
        let facts = self.pointers.classes.facts(class);
        self.is_shared(class) && (facts.atomic || facts.writes_bytes)
    }

    /// Is it an array of vectors of four words, which the device reads and writes as one?
    pub(crate) fn in_fours(&self, class: Class) -> bool {
        let facts = self.pointers.classes.facts(class);
        self.is_shared(class)
            && !self.is_atomic(class)
            && facts.vectors
            && !facts.bytes
            && !facts.records
    }

    /// A word of the block.
    pub(crate) fn block_word(&self, word: u32) -> String {
        let part = ["x", "y", "z", "w"][word as usize % 4];
        format!("block[{}].{part}", word / 4)
    }

    /// Writes a function's head, its variables and its body.
    pub(crate) fn function_text(&mut self, head: &str) -> String {
        let mut text = format!("{head} {{\n");
        for variable in &self.variables {
            text.push_str(variable);
        }
        let _ = writeln!(text, "{}}}", self.body);
        self.variables.clear();
        self.body.clear();
        text
    }
}
