//! Loops that are unrolled, and functions that are specialised for the numbers that a call passes.
//!
//! Drivers of WebGPU unroll less than OpenCL's compilers, and keep a private array in memory unless each index is a
//! number. So a loop that chooses elements of a private array is unrolled here, as is a short one, and one for which a
//! pragma asks.

use crate::classes::Space;
use crate::constants::{self, Known};
use crate::convert;
use crate::emit::Emit;
use crate::pointers::{Home, children, each_expression};
use crate::refusal::Result;
use crate::statements::Goes;
use crate::value::Atom;
use opencl_c::program::{BinaryOp, Constant, ExprId, ExprKind, Program, Stmt, StmtKind, VarId};
use opencl_c::types::Scalar;

/// Loops of more rounds than this stay loops.
const MOST_ROUNDS: usize = 64;

/// A loop that would be longer than this, in bytes of text, stays a loop.
const LONGEST: usize = 400 << 10;

/// In a function longer than this, in bytes of text, no loop is unrolled.
const ENOUGH: usize = 2 << 20;

/// A loop that is no longer than this once it is unrolled always is.
const SHORT: usize = 8 << 10;

/// Functions of one instance.
const MOST_VARIANTS: usize = 64;

/// A function that a call needs: an instance, and what is known of its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) instance: usize,
    pub(crate) known: Known,
    pub(crate) name: String,
}

/// Is a variable given a value in a statement, elsewhere than where it is declared?
pub(crate) fn changes(program: &Program, stmt: &Stmt, var: VarId) -> bool {
    let mut found = false;
    each_expression(program, stmt, &mut |id| {
        if let ExprKind::Assign { place, .. }
        | ExprKind::CompoundAssign { place, .. }
        | ExprKind::Increment { place, .. } = &program.expr(id).kind
            && let ExprKind::Variable(changed) = program.expr(*place).kind
        {
            found |= changed == var;
        }
    });
    found
}

/// A loop whose variable takes known numbers.
struct Counted {
    var: VarId,
    numbers: Vec<Constant>,
    /// May the loop end before the last of them?
    guarded: bool,
}

