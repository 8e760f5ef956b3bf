//! Where code that is stepped through stops: before each statement and each condition and step of a loop, with the
//! variables that are visible there.

use super::*;
use crate::code::{CallId, Mark, MarkId, SteppedCall, Stepping, Storage, VariableId, Visible};

/// The marks of a kernel as it is being lowered.
pub(super) struct Marks {
    pub(super) stepping: Stepping,
    /// The variable declared last of those that are visible.
    pub(super) newest: Option<VariableId>,
    /// The mark of the statement that is being lowered.
    current: Option<MarkId>,
    call: CallId,
    /// The `}` of the kernel, before which its variables are still there.
    pub(super) end: Origin,
}

/// What is visible and which call it belongs to, outside of a call.
pub(super) struct Outside {
    newest: Option<VariableId>,
    current: Option<MarkId>,
    call: CallId,
}

impl Marks {
    pub(super) fn of(kernel: FunctionId, function: &Function) -> Marks {
        let stepping = Stepping {
            calls: vec![SteppedCall {
                function: kernel,
                caller: None,
            }],
            ..Stepping::default()
        };
        Marks {
            stepping,
            newest: None,
            current: None,
            call: 0,
            end: function.body.end,
        }
    }
}

impl Lowering<'_> {
    /// Marks a place before which the code stops. `scope` is the statement in whose scope it stands: for what a loop
    /// does in each round the loop, and `inside` it.
    pub(super) fn mark(&mut self, (first, last): (Origin, Origin), scope: Origin, inside: bool) {
        let place = self.place_of(first, last);
        let Some(marks) = &mut self.marks else {
            return;
        };
        let id = marks.stepping.marks.len() as MarkId;
        marks.stepping.marks.push(Mark {
            place,
            scope,
            inside,
            call: marks.call,
            newest: marks.newest,
        });
        marks.current = Some(id);
        self.emit(Inst::Mark(id));
    }

    pub(super) fn mark_expression(&mut self, id: ExprId, scope: Origin, inside: bool) {
        let expr = self.program.expr(id);
        self.mark((expr.origin, expr.end), scope, inside);
    }

    /// A variable becomes visible.
    pub(super) fn show(&mut self, var: VarId) {
        let Some(home) = self.activations.last().and_then(|it| it.homes.get(&var)) else {
            return;
        };
        let storage = match home {
            Home::Registers(scalar, regs) => Storage::Registers {
                scalar: *scalar,
                regs: regs.clone(),
                written: regs
                    .iter()
                    .map(|reg| self.flags.get(reg).copied())
                    .collect(),
            },
            Home::Object(object) => Storage::Object(*object),
        };
        let declared = &self.function().vars[var.0 as usize];
        let (name, ty) = (declared.name.to_string(), declared.ty);
        let scalar = self.component(ty);
        let Some(marks) = &mut self.marks else {
            return;
        };
        let before = marks.newest;
        marks.newest = Some(marks.stepping.variables.len() as VariableId);
        marks.stepping.variables.push(Visible {
            var,
            name,
            ty,
            scalar,
            storage,
            before,
        });
    }

    /// The scalar that a value consists of; none for a pointer or a record.
    fn component(&self, ty: TypeId) -> Option<Scalar> {
        match *self.program.types.get(ty) {
            Type::Scalar(scalar) | Type::Vector(scalar, _) => Some(scalar),
            Type::Array { element, .. } => self.component(element),
            _ => None,
        }
    }

    /// The variable declared last of those that are visible, to be given to [`Self::hide`].
    pub(super) fn newest(&self) -> Option<VariableId> {
        self.marks.as_ref().and_then(|marks| marks.newest)
    }

    /// What was declared after `newest` is no longer visible.
    pub(super) fn hide(&mut self, newest: Option<VariableId>) {
        if let Some(marks) = &mut self.marks {
            marks.newest = newest;
        }
    }

    /// A call begins, whose variables alone are visible.
    pub(super) fn enter_call(&mut self, function: FunctionId) -> Option<Outside> {
        let marks = self.marks.as_mut()?;
        let outside = Outside {
            newest: marks.newest.take(),
            current: marks.current,
            call: marks.call,
        };
        marks.call = marks.stepping.calls.len() as CallId;
        marks.stepping.calls.push(SteppedCall {
            function,
            caller: marks.current,
        });
        Some(outside)
    }

    pub(super) fn leave_call(&mut self, outside: Option<Outside>) {
        if let (Some(marks), Some(outside)) = (&mut self.marks, outside) {
            marks.newest = outside.newest;
            marks.current = outside.current;
            marks.call = outside.call;
        }
    }
}
