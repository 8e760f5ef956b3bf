//! Spellings as small numbers: equal texts have equal [`Symbol`]s, and keywords have the lowest.

use crate::keyword::{self, SPELLINGS};
use crate::token::Symbol;
use string_interner::StringInterner;
use string_interner::backend::StringBackend;

/// Symbols and their texts.
#[derive(Clone, Debug)]
pub struct Interner {
    symbols: StringInterner<StringBackend<Symbol>>,
}

impl string_interner::Symbol for Symbol {
    fn try_from_usize(index: usize) -> Option<Self> {
        u32::try_from(index).ok().map(Symbol)
    }

    fn to_usize(self) -> usize {
        self.0 as usize
    }
}

impl Default for Interner {
    fn default() -> Self {
        let mut symbols = StringInterner::with_capacity(SPELLINGS.len() * 4);
        for (text, _) in SPELLINGS {
            symbols.get_or_intern_static(text);
        }
        for text in keyword::DIRECTIVE_WORDS {
            symbols.get_or_intern_static(text);
        }
        Interner { symbols }
    }
}

impl Interner {
    /// The symbol of a text, a new one if it has none.
    pub fn intern(&mut self, text: &str) -> Symbol {
        self.symbols.get_or_intern(text)
    }

    /// The symbol of a text, if it has one.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.symbols.get(text)
    }

    /// The text of a symbol of this interner.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.resolve(symbol).unwrap_or_default()
    }

    /// How many symbols there are: their numbers are below this.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// Never true: the keywords are always there.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty()
    }
}
