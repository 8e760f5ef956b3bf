//! The checked program: every name resolved, every implicit conversion explicit, every type known,
//! every node with its origin. An arena of expressions, functions over it.
//!
//! Two kinds of expression are kept apart. A *place* denotes an object in memory (C's lvalue); a
//! *value* is what an operator works on. [`ExprKind::Load`] is the only way from a place to its
//! value, [`ExprKind::Decay`] and [`ExprKind::AddressOf`] the only ways to its address. In the doc of
//! each kind below, "place" and "value" say what an operand must be.

use crate::builtin::Builtin;
use crate::preprocessor::Consulted;
use crate::source::{Origin, SourceMap};
use crate::types::{AddressSpace, Qualifiers, Rounding, Scalar, TypeId, Types};
use std::sync::Arc;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    };
}

id!(
    /// An expression of the program's arena.
    ExprId
);
id!(
    /// A function.
    FunctionId
);
id!(
    /// A program-scope `__constant` object.
    GlobalId
);
id!(
    /// A parameter or a local object of one function, whatever its address space.
    VarId
);
id!(
    /// A label of one function.
    LabelId
);

/// A program without errors.
#[derive(Clone, Debug)]
pub struct Program {
    /// Files and macro expansions.
    pub sources: SourceMap,
    /// Its types.
    pub types: Types,
    /// Its expressions.
    pub exprs: Vec<Expr>,
    /// Its functions, kernels among them. Prototypes without a body are not callable and not here, nor
    /// are functions that call one, which no kernel reaches.
    pub functions: Vec<Function>,
    /// Program-scope `__constant` objects.
    pub globals: Vec<Global>,
    /// What the text asked of the place where it is read, each name once.
    pub consulted: Vec<Consulted>,
}

impl Program {
    /// The expression of an id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// The function of an id.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.0 as usize]
    }

    /// The kernels, in order.
    pub fn kernels(&self) -> impl Iterator<Item = (FunctionId, &Function)> {
        self.functions
            .iter()
            .enumerate()
            .filter(|(_, function)| function.kernel.is_some())
            .map(|(index, function)| (FunctionId(index as u32), function))
    }
}

/// An object at program scope: a `__constant` table or scalar, or from OpenCL C 2.0 on an object in global
/// memory, which keeps what kernels write; a `static` object of a function too.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: TypeId,
    /// Where it lies: in constant or in global memory.
    pub space: AddressSpace,
    /// Its initialiser, of constant values only.
    pub init: Initializer,
    /// Its declared name.
    pub origin: Origin,
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Arc<str>,
    /// Its result; `void` for kernels.
    pub result: TypeId,
    /// Number of parameters: the first this many of `vars`.
    pub parameters: usize,
    /// Parameters, then every object of the body, also those without a name.
    pub vars: Vec<Var>,
    /// Its labels.
    pub labels: Vec<Label>,
    /// Its body.
    pub body: Stmt,
    /// Set for kernels.
    pub kernel: Option<KernelAttributes>,
    /// Its declared name.
    pub origin: Origin,
}

/// Attributes of a kernel (OpenCL C 1.2, 6.7.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelAttributes {
    /// `reqd_work_group_size(X, Y, Z)`.
    pub required_work_group_size: Option<[u64; 3]>,
    /// `work_group_size_hint(X, Y, Z)`.
    pub work_group_size_hint: Option<[u64; 3]>,
    /// `intel_reqd_sub_group_size(N)`, of the extension `cl_intel_required_subgroup_size`.
    pub required_sub_group_size: Option<u64>,
}

/// A parameter or an object declared in a function.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name; empty for a compound literal, the value of a block, or an unnamed parameter.
    pub name: Arc<str>,
    /// Its type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub qualifiers: Qualifiers,
    /// Where it lies: private, local, or constant (a `__constant` object in kernel scope).
    pub space: AddressSpace,
    /// Its declared name.
    pub origin: Origin,
}

/// A label that `goto` may name.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: Arc<str>,
    /// Where it stands.
    pub origin: Origin,
}

/// How an object starts.
#[derive(Clone, Debug, Default)]
pub struct Initializer {
    /// Bytes that no entry names are zero. False only for an initialiser that names the whole object.
    pub zero_rest: bool,
    /// Values and where in the object they go, in order of evaluation; a later one overwrites.
    pub entries: Vec<InitEntry>,
}

