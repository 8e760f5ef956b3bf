//! What identifiers mean at a point of the program, as far as the grammar needs it: C cannot be parsed
//! without knowing which of them name types.

use crate::keyword::TypeWord;
use crate::token::Symbol;

/// What an identifier means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Nothing that the program has said.
    Unknown,
    /// An object, function, parameter or enumerator.
    Ordinary,
    /// A typedef of the program: of a vector? A cast to one reads what follows differently.
    Typedef { vector: bool },
    /// A type that the language names.
    Type(TypeWord),
}

impl Meaning {
    pub(super) fn is_type(self) -> bool {
        matches!(self, Meaning::Typedef { .. } | Meaning::Type(_))
    }
}

/// The identifiers in scope. What a scope declares is undone when it closes.
pub(super) struct Names {
    meanings: Vec<Meaning>,
    undo: Vec<(Symbol, Meaning)>,
    scopes: Vec<usize>,
}

impl Names {
    /// For symbols below `symbols`.
    pub(super) fn new(symbols: usize) -> Self {
        Names {
            meanings: vec![Meaning::Unknown; symbols],
            undo: Vec::new(),
            scopes: Vec::new(),
        }
    }

    /// What the program said about a symbol.
    pub(super) fn get(&self, symbol: Symbol) -> Meaning {
        self.meanings
            .get(symbol.0 as usize)
            .copied()
            .unwrap_or(Meaning::Unknown)
    }

    /// Declares a symbol in the innermost scope.
    pub(super) fn declare(&mut self, symbol: Symbol, meaning: Meaning) {
        if let Some(slot) = self.meanings.get_mut(symbol.0 as usize) {
            if !self.scopes.is_empty() {
                self.undo.push((symbol, *slot));
            }
            *slot = meaning;
        }
    }

    /// Opens a scope.
    pub(super) fn open(&mut self) {
        self.scopes.push(self.undo.len());
    }

    /// Closes the innermost scope.
    pub(super) fn close(&mut self) {
        let mark = self.scopes.pop().unwrap_or(0);
        for (symbol, meaning) in self.undo.drain(mark..).rev() {
            if let Some(slot) = self.meanings.get_mut(symbol.0 as usize) {
                *slot = meaning;
            }
        }
    }

    /// Every typedef in scope.
    pub(super) fn typedefs(&self) -> impl Iterator<Item = Symbol> {
        self.meanings
            .iter()
            .enumerate()
            .filter(|(_, meaning)| matches!(meaning, Meaning::Typedef { .. }))
            .map(|(index, _)| Symbol(index as u32))
    }
}
