//! Functions that are inlined where they are called: drivers of WebGPU keep private arrays that several functions use
//! in memory. Such a function has one `return`, at the end of what is left of it once known conditions are decided.

use crate::constants::Known;
use crate::emit::Emit;
use crate::refusal::Result;
use crate::statements::Goes;
use crate::uniform;
use crate::value::Value;
use opencl_c::program::{ExprId, VarId};
use opencl_c::types::Type;

/// In a function longer than this, in bytes of text, nothing more is inlined.
const LONGEST: usize = 1 << 20;

/// A function that is being inlined.
#[derive(Debug)]
pub(crate) struct Inlined {
    pub(crate) number: usize,
    depth: usize,
    result: Option<Value>,
    /// Does it return from within a block?
    failed: bool,
}

impl Emit<'_> {
    /// Writes the body of a function with these arguments, whose values are `given`, and gives its result. None, and nothing is written, where it
    /// must be called.
    pub(crate) fn inline(
        &mut self,
        callee: usize,
        arguments: &[ExprId],
        given: &[(VarId, Value)],
        known: &Known,
    ) -> Result<Option<Value>> {
        let refused =
            |(instance, numbers): &(usize, Known)| *instance == callee && numbers == known;
        if cfg!(not(feature = "inline"))
            || self.only_calls
            || self.body.len() > LONGEST
            || self.called.iter().any(refused)
        {
            return Ok(None);
        }
        let program = self.program;
        let function = program.function(self.pointers.instances[callee].function);
        let (begin, variants) = (self.body.len(), self.variants.len());
        self.inlinings += 1;
        let varies = |argument| !(self.uniform).holds(program, self.pointers, self.at, argument);
        let varying = (0..)
            .map(VarId)
            .zip(arguments)
            .filter(|&(_, &argument)| varies(argument))
            .map(|(var, _)| var)
            .collect();
        let is_main = self.uniform.is_main;
        let of_callee = uniform::analyse(program, self.pointers, callee, varying, is_main);
        let at = std::mem::replace(&mut self.at, callee);
        let uniform = std::mem::replace(&mut self.uniform, of_callee);
        let outer = std::mem::replace(&mut self.known, known.clone());
        let narrow = std::mem::take(&mut self.narrow);
        self.inlined.push(Inlined {
            number: self.inlinings,
            depth: self.depth,
            result: None,
            failed: false,
        });
        for (var, value) in given {
            let name = self.var_name(*var);
            let names = match value {
                Value::Pointer(_) => vec![(name, "u32")],
                _ => self.parts(&name, self.var_ty(*var), function.origin)?,
            };
            let texts = match value {
                Value::Pointer(pointer) => vec![pointer.text()],
                Value::Lanes(_, lanes) => lanes
                    .iter()
                    .flat_map(|lane| [Some(&lane.lo), lane.hi.as_ref()])
                    .flatten()
                    .map(|atom| atom.text.clone())
                    .collect(),
                _ => Vec::new(),
            };
            for ((name, register), text) in names.iter().zip(texts) {
                self.variable(name, register);
                self.line(&format!("{name} = {text};"));
            }
        }
        let goes = self.statement(&function.body)?;
        let done = self.inlined.pop();
        self.at = at;
        self.uniform = uniform;
        self.known = outer;
        self.narrow = narrow;
        let returns = !matches!(program.types.get(function.result), Type::Void);
        if let Some(Inlined { result, failed, .. }) = done
            && !failed
            && !(returns && goes == Goes::On)
        {
            return Ok(Some(result.unwrap_or(Value::Nothing)));
        }
        self.body.truncate(begin);
        self.variants.truncate(variants);
        self.called.push((callee, known.clone()));
        Ok(None)
    }

    /// The `return` of a function that is being inlined.
    pub(crate) fn return_inlined(&mut self, value: Option<ExprId>) -> Result<()> {
        let depth = self.depth;
        let Some(inlined) = self.inlined.last_mut() else {
            return Ok(());
        };
        if inlined.depth != depth {
            inlined.failed = true;
            return Ok(());
        }
        let Some(id) = value else {
            return Ok(());
        };
        let value = self.value(id)?;
        let result = match (self.pointers.instances[self.at].record, value) {
            (Some(object), record @ Value::Record(_)) => {
                let to = self.object(object);
                let expr = self.program.expr(id);
                self.store(&to, expr.ty, &record, expr.origin)?;
                Value::Record(to)
            }
            (_, value) => self.fixed_value(value),
        };
        if let Some(inlined) = self.inlined.last_mut() {
            inlined.result = Some(result);
        }
        Ok(())
    }
}