/// One value of an initialiser.
#[derive(Clone, Debug)]
pub struct InitEntry {
    /// Offset in bytes from the start of the object.
    pub offset: u64,
    /// A value; its type says how many bytes are stored. A string literal fills a char array.
    pub value: ExprId,
}

/// A statement with its origin.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Its first token; for `if` and loops the keyword.
    pub origin: Origin,
    /// Its last token, so that a tool can show its extent.
    pub end: Origin,
}

/// Kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// A value evaluated for its effects.
    Expr(ExprId),
    /// An object comes into being; without initialiser its bytes are indeterminate. A `__local`
    /// object has none: one for the work-group, whatever the scope.
    Declare {
        /// The object.
        var: VarId,
        /// How it starts.
        init: Option<Initializer>,
    },
    /// Statements in order.
    Block(Vec<Stmt>),
    /// `if`; the condition is a scalar value, compared with zero.
    If {
        /// The condition.
        condition: ExprId,
        /// Taken when it is not zero.
        then: Box<Stmt>,
        /// Taken when it is.
        otherwise: Option<Box<Stmt>>,
    },
    /// `while`.
    While {
        /// The condition.
        condition: ExprId,
        /// The body.
        body: Box<Stmt>,
        /// Requested by `#pragma unroll` or an attribute: `Some(0)` for no number given.
        unroll: Option<u32>,
    },
    /// `do`.
    DoWhile {
        /// The body.
        body: Box<Stmt>,
        /// The condition.
        condition: ExprId,
        /// Requested unrolling.
        unroll: Option<u32>,
    },
    /// `for`; declarations stand in `init`, in order.
    For {
        /// Declarations or one expression statement; may be empty.
        init: Vec<Stmt>,
        /// The condition; endless where absent.
        condition: Option<ExprId>,
        /// Evaluated after each round.
        step: Option<ExprId>,
        /// The body.
        body: Box<Stmt>,
        /// Requested unrolling.
        unroll: Option<u32>,
    },
    /// `switch` over an integer value that was promoted; its cases stand inside `body`.
    Switch {
        /// The value.
        value: ExprId,
        /// The body, with [`StmtKind::Case`] marks inside.
        body: Box<Stmt>,
    },
    /// `case V:` (converted to the type of the switch value) or `default:`, then a statement.
    Case {
        /// Bits of the value, sign-extended to 64 bits; `None` for `default`.
        value: Option<i64>,
        /// The labelled statement.
        body: Box<Stmt>,
    },
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`, with a value of the function's result type.
    Return(Option<ExprId>),
    /// `goto`.
    Goto(LabelId),
    /// A label, then a statement.
    Labelled {
        /// The label.
        label: LabelId,
        /// The labelled statement.
        body: Box<Stmt>,
    },
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type. For a place, that of the object.
    pub ty: TypeId,
    /// Its first token.
    pub origin: Origin,
    /// Its last token.
    pub end: Origin,
    /// The token to point at: the operator of a binary expression, the name of a call, `[`.
    pub at: Origin,
}

/// A constant scalar, as bits: integers sign- or zero-extended to 64 by their type, `float` and
/// `half` as the `f64` they equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// An integer or `bool`.
    Int(u64),
    /// A floating number.
    Float(f64),
}

/// The lanes of a swizzle: lane `i` of the result is component `lanes()[i]` of the base. A lane
/// beyond the components of a three-component base (from `.odd`, `.hi`) is indeterminate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lanes {
    count: u8,
    lanes: [u8; 16],
}

impl Lanes {
    /// At most 16 lanes, each below 16.
    pub fn new(lanes: &[u8]) -> Option<Self> {
        let mut all = [0; 16];
        all.get_mut(..lanes.len())?.copy_from_slice(lanes);
        lanes.iter().all(|&lane| lane < 16).then_some(Lanes {
            count: lanes.len() as u8,
            lanes: all,
        })
    }

    /// The component each lane takes.
    pub fn lanes(&self) -> &[u8] {
        &self.lanes[..self.count as usize]
    }
}

/// Unary operators on values. The operand has the result's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `~`
    Complement,
    /// `!`: `int` 0 or 1 from a scalar or a pointer; 0 or -1 in each component from a vector, as the
    /// signed integer vector of the same size (6.3.h). The operand keeps its own type.
    Not,
}

/// Binary operators on values.
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
    /// `<<`; the amount is taken modulo the width of the left operand (6.3.j).
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
        }
    }

    /// Is the result a truth value?
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
                | BinaryOp::Equal
                | BinaryOp::NotEqual
        )
    }
}

/// Kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    // Values.
    /// A scalar constant of the expression's type: literals, enumerators, `sizeof`. Of type `event_t`
    /// it is 0, no event.
    Constant(Constant),
    /// A null pointer constant of the expression's pointer type.
    NullPointer,
    /// A string literal, without the final NUL: `printf`'s format or `%s`, or a `__constant` table.
    /// A place: an array of `char` in constant memory.
    String(Arc<[u8]>),
    /// The value of a place. The place's type is the expression's.
    Load(ExprId),
    /// The address of the first element of a place of array type.
    Decay(ExprId),
    /// The address of a place (`&`).
    AddressOf(ExprId),
    /// A scalar or vector value converted to the expression's type, same width, component by
    /// component. To `bool`: 0 or 1. Implicit conversions, casts and `convert_*` alike.
    Convert {
        /// The value.
        value: ExprId,
        /// `_sat`.
        saturate: bool,
        /// `_rte` and so on; `None` for the default (to integers toward zero, else to nearest even).
        rounding: Option<Rounding>,
        /// Written by the program rather than implied?
        explicit: bool,
    },
    /// A scalar of the component type in every component of the expression's vector type.
    Splat(ExprId),
    /// The bits of a value as another type of the same size: `as_*`. Three-component vectors count as
    /// four.
    Reinterpret(ExprId),
    /// A pointer as another pointer type of the same address space, or as an integer or from one.
    PointerCast(ExprId),
    /// A value thrown away: a cast to `void`.
    Discard(ExprId),
    /// A unary operator.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The value.
        value: ExprId,
    },
    /// A binary operator on values of one arithmetic type, scalar or vector (the right of a shift may
    /// have another integer type of the same width), or a comparison of two pointers. A comparison
    /// gives `int` 0 or 1 from scalars, 0 or -1 in each component from vectors (6.3.d, e).
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left value.
        left: ExprId,
        /// Right value.
        right: ExprId,
    },
    /// `&&` or `||` of scalars: `int`, the right only evaluated where the left asks.
    ShortCircuit {
        /// `||` rather than `&&`?
        or: bool,
        /// Left value.
        left: ExprId,
        /// Right value.
        right: ExprId,
    },
    /// `&&` or `||` of vectors: 0 or -1 in each component, both sides evaluated.
    VectorLogical {
        /// `||` rather than `&&`?
        or: bool,
        /// Left value.
        left: ExprId,
        /// Right value.
        right: ExprId,
    },
    /// `?:` with a scalar condition: one side is evaluated.
    Conditional {
        /// The condition.
        condition: ExprId,
        /// Value where it is not zero.
        then: ExprId,
        /// Value where it is.
        otherwise: ExprId,
    },
    /// `?:` with a vector condition: both sides evaluated, chosen by each component's top bit (6.3.i).
    VectorConditional {
        /// The condition, an integer vector.
        condition: ExprId,
        /// Components where the top bit is set.
        then: ExprId,
        /// Components where it is not.
        otherwise: ExprId,
    },
    /// A pointer moved by a number of elements: `p + i`, `p - i`, and under [`ExprKind::Deref`] `p[i]`.
    PointerOffset {
        /// The pointer.
        pointer: ExprId,
        /// The number of elements, of its own integer type.
        index: ExprId,
        /// `p - i`?
        subtract: bool,
    },
    /// `p - q` in elements, a `long`.
    PointerDifference {
        /// Left pointer.
        left: ExprId,
        /// Right pointer.
        right: ExprId,
    },
    /// `=`: stores the value; gives the value stored. The value has the place's type.
    Assign {
        /// The place: an object or a swizzle of distinct lanes.
        place: ExprId,
        /// The value.
        value: ExprId,
    },
    /// `op=`: the place is evaluated once, loaded, converted to `computed`, combined with `value`,
    /// converted back and stored. For a pointer, `value` is a number of elements (`Add`, `Subtract`).
    CompoundAssign {
        /// The operator.
        op: BinaryOp,
        /// The place.
        place: ExprId,
        /// The right value: of type `computed`, a shift's amount of its own type.
        value: ExprId,
        /// The type the operator works in.
        computed: TypeId,
    },
    /// `++` and `--` on an integer, floating, vector or pointer place.
    Increment {
        /// The place.
        place: ExprId,
        /// `--`?
        decrement: bool,
        /// `x++`, which gives the old value?
        postfix: bool,
    },
    /// `left, right`.
    Comma {
        /// Evaluated, thrown away.
        left: ExprId,
        /// The value.
        right: ExprId,
    },
    /// A call of a function of the program, arguments converted to its parameters.
    Call {
        /// The function.
        function: FunctionId,
        /// Values.
        arguments: Vec<ExprId>,
    },
    /// A call of a built-in function, arguments converted to the overload that was chosen.
    Builtin {
        /// Which.
        builtin: Builtin,
        /// Values.
        arguments: Vec<ExprId>,
    },
    /// `(float4)(a, b, c)`: parts are scalars and vectors of the component type, in order.
    VectorLiteral(Vec<ExprId>),

    // Places.
    /// A parameter or object of the function.
    Variable(VarId),
    /// A program-scope object.
    Global(GlobalId),
    /// What a pointer value points to.
    Deref(ExprId),
    /// A field of a struct or union: a place if its base is one, else a value.
    Member {
        /// The base.
        base: ExprId,
        /// Index into the record's fields.
        field: u32,
    },
    /// Components of a vector: a place if its base is one, else a value. One lane gives a scalar.
    Swizzle {
        /// The base.
        base: ExprId,
        /// Which components.
        lanes: Lanes,
    },
    /// A compound literal: the unnamed object `var`, initialised each time it is reached.
    CompoundLiteral {
        /// The object.
        var: VarId,
        /// How it starts.
        init: Initializer,
    },
}

impl ExprKind {
    /// Appends the operands of an expression, in the order of the text: without a list for each.
    pub fn add_operands(&self, to: &mut Vec<ExprId>) {
        match self {
            ExprKind::Constant(_)
            | ExprKind::NullPointer
            | ExprKind::String(_)
            | ExprKind::Variable(_)
            | ExprKind::Global(_) => {}
            ExprKind::Load(one)
            | ExprKind::Decay(one)
            | ExprKind::AddressOf(one)
            | ExprKind::Convert { value: one, .. }
            | ExprKind::Splat(one)
            | ExprKind::Reinterpret(one)
            | ExprKind::PointerCast(one)
            | ExprKind::Discard(one)
            | ExprKind::Unary { value: one, .. }
            | ExprKind::Increment { place: one, .. }
            | ExprKind::Deref(one)
            | ExprKind::Member { base: one, .. }
            | ExprKind::Swizzle { base: one, .. } => to.push(*one),
            ExprKind::Binary { left, right, .. }
            | ExprKind::ShortCircuit { left, right, .. }
            | ExprKind::VectorLogical { left, right, .. }
            | ExprKind::PointerDifference { left, right }
            | ExprKind::Comma { left, right } => to.extend([*left, *right]),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            }
            | ExprKind::VectorConditional {
                condition,
                then,
                otherwise,
            } => to.extend([*condition, *then, *otherwise]),
            ExprKind::PointerOffset { pointer, index, .. } => to.extend([*pointer, *index]),
            ExprKind::Assign { place, value } | ExprKind::CompoundAssign { place, value, .. } => {
                to.extend([*place, *value]);
            }
            ExprKind::Call { arguments, .. } | ExprKind::Builtin { arguments, .. } => {
                to.extend(arguments);
            }
            ExprKind::VectorLiteral(parts) => to.extend(parts),
            ExprKind::CompoundLiteral { init, .. } => {
                to.extend(init.entries.iter().map(|entry| entry.value));
            }
        }
    }
}

/// The scalar a constant's type stores, for readers of [`ExprKind::Constant`].
pub fn component(types: &Types, ty: TypeId) -> Option<Scalar> {
    match types.get(ty) {
        crate::types::Type::Scalar(scalar) | crate::types::Type::Vector(scalar, _) => Some(*scalar),
        _ => None,
    }
}
