//! The preprocessor: text to the tokens of the program, macros expanded and their history kept.
//!
//! Expansion is iterative. Tokens come from a stack of contexts (bodies being rescanned, arguments being
//! expanded) above a stack of open files, and go to the topmost frame (an argument being expanded, a
//! directive's line) or to the output; so neither nesting of invocations nor of conditionals nor of
//! parentheses deepens the call stack. A macro is disabled while its body is being rescanned, and a
//! name met while its macro is disabled is painted: it is never expanded again.
//!
//! Limits bound the whole run ([`Limits`]): beyond one, there is an error with its place and the run
//! stops.

mod condition;
mod define;
mod directive;
mod dynamic;
mod engine;
mod environment;
mod expand;
mod include;
mod macros;
mod options;
mod paste;
mod pragma;
mod predefined;

pub use environment::{Consulted, Environment};
pub use include::{Include, Included, Includes, NoIncludes, NotIncluded};
pub use launch::Standard;
pub use options::{Limits, Options};

use crate::diagnostic::Diagnostic;
use crate::interner::Interner;
use crate::source::SourceMap;
use crate::token::{Token, TokenKind};

/// What preprocessing gives.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// Files and macro expansions; the main file first.
    pub sources: SourceMap,
    /// The texts of the tokens' symbols.
    pub interner: Interner,
    /// The program. The last token is [`TokenKind::End`], and none is [`TokenKind::Stray`] or `#`:
    /// these have been reported and left out.
    pub tokens: Vec<Token>,
    /// Errors and warnings, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// What the text asked of the place where it is read, each name once.
    pub consulted: Vec<Consulted>,
    /// Was the run cut short by a limit or a missing file? Then `tokens` is no program to look for
    /// further errors in.
    pub stopped: bool,
}

impl Preprocessed {
    /// The spelling of a token, after splices; a pragma's is empty.
    pub fn spelling(&self, token: Token) -> String {
        match token.kind {
            TokenKind::Identifier(symbol)
            | TokenKind::Number(symbol)
            | TokenKind::Character(symbol)
            | TokenKind::String(symbol) => self.interner.text(symbol).to_owned(),
            TokenKind::Punctuator(punctuator) => punctuator.text().to_owned(),
            TokenKind::Stray(stray) => stray.to_string(),
            TokenKind::Pragma(_) | TokenKind::End => String::new(),
        }
    }
}

/// Preprocesses the main file `text`, called `name` in diagnostics; `includes` finds other files.
pub fn preprocess(
    name: &str,
    text: &str,
    options: &Options,
    includes: &mut dyn Includes,
) -> Preprocessed {
    engine::Engine::new(name, text, options, includes).finish()
}

#[cfg(test)]
mod tests;
