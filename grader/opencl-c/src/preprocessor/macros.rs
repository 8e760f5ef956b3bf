//! Macros and the table of them.

use crate::source::Span;
use crate::token::{Symbol, TokenKind};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// A macro as it was defined.
#[derive(Debug)]
pub(super) struct Macro {
    pub(super) name: Symbol,
    /// The name's text, shared with all expansions.
    pub(super) text: Arc<str>,
    /// `None` for an object-like macro.
    pub(super) parameters: Option<Parameters>,
    pub(super) body: Vec<Piece>,
    /// Does the body hold a `##` or `#`, so that it can't be replayed as it stands?
    pub(super) pastes: bool,
    /// The name in its definition.
    pub(super) definition: Span,
    /// Was it defined before the first line of the program?
    pub(super) predefined: bool,
    /// Is its body being rescanned?
    pub(super) disabled: Cell<bool>,
}

/// The parameters of a function-like macro.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parameters {
    pub(super) names: Vec<Symbol>,
    /// Does the last one take all remaining arguments?
    pub(super) variadic: bool,
    /// For each: does it stand in the body other than beside `#` or `##`?
    pub(super) expanded: Vec<bool>,
}

/// One token of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) what: What,
    /// Does space stand before it?
    pub(super) spaced: bool,
    /// Does `##` stand before it?
    pub(super) pasted: bool,
    /// Does `##` stand after it?
    pub(super) pasted_after: bool,
    pub(super) spelling: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Token(TokenKind),
    Parameter(u32),
    /// `#` and the parameter.
    Stringified(u32),
}

impl Macro {
    /// Does the standard allow one in place of the other without `#undef`?
    pub(super) fn same_as(&self, other: &Macro) -> bool {
        self.parameters == other.parameters
            && self.body.len() == other.body.len()
            && self
                .body
                .iter()
                .zip(&other.body)
                .enumerate()
                .all(|(index, (a, b))| {
                    a.what == b.what && a.pasted == b.pasted && (a.spaced == b.spaced || index == 0)
                })
    }
}

/// What a name stands for.
#[derive(Clone, Debug, Default)]
pub(super) enum Meaning {
    #[default]
    Nothing,
    /// `__LINE__` and its like.
    Dynamic,
    Macro(Rc<Macro>),
}

/// The macros that are defined, by symbol.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    meanings: Vec<Meaning>,
}

impl Table {
    #[inline]
    pub(super) fn get(&self, name: Symbol) -> &Meaning {
        self.meanings
            .get(name.0 as usize)
            .unwrap_or(&Meaning::Nothing)
    }

    pub(super) fn is_defined(&self, name: Symbol) -> bool {
        !matches!(self.get(name), Meaning::Nothing)
    }

    pub(super) fn set(&mut self, name: Symbol, meaning: Meaning) {
        let index = name.0 as usize;
        if index >= self.meanings.len() {
            self.meanings.resize_with(index + 1, Meaning::default);
        }
        self.meanings[index] = meaning;
    }
}
