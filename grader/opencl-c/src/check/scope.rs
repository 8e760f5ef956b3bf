//! Names in scope: a table by symbol, and a stack that undoes what a block declared.

use crate::program::{GlobalId, VarId};
use crate::source::Origin;
use crate::token::Symbol;
use crate::types::{AddressSpace, Qualifiers, RecordId, TypeId};

/// A type with what its declaration says besides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declared {
    pub(super) ty: TypeId,
    /// Qualifiers of the object.
    pub(super) qualifiers: Qualifiers,
    /// The address space that was written, if any.
    pub(super) space: Option<AddressSpace>,
    /// The alignment that an attribute asks for, in bytes.
    pub(super) align: Option<u64>,
    /// `size_t` and its like, whose width the host does not know: not for a kernel's arguments.
    pub(super) address_sized: bool,
}

impl Declared {
    /// A type and nothing else.
    pub(super) fn plain(ty: TypeId) -> Self {
        Declared {
            ty,
            qualifiers: Qualifiers::default(),
            space: None,
            align: None,
            address_sized: false,
        }
    }
}

/// What an ordinary name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    /// A parameter or object of the function.
    Variable(VarId),
    /// A program-scope object.
    Global(GlobalId),
    /// Functions of the program that share the name: an index into the checker's sets.
    Functions(u32),
    /// A typedef.
    Typedef(Declared),
    /// An enumerator: bits of its value, and its type.
    Enumerator(u64, TypeId),
    /// A name whose declaration was in error, or that was reported as unknown.
    Error,
}

/// What a tag stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tag {
    /// A struct or union.
    Record(RecordId),
    /// An enum: the type of its objects.
    Enum(TypeId),
}

/// One name in scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binding<T> {
    symbol: Symbol,
    /// What it stands for.
    pub(super) entity: T,
    /// Where it was declared.
    pub(super) origin: Origin,
    shadowed: Option<u32>,
}

/// The open scopes of one name space.
#[derive(Debug)]
pub(super) struct Scopes<T> {
    innermost: Vec<Option<u32>>,
    bindings: Vec<Binding<T>>,
    marks: Vec<usize>,
}

impl<T: Copy> Scopes<T> {
    /// Program scope, for symbols below `symbols`.
    pub(super) fn new(symbols: usize) -> Self {
        Scopes {
            innermost: vec![None; symbols],
            bindings: Vec::new(),
            marks: vec![0],
        }
    }

    /// Opens a scope.
    pub(super) fn enter(&mut self) {
        self.marks.push(self.bindings.len());
    }

    /// Closes the innermost scope.
    pub(super) fn leave(&mut self) {
        let mark = self.marks.pop().unwrap_or_default();
        while self.bindings.len() > mark {
            if let Some(binding) = self.bindings.pop() {
                self.innermost[binding.symbol.0 as usize] = binding.shadowed;
            }
        }
    }

    /// How many scopes are open; 1 at program scope.
    pub(super) fn depth(&self) -> usize {
        self.marks.len()
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, symbol: Symbol, entity: T, origin: Origin) {
        let slot = &mut self.innermost[symbol.0 as usize];
        let shadowed = slot.replace(self.bindings.len() as u32);
        self.bindings.push(Binding {
            symbol,
            entity,
            origin,
            shadowed,
        });
    }

    /// The innermost declaration of a name.
    pub(super) fn find(&self, symbol: Symbol) -> Option<&Binding<T>> {
        let at = (*self.innermost.get(symbol.0 as usize)?)?;
        self.bindings.get(at as usize)
    }

    /// The declaration of a name in the innermost scope.
    pub(super) fn find_here(&self, symbol: Symbol) -> Option<&Binding<T>> {
        let at = (*self.innermost.get(symbol.0 as usize)?)? as usize;
        (at >= *self.marks.last()?).then(|| &self.bindings[at])
    }

    /// Every name in scope, for suggestions.
    pub(super) fn names(&self) -> impl Iterator<Item = Symbol> {
        self.bindings.iter().map(|binding| binding.symbol)
    }
}
