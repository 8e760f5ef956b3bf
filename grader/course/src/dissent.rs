//! A device that alone differs.
//!
//! The simulator's word on a case is a proof where it analysed everything: it executed each statement as
//! the language defines it, saw no undefined read, no race and no access outside a buffer, and the outputs
//! are right. A device that leaves other values in memory in such a case is at fault, unless the program
//! leaves the device a choice. So the device's word stands where
//!
//! - the text asks where it is read (`__POCL__`), for then the simulator ran another program;
//! - it uses what the language leaves open (`native_sin`, the order of atomic operations, an address as a
//!   number), and the device gives the same with its compiler's optimisation off;
//! - it crashes or does not end, and does so with the optimisation off as well, for what a kernel may
//!   take of a device the simulator does not prove.
//!
//! Everywhere else nobody is failed for it: the stage says what the device gave.

use crate::engine::{Outcome, Ran};
use crate::failure::Failure;
use crate::report::{Counterexample, Verdict};
use launch::{Launch, Place, Source};
use opencl_c::program::{ExprKind, Program, Stmt, StmtKind};
use opencl_c::types::{Type, TypeId};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// What a device gave that alone differs from what the simulator has proven.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dissent {
    /// What its result would come to.
    pub verdict: Verdict,
    /// The smallest case that shows it.
    pub counterexample: Option<Counterexample>,
    /// What the same device gives with its compiler's optimisation off.
    pub unoptimised: SecondOpinion,
    /// Is the fault the device's, so that the kernel passes all the same?
    pub excused: bool,
    /// The folder in which the case is kept for the device's vendor; absent where it is kept nowhere.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub kept: Option<String>,
}

/// What a second run of the same cases gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SecondOpinion {
    /// Every case comes out right.
    Right,
    /// A case fails there as well.
    Wrong,
    /// Nobody could be asked.
    Absent,
}

/// A name by which the text asks where it is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LooksAt {
    /// The name.
    pub name: String,
    /// Where it stands first.
    pub place: Place,
}

/// A case in which a device alone differs, whole.
#[derive(Debug)]
pub struct Evidence<'a> {
    /// The device.
    pub device: &'a str,
    /// What its result would come to.
    pub verdict: &'a Verdict,
    /// The program.
    pub source: &'a Source,
    /// The launch.
    pub launch: &'a Launch,
    /// The memory as the simulator leaves it.
    pub expected: &'a Ran,
    /// What the device does.
    pub got: &'a Outcome,
}

/// What an engine that sees everything has shown of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proof {
    /// Does the text ask where it is read?
    pub(crate) looks: bool,
    /// Does it use what the language leaves open?
    pub(crate) open: bool,
}

impl Proof {
    /// Is a device that fails like this at fault, rather than the program?
    pub(crate) fn excuses(self, failure: &Failure, second: SecondOpinion) -> bool {
        let is_backed = second == SecondOpinion::Right;
        match failure {
            _ if self.looks => false,
            Failure::Memory(_) => is_backed || !self.open,
            Failure::Other(Outcome::Crashed { .. } | Outcome::OutOfTime { .. }) => is_backed,
            Failure::Other(_) | Failure::Mistake { .. } => false,
        }
    }
}

/// Does the program use what the language leaves to the device: functions of open accuracy, the value of
/// an atomic operation, an address as a number, memory as another type?
pub(crate) fn leaves_open(program: &Program) -> bool {
    let mut dropped = HashSet::new();
    for function in &program.functions {
        add_dropped(&function.body, &mut dropped);
    }
    let mut each = program.exprs.iter().enumerate();
    each.any(|(index, expr)| match &expr.kind {
        ExprKind::Builtin { builtin, .. } => {
            let name = builtin.name.text();
            let is_atomic = name.starts_with("atom");
            name.starts_with("native_")
                || name.starts_with("half_")
                || is_atomic && !dropped.contains(&index)
        }
        ExprKind::PointerCast(inner) => {
            pointee(program, expr.ty) != pointee(program, program.expr(*inner).ty)
        }
        _ => false,
    })
}

fn pointee(program: &Program, ty: TypeId) -> Option<TypeId> {
    let (pointee, ..) = program.types.as_pointer(ty)?;
    Some(match program.types.get(pointee) {
        Type::Array { element, .. } => *element,
        _ => pointee,
    })
}

/// The expressions whose value is thrown away.
fn add_dropped(stmt: &Stmt, dropped: &mut HashSet<usize>) {
    match &stmt.kind {
        StmtKind::Expr(value) => {
            dropped.insert(value.0 as usize);
        }
        StmtKind::Block(inner) => inner.iter().for_each(|inner| add_dropped(inner, dropped)),
        StmtKind::If {
            then, otherwise, ..
        } => {
            add_dropped(then, dropped);
            if let Some(otherwise) = otherwise {
                add_dropped(otherwise, dropped);
            }
        }
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Labelled { body, .. } => add_dropped(body, dropped),
        _ => {}
    }
}
