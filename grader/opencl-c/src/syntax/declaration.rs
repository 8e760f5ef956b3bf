//! Declarations: specifiers, declarators, records, enums, functions, attributes.

use super::TypeOrExpr;
use super::{EnumSpecifierId, ExprId, InitializerId, RecordSpecifierId, StmtId, TypeNameId};
use crate::source::Origin;
use crate::token::Symbol;
use crate::types::{ImageKind, Scalar};

/// An identifier where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The identifier.
    pub symbol: Symbol,
    /// Where it stands.
    pub origin: Origin,
}

/// `specifiers declarator = initialiser, ...;`
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What stands before the declarators.
    pub specifiers: Specifiers,
    /// Declarators; empty for `struct S { ... };`.
    pub declarators: Vec<InitDeclarator>,
    /// First token.
    pub first: Origin,
    /// Last token, the `;`.
    pub last: Origin,
}

/// A declarator with its initialiser.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// What is declared.
    pub declarator: Declarator,
    /// How it starts.
    pub initializer: Option<InitializerId>,
}

/// A function with its body.
#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    /// What stands before its declarator.
    pub specifiers: Specifiers,
    /// Its declarator: named, and its first derivation is [`Derivation::Function`].
    pub declarator: Declarator,
    /// Its body, a [`super::StmtKind::Block`].
    pub body: StmtId,
    /// First token.
    pub first: Origin,
    /// Last token, the `}`.
    pub last: Origin,
}

/// `_Static_assert(condition, "message");`
#[derive(Clone, Debug)]
pub struct StaticAssert {
    /// What must not be zero.
    pub condition: ExprId,
    /// The string literal, where one is given.
    pub message: Option<ExprId>,
    /// The keyword.
    pub origin: Origin,
}

/// Specifiers of a declaration, in whatever order they were written.
#[derive(Clone, Debug)]
pub struct Specifiers {
    /// `typedef`, `extern`, ...
    pub storage: Option<(Storage, Origin)>,
    /// `inline`
    pub inline: Option<Origin>,
    /// `__kernel`
    pub kernel: Option<Origin>,
    /// The type.
    pub ty: TypeSpecifier,
    /// The token to point at for the type: its name, its tag, or the first of several words.
    pub ty_origin: Origin,
    /// Qualifiers, the address space among them.
    pub qualifiers: QualifierSet,
    /// Attributes before the first declarator.
    pub attributes: Vec<Attribute>,
    /// First token.
    pub first: Origin,
    /// Last token.
    pub last: Origin,
}

/// Storage classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// `typedef`
    Typedef,
    /// `extern`
    Extern,
    /// `static`
    Static,
    /// `auto`, which OpenCL C 1.2 does not have.
    Auto,
    /// `register`, which OpenCL C 1.2 does not have.
    Register,
}

/// A type as it is spelled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TypeSpecifier {
    /// A type that the language names, or several words such as `unsigned int`.
    Builtin(BuiltinType),
    /// A typedef name in scope.
    Typedef(Symbol),
    /// `struct` or `union`.
    Record(RecordSpecifierId),
    /// `enum`
    Enum(EnumSpecifierId),
    /// `__typeof__(x)`
    Typeof(TypeOrExpr),
    /// No type was written: C before C99 took it for `int`. The parser has reported it.
    Missing,
    /// What was in error and has been reported.
    Error,
}

/// Types that the language names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltinType {
    /// `void`
    Void,
    /// A scalar; `size_t` and its like are `ULong` and `Long`.
    Scalar(Scalar),
    /// A vector of 2, 3, 4, 8 or 16.
    Vector(Scalar, u8),
    /// `event_t`
    Event,
    /// `sampler_t`
    Sampler,
    /// An image; of depths?
    Image(ImageKind, bool),
    /// `atomic_int` and its like: its name.
    Atomic(Scalar, Symbol),
    /// `memory_order`, `memory_scope`: its name.
    Order(Symbol),
    /// A type of OpenCL C 2.x such as `queue_t`, or of an extension: its name.
    Unsupported(Symbol),
}

/// The address space as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AddressSpaceName {
    /// `__private`
    Private,
    /// `__local`
    Local,
    /// `__global`
    Global,
    /// `__constant`
    Constant,
    /// `__generic`, of OpenCL C 2.0.
    Generic,
}

/// Access qualifiers of images and pipes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// `__read_only`
    ReadOnly,
    /// `__write_only`
    WriteOnly,
    /// `__read_write`
    ReadWrite,
}

/// Qualifiers, each with the place where it was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QualifierSet {
    /// `const`
    pub constant: Option<Origin>,
    /// `volatile`
    pub volatile: Option<Origin>,
    /// `restrict`
    pub restrict: Option<Origin>,
    /// The address space; a second, different one has been reported by the parser.
    pub space: Option<(AddressSpaceName, Origin)>,
    /// The access qualifier.
    pub access: Option<(Access, Origin)>,
    /// `pipe`, of OpenCL C 2.0.
    pub pipe: Option<Origin>,
    /// `_Atomic`, of C11.
    pub atomic: Option<Origin>,
}

