//! Where the names of a program are declared and used, for tools that show its text: a language server.
//!
//! They are gathered on request ([`crate::compile_with_names`]), also from a program that is rejected: what the
//! checker could read has its names. Macros are not here; their invocations are the expansions of the
//! [`SourceMap`].

use crate::source::{Origin, SourceMap};
use crate::types::{AddressSpace, Qualifiers, TypeId, Types};
use std::sync::Arc;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A parameter of a function.
    Parameter,
    /// An object of a function.
    Local,
    /// An object at program scope, or a `static` one of a function.
    Global,
    /// A kernel.
    Kernel,
    /// Another function.
    Function,
    /// A typedef.
    Typedef,
    /// The tag of a struct.
    Struct,
    /// The tag of a union.
    Union,
    /// The tag of an enum.
    Enum,
    /// An enumerator.
    Enumerator,
    /// A field of a struct or union.
    Field,
    /// A label.
    Label,
    /// A name whose declaration is in error.
    Unknown,
}

/// A declaration of a name.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The name.
    pub name: Arc<str>,
    /// What it stands for.
    pub kind: Kind,
    /// The name where it is declared.
    pub origin: Origin,
    /// The name in the first declaration of the same thing: a function may have several.
    pub entity: Origin,
    /// Its type; of a function, that of its result; of a label, [`TypeId::VOID`].
    pub ty: TypeId,
    /// Qualifiers of the object.
    pub qualifiers: Qualifiers,
    /// Where the object lies; `None` for what is no object.
    pub space: Option<AddressSpace>,
    /// The value of an enumerator.
    pub value: Option<i64>,
    /// First and last token of a function's definition, or of its prototype up to the name.
    pub extent: Option<(Origin, Origin)>,
    /// The first token of the body, where a function is defined.
    pub body: Option<Origin>,
}

/// A use of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Use {
    /// The name where it is used.
    pub origin: Origin,
    /// The name in the first declaration of what it stands for.
    pub entity: Origin,
}

/// A name behind `.` or `->`, whether there is such a field or not.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The name.
    pub name: Origin,
    /// The type of the struct, union or vector; behind `->` of what the pointer points to.
    pub of: TypeId,
}

/// The names of a program.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Files and macro expansions.
    pub sources: SourceMap,
    /// Its types.
    pub types: Types,
    /// All declarations, in the order in which they were checked.
    pub declarations: Vec<Declaration>,
    /// All uses, in the order in which they were checked; a name of a macro's body once for each expansion.
    pub uses: Vec<Use>,
    /// All names behind `.` and `->`.
    pub members: Vec<Member>,
}
