//! Statements.

use super::{Attribute, Declaration, ExprId, Name, StaticAssert, StmtId};
use crate::source::Origin;
use crate::token::Symbol;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Its first token; for `if`, loops and jumps the keyword.
    pub first: Origin,
    /// Its last token.
    pub last: Origin,
}

/// Kinds of statement. `unroll` of a loop is what `#pragma unroll` or
/// `__attribute__((opencl_unroll_hint))` before it asks for: 0 where no number is given.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression.
    Expr(ExprId),
    /// Objects, typedefs, struct definitions.
    Declaration(Box<Declaration>),
    /// `{ ... }`
    Block(Vec<StmtId>),
    /// `if`; an `else if` is an `If` in `otherwise`.
    If {
        /// The condition.
        condition: ExprId,
        /// Taken when it is not zero.
        then: StmtId,
        /// Taken when it is.
        otherwise: Option<StmtId>,
    },
    /// `while`
    While {
        /// The condition.
        condition: ExprId,
        /// The body.
        body: StmtId,
        /// Requested unrolling.
        unroll: Option<u32>,
    },
    /// `do`
    DoWhile {
        /// The body.
        body: StmtId,
        /// The condition.
        condition: ExprId,
        /// Requested unrolling.
        unroll: Option<u32>,
    },
    /// `for`
    For {
        /// What comes before.
        init: ForInit,
        /// The condition.
        condition: Option<ExprId>,
        /// After each round.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
        /// Requested unrolling.
        unroll: Option<u32>,
    },
    /// `switch`
    Switch {
        /// The value.
        value: ExprId,
        /// The body, with its cases inside.
        body: StmtId,
    },
    /// `case value:`, then a statement.
    Case {
        /// The value.
        value: ExprId,
        /// The last value of GNU's `case a ... b:`.
        end: Option<ExprId>,
        /// The labelled statement.
        body: StmtId,
    },
    /// `default:`, then a statement.
    Default(StmtId),
    /// `label:`, then a statement.
    Labelled {
        /// The label.
        label: Name,
        /// The labelled statement.
        body: StmtId,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;` or `return value;`
    Return(Option<ExprId>),
    /// `goto label;`
    Goto(Name),
    /// Attributes other than an unroll hint, then a statement.
    Attributed {
        /// The attributes.
        attributes: Vec<Attribute>,
        /// The statement.
        body: StmtId,
    },
    /// `_Static_assert(condition, "message");`
    StaticAssert(StaticAssert),
    /// `#pragma OPENCL EXTENSION name : enable|disable`
    Extension {
        /// The extension's name, or `all`.
        name: Symbol,
        /// `enable`?
        enable: bool,
    },
    /// `#pragma OPENCL FP_CONTRACT ON|OFF|DEFAULT`
    FpContract(bool),
    /// What was in error and has been reported.
    Error,
}

/// What a `for` starts with.
#[derive(Clone, Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(ExprId),
    /// C99's declaration.
    Declaration(Box<Declaration>),
}