/// A name and what is derived from the type before it. An abstract declarator has no name.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// What is declared.
    pub name: Option<Name>,
    /// From the name outward: `int *a[3]` is an array of pointers, `[Array, Pointer]`; `int (*a)[3]` is
    /// `[Pointer, Array]`.
    pub derivations: Vec<Derivation>,
    /// Attributes inside and after the declarator.
    pub attributes: Vec<Attribute>,
    /// First token; the place where a name would stand if there is none at all.
    pub first: Origin,
    /// Last token.
    pub last: Origin,
}

/// One step of derivation.
#[derive(Clone, Debug)]
pub enum Derivation {
    /// `*`
    Pointer {
        /// Qualifiers after the `*`: of the pointer itself.
        qualifiers: QualifierSet,
        /// `*`
        origin: Origin,
    },
    /// `[size]`
    Array {
        /// The size as it was written.
        size: ArraySize,
        /// Qualifiers inside the brackets of a parameter.
        qualifiers: QualifierSet,
        /// `[`
        origin: Origin,
        /// `]`
        end: Origin,
    },
    /// `(parameters)`
    Function {
        /// Parameters; `(void)` has none.
        parameters: Vec<Parameter>,
        /// `...` at the end?
        variadic: bool,
        /// `()` rather than `(void)`?
        unspecified: bool,
        /// `(`
        origin: Origin,
        /// `)`
        end: Origin,
    },
    /// `^`, a block of OpenCL C 2.0.
    Block {
        /// `^`
        origin: Origin,
    },
}

/// The size of an array declarator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArraySize {
    /// `[]`
    None,
    /// `[size]`
    Expr(ExprId),
    /// `[*]`
    Star,
    /// `[static size]`
    Static(ExprId),
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// What stands before its declarator.
    pub specifiers: Specifiers,
    /// Its declarator; may be abstract.
    pub declarator: Declarator,
}

/// A type name: specifiers and an abstract declarator.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// What stands before its declarator.
    pub specifiers: Specifiers,
    /// Its declarator, without a name.
    pub declarator: Declarator,
    /// First token.
    pub first: Origin,
    /// Last token.
    pub last: Origin,
}

/// `struct` or `union`, with or without its fields.
#[derive(Clone, Debug)]
pub struct RecordSpecifier {
    /// A union rather than a struct?
    pub is_union: bool,
    /// Its tag.
    pub tag: Option<Name>,
    /// Its fields, if they are given here.
    pub fields: Option<Vec<FieldDeclaration>>,
    /// Attributes before or after.
    pub attributes: Vec<Attribute>,
    /// The keyword.
    pub first: Origin,
    /// Last token.
    pub last: Origin,
}

/// `specifiers declarator, ...;` in a struct or union.
#[derive(Clone, Debug)]
pub struct FieldDeclaration {
    /// What stands before the declarators.
    pub specifiers: Specifiers,
    /// Declarators; empty for an anonymous struct or union.
    pub declarators: Vec<FieldDeclarator>,
    /// First token.
    pub first: Origin,
    /// Last token.
    pub last: Origin,
}

/// One field.
#[derive(Clone, Debug)]
pub struct FieldDeclarator {
    /// What is declared.
    pub declarator: Declarator,
    /// The width of a bit-field, which OpenCL C does not have.
    pub bit_width: Option<ExprId>,
}

/// `enum`, with or without its enumerators.
#[derive(Clone, Debug)]
pub struct EnumSpecifier {
    /// Its tag.
    pub tag: Option<Name>,
    /// Its enumerators, if they are given here.
    pub enumerators: Option<Vec<Enumerator>>,
    /// Attributes before or after.
    pub attributes: Vec<Attribute>,
    /// The keyword.
    pub first: Origin,
    /// Last token.
    pub last: Origin,
}

/// `name` or `name = value`.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Option<ExprId>,
}

/// One attribute of `__attribute__((...))`.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// What it is, with its arguments.
    pub kind: AttributeKind,
    /// Its name as written.
    pub name: Symbol,
    /// Its name's place.
    pub origin: Origin,
    /// Its last token.
    pub end: Origin,
}

/// Attributes that mean something here. A wrong number of arguments has been reported by the parser.
#[derive(Clone, Debug)]
pub enum AttributeKind {
    /// `reqd_work_group_size(X, Y, Z)`
    RequiredWorkGroupSize([ExprId; 3]),
    /// `intel_reqd_sub_group_size(N)`.
    RequiredSubGroupSize(ExprId),
    /// `work_group_size_hint(X, Y, Z)`
    WorkGroupSizeHint([ExprId; 3]),
    /// `vec_type_hint(type)`
    VecTypeHint(TypeNameId),
    /// `aligned` or `aligned(N)`
    Aligned(Option<ExprId>),
    /// `packed`
    Packed,
    /// `opencl_unroll_hint` or `opencl_unroll_hint(N)`
    UnrollHint(Option<ExprId>),
    /// `vector_size(N)`, GNU's vectors: bytes.
    VectorSize(ExprId),
    /// `ext_vector_type(N)`, clang's vectors: components.
    ExtVectorType(ExprId),
    /// `overloadable`, clang's overloading of functions.
    Overloadable,
    /// Any other; its arguments were passed over.
    Other,
}
