//! Expressions and initialisers.

use super::{ExprId, InitializerId, Name, StmtId, TypeNameId};
use crate::source::Origin;
use crate::token::Symbol;
use crate::types::Scalar;
use std::sync::Arc;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its first token.
    pub first: Origin,
    /// Its last token.
    pub last: Origin,
    /// The token to point at: the operator, `?`, `(` of a call, `[`, the name after `.`, a name itself.
    pub at: Origin,
}

/// Kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer constant of the type its value and suffix give it (C99 6.4.4.1): int, uint, long or
    /// ulong; `true` and `false` are of type bool. Bits, zero-extended.
    Integer {
        /// Its value.
        value: u64,
        /// Its type.
        ty: Scalar,
    },
    /// A floating constant, rounded to the type its suffix names.
    Floating {
        /// Its value.
        value: f64,
        /// Its suffix; without one it is a `double` where there are doubles, else a `float`.
        suffix: FloatSuffix,
    },
    /// A character constant, an `int`.
    Character(i32),
    /// String literals joined, escapes resolved, without the final NUL.
    String(Arc<[u8]>),
    /// An identifier that names no type.
    Name(Symbol),
    /// `(x)`
    Paren(ExprId),
    /// A prefix operator.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// Its operand.
        operand: ExprId,
    },
    /// `x++` or `x--`.
    Postfix {
        /// The operator.
        op: PostfixOp,
        /// Its operand.
        operand: ExprId,
    },
    /// A binary operator, `,`, `&&` and `||` among them.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `=` (`None`) or `op=`.
    Assign {
        /// The operator before `=`.
        op: Option<BinaryOp>,
        /// Left operand.
        left: ExprId,
        /// Right operand.
        right: ExprId,
    },
    /// `condition ? then : otherwise`
    Conditional {
        /// The condition.
        condition: ExprId,
        /// Absent in GNU's `a ?: b`, which means `a ? a : b` with `a` evaluated once.
        then: Option<ExprId>,
        /// The other value.
        otherwise: ExprId,
    },
    /// `(type)operand`
    Cast {
        /// The type.
        ty: TypeNameId,
        /// What is cast.
        operand: ExprId,
    },
    /// `(type)(a, b, ...)`, nothing after its last parenthesis: a vector literal where the type is a
    /// vector, else a cast of a comma expression. A single element in parentheses comes here too.
    CastList {
        /// The type.
        ty: TypeNameId,
        /// What stands between the parentheses; never empty.
        elements: Vec<ExprId>,
    },
    /// `(type){ ... }`
    CompoundLiteral {
        /// The type.
        ty: TypeNameId,
        /// Its initialiser, in braces.
        initializer: InitializerId,
    },
    /// `callee(arguments)`
    Call {
        /// What is called: for every program of OpenCL C 1.2 a name, perhaps in parentheses.
        callee: ExprId,
        /// Arguments.
        arguments: Vec<ExprId>,
    },
    /// `base[index]`
    Index {
        /// Before the bracket.
        base: ExprId,
        /// Inside.
        index: ExprId,
    },
    /// `base.name` or `base->name`: a field, or components of a vector.
    Member {
        /// Before the dot or arrow.
        base: ExprId,
        /// After it.
        name: Name,
        /// `->`?
        arrow: bool,
    },
    /// `sizeof`.
    Sizeof(TypeOrExpr),
    /// `__alignof__`, `_Alignof`.
    Alignof(TypeOrExpr),
    /// `vec_step`.
    VecStep(TypeOrExpr),
    /// `__builtin_offsetof(type, path)`, `offsetof`.
    Offsetof {
        /// The type.
        ty: TypeNameId,
        /// Field names and indices; the first is a field.
        path: Vec<OffsetStep>,
    },
    /// `__builtin_astype(value, type)`: `as_type(value)` for any type.
    AsType {
        /// The value.
        value: ExprId,
        /// The type.
        ty: TypeNameId,
    },
    /// `__builtin_convertvector(value, type)`.
    ConvertVector {
        /// The value.
        value: ExprId,
        /// The type.
        ty: TypeNameId,
    },
    /// C11's `_Generic(control, type: value, default: value)`, which clang takes as an extension.
    Generic {
        /// Its type chooses.
        control: ExprId,
        /// Choices.
        associations: Vec<GenericAssociation>,
    },
    /// GNU's `({ ... })`: the value of the block's last statement. A [`super::StmtKind::Block`].
    StatementExpr(StmtId),
    /// What was in error and has been reported.
    Error,
}

/// What `sizeof` and its like are applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypeOrExpr {
    /// `sizeof(type)`
    Type(TypeNameId),
    /// `sizeof x`
    Expr(ExprId),
}

/// One step of an `offsetof` path.
#[derive(Clone, Copy, Debug)]
pub enum OffsetStep {
    /// `.name`
    Field(Name),
    /// `[index]`
    Index(ExprId),
}

/// One choice of a `_Generic`.
#[derive(Clone, Copy, Debug)]
pub struct GenericAssociation {
    /// The type; `None` for `default`.
    pub ty: Option<TypeNameId>,
    /// The value.
    pub value: ExprId,
}

/// Suffix of a floating constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatSuffix {
    /// None: `double`.
    None,
    /// `f` or `F`: `float`.
    Float,
    /// `h` or `H`: `half`.
    Half,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~`
    Complement,
    /// `!`
    Not,
    /// `*`
    Deref,
    /// `&`
    AddressOf,
    /// `++`
    Increment,
    /// `--`
    Decrement,
}

/// Postfix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PostfixOp {
    /// `++`
    Increment,
    /// `--`
    Decrement,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `&&`
    LogicalAnd,
    /// `||`
    LogicalOr,
    /// `,`
    Comma,
}

impl BinaryOp {
    /// Its spelling.
    pub const fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Remainder => "%",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::LogicalAnd => "&&",
            BinaryOp::LogicalOr => "||",
            BinaryOp::Comma => ",",
        }
    }
}

/// An initialiser.
#[derive(Clone, Debug)]
pub struct Initializer {
    /// An expression or a list in braces.
    pub kind: InitializerKind,
    /// Its first token.
    pub first: Origin,
    /// Its last token.
    pub last: Origin,
}

/// Kinds of initialiser.
#[derive(Clone, Debug)]
pub enum InitializerKind {
    /// An assignment expression.
    Expr(ExprId),
    /// `{ ... }`; may be empty, which clang takes as an extension.
    List(Vec<InitializerItem>),
}

/// One entry of a list in braces.
#[derive(Clone, Debug)]
pub struct InitializerItem {
    /// `.a.b[3] =`; empty for the next in order.
    pub designators: Vec<Designator>,
    /// Its value.
    pub value: InitializerId,
}

/// One step of a designation.
#[derive(Clone, Copy, Debug)]
pub enum Designator {
    /// `.name`, or the old `name:`.
    Field(Name),
    /// `[index]`, or GNU's `[index ... end]`.
    Index {
        /// The first index.
        index: ExprId,
        /// The last index of a range.
        end: Option<ExprId>,
        /// `[`
        origin: Origin,
    },
}