impl Emit<'_> {
    /// The function for a call that passes these numbers, by its index in `variants`.
    pub(crate) fn variant(&mut self, instance: usize, known: Known) -> usize {
        let of_instance = |variant: &&Variant| variant.instance == instance;
        let found = |known: &Known| {
            let mut all = self.variants.iter();
            all.position(|variant| {
                variant.instance == instance
                    && (cfg!(not(feature = "inline")) || variant.known == *known)
            })
        };
        if let Some(index) = found(&known) {
            return index;
        }
        let count = self.variants.iter().filter(of_instance).count();
        let known = match count < MOST_VARIANTS {
            true => known,
            false => Known::default(),
        };
        if let Some(index) = found(&known) {
            return index;
        }
        let function = self.pointers.instances[instance].function;
        let name = &self.program.function(function).name;
        let name = match count {
            0 => format!("f{instance}_{name}"),
            count => format!("f{instance}_{count}_{name}"),
        };
        self.variants.push(Variant {
            instance,
            known,
            name,
        });
        self.variants.len() - 1
    }

    /// Unrolls a loop. False, and nothing is written, where it is none of those that are unrolled.
    pub(crate) fn unroll(&mut self, stmt: &Stmt) -> Result<bool> {
        let StmtKind::For {
            body,
            condition: Some(condition),
            unroll,
            ..
        } = &stmt.kind
        else {
            return Ok(false);
        };
        if *unroll == Some(1) {
            return Ok(false);
        }
        if cfg!(not(feature = "inline")) || self.body.len() > ENOUGH || !plain(body, false) {
            return Ok(false);
        }
        let Some(counted) = self.counted(stmt) else {
            return Ok(false);
        };
        let is_asked = unroll.is_some_and(|rounds| {
            let all = counted.numbers.len();
            rounds == 0 || rounds as usize >= all
        });
        let longest = match is_asked || self.chooses(body, counted.var) {
            true => LONGEST,
            false => SHORT,
        };
        let (begin, variants) = (self.body.len(), self.variants.len());
        let (known, narrow) = (self.known.clone(), self.narrow.clone());
        if counted.guarded {
            self.open("loop {");
        }
        for (round, number) in counted.numbers.iter().enumerate() {
            self.known.insert(counted.var, *number);
            self.set(counted.var, *number, stmt)?;
            if counted.guarded {
                self.leave_unless(stmt, *condition)?;
            }
            let goes = self.statement(body)?;
            let written = self.body.len() - begin;
            // The first round tells the length of the others.
            if goes == Goes::Elsewhere || round == 0 && written * counted.numbers.len() > longest {
                self.depth -= usize::from(counted.guarded);
                self.body.truncate(begin);
                self.variants.truncate(variants);
                self.known = known;
                self.narrow = narrow;
                return Ok(false);
            }
        }
        if counted.guarded {
            self.line("break;");
            self.close("}");
        }
        self.known = known;
        Ok(true)
    }

    /// Gives a variable a known number.
    fn set(&mut self, var: VarId, number: Constant, stmt: &Stmt) -> Result<()> {
        let (name, ty) = (self.var_name(var), self.var_ty(var));
        let (Constant::Int(bits), Some(scalar)) = (number, ty.as_scalar()) else {
            return Ok(());
        };
        let texts = match scalar.size() {
            8 => vec![Atom::u32(bits as u32), Atom::u32((bits >> 32) as u32)],
            _ => vec![convert::known(bits as u32, scalar)],
        };
        self.narrow.remove(&var);
        for ((part, register), atom) in self.parts(&name, ty, stmt.origin)?.iter().zip(texts) {
            self.variable(part, register);
            self.line(&format!("{part} = {};", atom.text));
        }
        Ok(())
    }

    /// Does the variable of a loop choose elements of a private array in its body?
    fn chooses(&self, body: &Stmt, var: VarId) -> bool {
        let mut dependent = vec![var];
        loop {
            let before = dependent.len();
            self.add_dependent(body, &mut dependent);
            if dependent.len() == before {
                break;
            }
        }
        let mut found = false;
        let instance = &self.pointers.instances[self.at];
        let is_private = |id: &ExprId| {
            let class = instance.classes.get(id);
            class.is_some_and(|&class| {
                let facts = self.pointers.classes.facts(class);
                facts.spaces.contains(&Space::Private)
            })
        };
        each_expression(self.program, body, &mut |id| {
            if let ExprKind::PointerOffset { .. }
            | ExprKind::Builtin { .. }
            | ExprKind::Call { .. } = &self.program.expr(id).kind
            {
                let mut parts = Vec::new();
                self.program.expr(id).kind.add_operands(&mut parts);
                found |= parts.iter().any(is_private)
                    && parts.iter().any(|&part| self.mentions(part, &dependent));
            }
        });
        found
    }

    /// Adds the variables whose value is made of others of the set.
    fn add_dependent(&self, stmt: &Stmt, dependent: &mut Vec<VarId>) {
        if let StmtKind::Declare {
            var,
            init: Some(init),
        } = &stmt.kind
            && !dependent.contains(var)
            && init
                .entries
                .iter()
                .any(|entry| self.mentions(entry.value, dependent))
        {
            dependent.push(*var);
        }
        for child in children(stmt) {
            self.add_dependent(child, dependent);
        }
    }

    fn mentions(&self, id: ExprId, variables: &[VarId]) -> bool {
        let mut found = false;
        crate::pointers::each_part(self.program, id, &mut |part| {
            if let ExprKind::Variable(var) = &self.program.expr(part).kind {
                found |= variables.contains(var);
            }
        });
        found
    }

    /// The numbers that the variable of a loop takes, if they are known and few.
    fn counted(&self, stmt: &Stmt) -> Option<Counted> {
        let StmtKind::For {
            init,
            condition: Some(condition),
            step: Some(step),
            body,
            ..
        } = &stmt.kind
        else {
            return None;
        };
        let [
            Stmt {
                kind:
                    StmtKind::Declare {
                        var,
                        init: Some(init),
                    },
                ..
            },
        ] = &init[..]
        else {
            return None;
        };
        let program = self.program;
        let ty = self.var_ty(*var);
        if self.home(*var) != Home::Registers
            || changes(program, body, *var)
            || ty.as_scalar().is_none_or(|scalar| scalar == Scalar::Bool)
        {
            return None;
        }
        let [entry] = &init.entries[..] else {
            return None;
        };
        if program.expr(entry.value).ty != ty {
            return None;
        }
        let mut known = self.known.clone();
        let mut number = constants::integer(program, &known, entry.value)?;
        let mut numbers = Vec::new();
        let mut guarded = false;
        loop {
            known.insert(*var, number);
            // Of conditions that must all hold the first one can be enough to count.
            let mut bound = *condition;
            let holds = loop {
                match (
                    constants::integer(program, &known, bound),
                    &program.expr(bound).kind,
                ) {
                    (Some(holds), _) => break holds,
                    (
                        None,
                        ExprKind::ShortCircuit {
                            or: false, left, ..
                        },
                    ) => {
                        guarded = true;
                        bound = *left;
                    }
                    (None, _) => return None,
                }
            };
            match holds {
                Constant::Int(0) => {
                    return Some(Counted {
                        var: *var,
                        numbers,
                        guarded,
                    });
                }
                _ if numbers.len() == MOST_ROUNDS => return None,
                _ => numbers.push(number),
            }
            number = self.stepped(*step, *var, &known)?;
        }
    }

    /// The number behind a known one, by the step of a loop.
    fn stepped(&self, step: ExprId, var: VarId, known: &Known) -> Option<Constant> {
        let program = self.program;
        let is_var = |place: ExprId| match program.expr(place).kind {
            ExprKind::Variable(found) => found == var,
            _ => false,
        };
        let scalar = self.var_ty(var).as_scalar()?;
        let one = Constant::Int(1);
        let now = known.get(var)?;
        match &program.expr(step).kind {
            ExprKind::Discard(inner) => self.stepped(*inner, var, known),
            ExprKind::Increment {
                place, decrement, ..
            } if is_var(*place) => {
                let op = match decrement {
                    true => BinaryOp::Subtract,
                    false => BinaryOp::Add,
                };
                constants::computed(op, scalar, now, one)
            }
            ExprKind::CompoundAssign {
                op,
                place,
                value,
                computed,
            } if is_var(*place) && computed.as_scalar() == Some(scalar) => {
                let by = constants::integer(program, known, *value)?;
                constants::computed(*op, scalar, now, by)
            }
            ExprKind::Assign { place, value } if is_var(*place) => {
                constants::integer(program, known, *value)
            }
            _ => None,
        }
    }
}

/// Does a body neither leave a loop around it nor the function? `within`: it stands in a loop or `switch` of its own.
fn plain(stmt: &Stmt, within: bool) -> bool {
    match &stmt.kind {
        StmtKind::Break => within,
        StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Goto(_)
        | StmtKind::Labelled { .. } => false,
        StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
        | StmtKind::Switch { .. } => children(stmt).into_iter().all(|child| plain(child, true)),
        _ => children(stmt).into_iter().all(|child| plain(child, within)),
    }
}
