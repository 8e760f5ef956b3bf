//! `#define` and `#undef`.

use super::engine::{Engine, PpToken};
use super::macros::{Macro, Meaning, Parameters, Piece, What};
use crate::diagnostic::Diagnostic;
use crate::keyword::directive as word;
use crate::source::Origin;
use crate::token::{Punctuator, Symbol, TokenKind};
use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

/// A macro's definition while it is read.
struct Definition<'a> {
    tokens: &'a [PpToken],
    parameters: Option<Parameters>,
    indices: HashMap<Symbol, u32>,
}

impl Engine<'_> {
    /// After `#define`.
    pub(super) fn define(&mut self, directive: Origin) {
        let line = self.rest_of_directive();
        self.define_line(&line, directive, false);
        self.give_list(line);
    }

    /// Defines the macro of a line: name, parameters and body.
    pub(super) fn define_line(&mut self, line: &[PpToken], directive: Origin, predefined: bool) {
        let Some((&name, rest)) = line.split_first() else {
            let error = Diagnostic::error(directive, "`#define` needs a name")
                .help("write `#define NAME value`");
            return self.report(error);
        };
        let Some(symbol) = self.definable(name) else {
            return;
        };
        let mut definition = Definition {
            tokens: rest,
            parameters: None,
            indices: HashMap::new(),
        };
        if let Some(first) = rest.first()
            && first.kind == TokenKind::Punctuator(Punctuator::LeftParen)
            && !first.spaced
            && let Err(error) = self.parameters(&mut definition)
        {
            return self.report(*error);
        }
        match self.body(&mut definition) {
            Ok(body) => {
                let pastes = body
                    .iter()
                    .any(|piece| piece.pasted || matches!(piece.what, What::Stringified(_)));
                let made = Macro {
                    name: symbol,
                    text: self.interner.text(symbol).into(),
                    parameters: definition.parameters,
                    body,
                    pastes,
                    definition: name.origin.spelling,
                    predefined,
                    disabled: Cell::new(false),
                };
                if !predefined {
                    self.defined_by_text.insert(symbol);
                }
                self.enter(made, name.origin);
            }
            Err(error) => self.report(*error),
        }
    }

    fn enter(&mut self, made: Macro, origin: Origin) {
        match self.meaning(made.name) {
            Meaning::Macro(old) if !old.predefined && !made.same_as(old) => {
                let old = Origin::written(old.definition);
                let warning = Diagnostic::warning(
                    origin,
                    format!("macro `{}` is defined again, and differently", made.text),
                )
                .with(old, "first defined here")
                .help("`#undef` it first if this is meant");
                self.report(warning);
            }
            Meaning::Dynamic => {
                let warning = Diagnostic::warning(
                    origin,
                    format!(
                        "`{}` is the language's own macro; now it is redefined",
                        made.text
                    ),
                );
                self.report(warning);
            }
            _ => {}
        }
        let name = made.name;
        self.macros.set(name, Meaning::Macro(Rc::new(made)));
    }

    /// After `#undef`.
    pub(super) fn undef(&mut self, directive: Origin) {
        let line = self.rest_of_directive();
        match line.first() {
            Some(&name) => {
                if let Some(symbol) = self.definable(name) {
                    self.macros.set(symbol, Meaning::Nothing);
                    self.extra_tokens(&line[1..], "undef");
                }
            }
            None => self.report(
                Diagnostic::error(directive, "`#undef` needs a name").help("write `#undef NAME`"),
            ),
        }
        self.give_list(line);
    }

    /// The symbol of a name that may be a macro's; otherwise reports why not.
    pub(super) fn definable(&mut self, name: PpToken) -> Option<Symbol> {
        let error = match name.kind {
            TokenKind::Identifier(word::DEFINED) => {
                Diagnostic::error(name.origin, "`defined` can't be the name of a macro")
            }
            TokenKind::Identifier(symbol) => return Some(symbol),
            _ => {
                let mut text = String::new();
                self.push_spelling(name, &mut text);
                Diagnostic::error(
                    name.origin,
                    format!("`{text}` can't be the name of a macro"),
                )
                .help("a name is made of letters, digits and `_`, and starts with no digit")
            }
        };
        self.report(error);
        None
    }

    /// Reads the parameters up to their `)`.
    fn parameters(&mut self, definition: &mut Definition) -> Result<(), Box<Diagnostic>> {
        let mut names = Vec::new();
        let mut variadic = false;
        let mut at = 1;
        let open = definition.tokens[0];
        let unfinished = |origin| {
            let error = Diagnostic::error(origin, "the parameters of this macro have no `)`")
                .help("write `#define NAME(a, b) value`; with a space before the `(` it belongs to the value");
            Box::new(error)
        };
        loop {
            let Some(&token) = definition.tokens.get(at) else {
                return Err(unfinished(open.origin));
            };
            at += 1;
            let name = match token.kind {
                TokenKind::Punctuator(Punctuator::RightParen) if names.is_empty() => break,
                TokenKind::Punctuator(Punctuator::Ellipsis) => {
                    variadic = true;
                    word::VA_ARGS
                }
                TokenKind::Identifier(name) => name,
                _ => {
                    return Err(Box::new(Diagnostic::error(
                        token.origin,
                        "a macro's parameter must be a name or `...`",
                    )));
                }
            };
            let index = names.len() as u32;
            if definition.indices.insert(name, index).is_some() {
                let text = self.interner.text(name);
                return Err(Box::new(Diagnostic::error(
                    token.origin,
                    format!("this macro has two parameters `{text}`"),
                )));
            }
            names.push(name);
            let mut next = definition.tokens.get(at).copied();
            if !variadic
                && next
                    .is_some_and(|token| token.kind == TokenKind::Punctuator(Punctuator::Ellipsis))
            {
                variadic = true;
                at += 1;
                next = definition.tokens.get(at).copied();
            }
            at += 1;
            match next.map(|token| token.kind) {
                Some(TokenKind::Punctuator(Punctuator::RightParen)) => break,
                Some(TokenKind::Punctuator(Punctuator::Comma)) if !variadic => {}
                _ => return Err(unfinished(next.map_or(open.origin, |token| token.origin))),
            }
        }
        definition.tokens = &definition.tokens[at..];
        definition.parameters = Some(Parameters {
            expanded: vec![false; names.len()],
            names,
            variadic,
        });
        Ok(())
    }

    /// Reads the body, and notes which parameters are to be expanded.
    fn body(&mut self, definition: &mut Definition) -> Result<Vec<Piece>, Box<Diagnostic>> {
        let mut body: Vec<Piece> = Vec::with_capacity(definition.tokens.len());
        let mut pasted = false;
        let mut tokens = definition.tokens.iter().copied();
        while let Some(token) = tokens.next() {
            let mut spelling = token.origin.spelling;
            let what = match token.kind {
                TokenKind::Punctuator(Punctuator::HashHash) => {
                    let Some(last) = body.last_mut().filter(|_| !pasted) else {
                        return Err(misplaced_paste(token.origin));
                    };
                    last.pasted_after = true;
                    pasted = true;
                    continue;
                }
                TokenKind::Punctuator(Punctuator::Hash) if definition.parameters.is_some() => {
                    let parameter = tokens.next();
                    let index = parameter.and_then(|parameter| definition.parameter(parameter));
                    let (Some(parameter), Some(index)) = (parameter, index) else {
                        let error = Diagnostic::error(
                            token.origin,
                            "`#` in this macro is not followed by one of its parameters",
                        )
                        .help("`#x` makes a string of the argument for the parameter `x`");
                        return Err(Box::new(error));
                    };
                    spelling.end = parameter.origin.spelling.end;
                    What::Stringified(index)
                }
                kind => match definition.parameter(token) {
                    Some(index) => What::Parameter(index),
                    None => What::Token(kind),
                },
            };
            body.push(Piece {
                what,
                spaced: token.spaced,
                pasted,
                pasted_after: false,
                spelling,
            });
            pasted = false;
        }
        if let Some(last) = definition.tokens.last().filter(|_| pasted) {
            return Err(misplaced_paste(last.origin));
        }
        if let Some(parameters) = &mut definition.parameters {
            for piece in &body {
                if let What::Parameter(index) = piece.what
                    && !piece.pasted
                    && !piece.pasted_after
                {
                    parameters.expanded[index as usize] = true;
                }
            }
        }
        Ok(body)
    }
}

impl Definition<'_> {
    fn parameter(&self, token: PpToken) -> Option<u32> {
        match token.kind {
            TokenKind::Identifier(name) => self.indices.get(&name).copied(),
            _ => None,
        }
    }
}

fn misplaced_paste(origin: Origin) -> Box<Diagnostic> {
    let error = Diagnostic::error(origin, "`##` stands at an end of the macro's value")
        .help("`##` joins the two tokens beside it into one");
    Box::new(error)
}
