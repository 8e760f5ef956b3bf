//! The syntax tree: what the parser hands to the checker. Names are still names, types are still
//! spelled; nothing here has been checked against the rules of the standard but its grammar.
//!
//! Expressions and statements live in arenas and are named by ids, so a tree of any shape is dropped
//! without recursion. The parser bounds its shape: see [`limits`].

mod declaration;
mod expression;
mod statement;

pub use declaration::{
    Access, AddressSpaceName, ArraySize, Attribute, AttributeKind, BuiltinType, Declaration,
    Declarator, Derivation, EnumSpecifier, Enumerator, FieldDeclaration, FieldDeclarator,
    FunctionDefinition, InitDeclarator, Name, Parameter, QualifierSet, RecordSpecifier, Specifiers,
    StaticAssert, Storage, TypeName, TypeSpecifier,
};
pub use expression::{
    BinaryOp, Designator, Expr, ExprKind, FloatSuffix, GenericAssociation, Initializer,
    InitializerItem, InitializerKind, OffsetStep, PostfixOp, TypeOrExpr, UnaryOp,
};
pub use statement::{ForInit, Stmt, StmtKind};

use crate::source::Origin;
use crate::token::Symbol;

/// Bounds on the shape of a tree. Beyond them the parser reports an error with its place, so a reader
/// of the tree may recurse on its structure.
pub mod limits {
    /// Brackets within one another; a statement within another counts for two, a declaration within
    /// another for four.
    pub const NESTING: usize = 256;
    /// Height of an expression's tree; a sum of so many terms is as high.
    pub const HEIGHT: u32 = 600;
    /// `else if`s after one another; labels before one statement.
    pub const CHAIN: usize = 600;
    /// `*`, `[]` and `()` in one declarator.
    pub const DERIVATIONS: usize = 64;
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
    };
}

id!(
    /// An expression of the tree.
    ExprId
);
id!(
    /// A statement of the tree.
    StmtId
);
id!(
    /// A type name: in a cast, `sizeof`, a compound literal.
    TypeNameId
);
id!(
    /// An initialiser, or a part of one in braces.
    InitializerId
);
id!(
    /// A struct or union specifier; each mention has its own.
    RecordSpecifierId
);
id!(
    /// An enum specifier; each mention has its own.
    EnumSpecifierId
);

/// The tree of a whole program.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// What stands at program scope, in order.
    pub items: Vec<Item>,
    /// Expressions, by [`ExprId`]. Operands come before the expressions that have them.
    pub exprs: Vec<Expr>,
    /// Statements, by [`StmtId`]. Parts come before wholes.
    pub stmts: Vec<Stmt>,
    /// Type names, by [`TypeNameId`].
    pub type_names: Vec<TypeName>,
    /// Initialisers, by [`InitializerId`].
    pub initializers: Vec<Initializer>,
    /// Struct and union specifiers, by [`RecordSpecifierId`].
    pub records: Vec<RecordSpecifier>,
    /// Enum specifiers, by [`EnumSpecifierId`].
    pub enums: Vec<EnumSpecifier>,
}

impl Tree {
    /// The expression of an id.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// The statement of an id.
    pub fn stmt(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.0 as usize]
    }

    /// The type name of an id.
    pub fn type_name(&self, id: TypeNameId) -> &TypeName {
        &self.type_names[id.0 as usize]
    }

    /// The initialiser of an id.
    pub fn initializer(&self, id: InitializerId) -> &Initializer {
        &self.initializers[id.0 as usize]
    }

    /// The struct or union specifier of an id.
    pub fn record(&self, id: RecordSpecifierId) -> &RecordSpecifier {
        &self.records[id.0 as usize]
    }

    /// The enum specifier of an id.
    pub fn enumeration(&self, id: EnumSpecifierId) -> &EnumSpecifier {
        &self.enums[id.0 as usize]
    }
}

/// What stands at program scope.
#[derive(Clone, Debug)]
pub enum Item {
    /// A function with its body.
    Function(Box<FunctionDefinition>),
    /// Objects, typedefs, prototypes, struct definitions.
    Declaration(Box<Declaration>),
    /// `_Static_assert(condition, "message");`
    StaticAssert(StaticAssert),
    /// `#pragma OPENCL EXTENSION name : enable|disable`
    Extension {
        /// The extension's name, or `all`.
        name: Symbol,
        /// `enable`?
        enable: bool,
        /// Where.
        origin: Origin,
    },
    /// `#pragma OPENCL FP_CONTRACT ON|OFF|DEFAULT`
    FpContract {
        /// May products and sums be fused?
        on: bool,
        /// Where.
        origin: Origin,
    },
}
