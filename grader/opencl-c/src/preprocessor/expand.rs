//! Expansion of one macro: arguments are gathered, expanded, and put in place of parameters.

use super::engine::{Engine, PpToken, Raw};
use super::macros::{Macro, Meaning, Parameters, Piece, What};
use crate::diagnostic::Diagnostic;
use crate::keyword::directive as word;
use crate::source::{ExpansionId, Origin, Span};
use crate::token::{Punctuator, Symbol, TokenKind};
use std::ops::Range;
use std::rc::Rc;

/// An invocation of a function-like macro while its arguments are expanded.
#[derive(Debug)]
pub(super) struct Invocation {
    owner: Rc<Macro>,
    name: PpToken,
    expansion: ExpansionId,
    arguments: Vec<PpToken>,
    /// Of each argument, in `arguments`.
    ranges: Vec<Range<usize>>,
    /// Was nothing given, not even nothing after a comma, for `...`?
    without_variadic: bool,
    expanded: Vec<PpToken>,
    /// Of each argument, in `expanded`; `None` where it is the same as unexpanded.
    expanded_ranges: Vec<Option<Range<usize>>>,
}

impl Engine<'_> {
    /// A name that is not painted: expands it if it is a macro's.
    #[inline]
    pub(super) fn identifier(&mut self, token: PpToken, name: Symbol) {
        match self.meaning(name) {
            Meaning::Nothing => {
                if self.in_condition && name == word::DEFINED {
                    self.defined(token);
                } else {
                    if self.in_condition {
                        self.consult(name, token.origin);
                    }
                    self.write(token);
                }
            }
            Meaning::Dynamic => self.dynamic(token, name),
            Meaning::Macro(owner) => {
                if owner.disabled.get() {
                    return self.write(PpToken {
                        painted: true,
                        ..token
                    });
                }
                let owner = owner.clone();
                if owner.predefined {
                    self.consult(name, token.origin);
                }
                if owner.parameters.is_none() {
                    self.expand_object(owner, token);
                } else if self.paren_follows() {
                    self.expand_function(owner, token);
                } else {
                    self.write(token);
                }
            }
        }
    }

    fn expand_object(&mut self, owner: Rc<Macro>, name: PpToken) {
        let Some(expansion) = self.new_expansion(&owner, name) else {
            return;
        };
        if owner.body.is_empty() {
            self.space_left |= name.spaced;
            return;
        }
        if !owner.pastes {
            return self.rescan_body(owner, expansion, name.spaced);
        }
        let invocation = Invocation {
            owner,
            name,
            expansion,
            arguments: Vec::new(),
            ranges: Vec::new(),
            without_variadic: false,
            expanded: Vec::new(),
            expanded_ranges: Vec::new(),
        };
        self.substitute(invocation);
    }

    fn expand_function(&mut self, owner: Rc<Macro>, name: PpToken) {
        let Some(expansion) = self.new_expansion(&owner, name) else {
            return;
        };
        let Some(parameters) = &owner.parameters else {
            return;
        };
        let Some((arguments, mut ranges)) = self.gather(parameters, name, expansion) else {
            return;
        };
        let wanted = parameters.names.len();
        if wanted == 0 && ranges.len() == 1 && arguments.is_empty() {
            ranges.clear();
        }
        let mut without_variadic = false;
        if parameters.variadic && ranges.len() + 1 == wanted {
            ranges.push(arguments.len()..arguments.len());
            without_variadic = true;
        } else if parameters.variadic && wanted == 1 {
            // For a macro whose only parameter is `...` C99 sees an argument, which is empty.
            without_variadic = arguments.is_empty() && parameters.names != [word::VA_ARGS];
        }
        if ranges.len() != wanted {
            let given = if arguments.is_empty() {
                0
            } else {
                ranges.len()
            };
            self.report(wrong_count(&owner, parameters, given, name.origin));
            return self.stand_in(TokenKind::Number, "0", name.origin);
        }
        let expanded = self.take_list();
        self.next_argument(Box::new(Invocation {
            owner,
            name,
            expansion,
            arguments,
            ranges,
            without_variadic,
            expanded,
            expanded_ranges: Vec::new(),
        }));
    }

    /// Reads from the `(` that follows to its `)`: all arguments in one list, and the range of each.
    /// `None` where there is no `)`, which has been reported.
    fn gather(
        &mut self,
        parameters: &Parameters,
        name: PpToken,
        expansion: ExpansionId,
    ) -> Option<(Vec<PpToken>, Vec<Range<usize>>)> {
        self.next_raw();
        let parent = name.origin.expansion;
        let most = if parameters.variadic {
            parameters.names.len()
        } else {
            usize::MAX
        };
        let mut arguments = self.take_list();
        let mut ranges = Vec::with_capacity(parameters.names.len());
        let mut start = 0;
        let mut depth = 0_usize;
        loop {
            let mut token = match self.next_raw() {
                Raw::Token(token) => token,
                Raw::Barrier => return self.no_closing_paren(name, false),
                Raw::End => return self.no_closing_paren(name, true),
            };
            match token.kind {
                TokenKind::Punctuator(Punctuator::LeftParen) => depth += 1,
                TokenKind::Punctuator(Punctuator::RightParen) if depth == 0 => {
                    ranges.push(start..arguments.len());
                    self.sources.end_invocation(expansion, token.origin, parent);
                    return Some((arguments, ranges));
                }
                TokenKind::Punctuator(Punctuator::RightParen) => depth -= 1,
                TokenKind::Punctuator(Punctuator::Comma)
                    if depth == 0 && ranges.len() + 1 < most =>
                {
                    ranges.push(start..arguments.len());
                    start = arguments.len();
                    continue;
                }
                TokenKind::Identifier(symbol) if !token.painted => {
                    // Reading on may end the rescan of this macro's body and so enable it again.
                    token.painted = matches!(self.meaning(symbol), Meaning::Macro(owner) if owner.disabled.get());
                }
                _ => {}
            }
            if token.origin.expansion.0 <= parent.0 {
                token.origin.expansion = expansion;
            }
            arguments.push(token);
            if !self.spend(1, name.origin) {
                return None;
            }
        }
    }

    fn no_closing_paren<T>(&mut self, name: PpToken, at_end: bool) -> Option<T> {
        if let TokenKind::Identifier(symbol) = name.kind {
            let text = self.interner.text(symbol);
            let error = Diagnostic::error(
                name.origin,
                format!("the arguments of macro `{text}` have no `)`"),
            )
            .help("does each `(` after this name have its `)`?");
            self.unterminated(error, at_end);
        }
        None
    }

    /// An argument of `invocation` has been expanded.
    pub(super) fn argument_expanded(
        &mut self,
        mut invocation: Box<Invocation>,
        sink: Vec<PpToken>,
    ) {
        if !self.spend(sink.len(), invocation.name.origin) {
            return;
        }
        let start = invocation.expanded.len();
        invocation.expanded.extend_from_slice(&sink);
        self.give_list(sink);
        let range = start..invocation.expanded.len();
        invocation.expanded_ranges.push(Some(range));
        self.next_argument(invocation);
    }

    /// Expands the next argument that has to be; substitutes when there is none left.
    fn next_argument(&mut self, mut invocation: Box<Invocation>) {
        loop {
            let index = invocation.expanded_ranges.len();
            let Some(range) = invocation.ranges.get(index) else {
                return self.substitute(*invocation);
            };
            let argument = &invocation.arguments[range.clone()];
            let wanted = invocation
                .owner
                .parameters
                .as_ref()
                .is_some_and(|parameters| parameters.expanded[index]);
            if wanted && argument.iter().any(|token| self.may_expand(token)) {
                let mut list = self.take_list();
                list.extend_from_slice(argument);
                return self.expand_argument(invocation, list);
            }
            invocation.expanded_ranges.push(None);
        }
    }

    fn may_expand(&self, token: &PpToken) -> bool {
        match token.kind {
            TokenKind::Identifier(name) => {
                !token.painted
                    && (self.macros.is_defined(name) || self.in_condition && name == word::DEFINED)
            }
            _ => false,
        }
    }

    /// Puts the body together and has it rescanned.
    fn substitute(&mut self, invocation: Invocation) {
        let mut out = self.take_list();
        let owner = invocation.owner.clone();
        let variadic = owner
            .parameters
            .as_ref()
            .filter(|parameters| parameters.variadic)
            .map(|parameters| parameters.names.len() as u32 - 1);
        // Is what stands left of a `##` something rather than nothing?
        let mut left = false;
        // Space before a parameter without an argument is the next token's.
        let mut space_left = false;
        for (index, piece) in owner.body.iter().enumerate() {
            let start = out.len();
            if !self.append(&invocation, piece, &mut out) {
                return;
            }
            let any = out.len() > start;
            if !piece.pasted {
                match out.get_mut(start) {
                    Some(first) => first.spaced |= std::mem::take(&mut space_left),
                    None => space_left |= piece.spaced,
                }
                left = any;
                continue;
            }
            let after_comma = variadic.is_some_and(|last| piece.what == What::Parameter(last))
                && owner.body[index - 1].what
                    == What::Token(TokenKind::Punctuator(Punctuator::Comma));
            if after_comma {
                // `, ## __VA_ARGS__` pastes nothing; where no argument was given the comma goes.
                if invocation.without_variadic {
                    out.pop();
                }
                left = any;
                continue;
            }
            if left && any {
                self.paste_at(&mut out, start, invocation.name.origin, piece.spelling);
            }
            left |= any;
        }
        match out.first_mut() {
            Some(first) => first.spaced = invocation.name.spaced,
            None => self.space_left |= invocation.name.spaced,
        }
        self.give_list(invocation.arguments);
        self.give_list(invocation.expanded);
        self.rescan(owner, out);
    }

    /// Appends what a piece of the body stands for; false where the run stops.
    fn append(&mut self, invocation: &Invocation, piece: &Piece, out: &mut Vec<PpToken>) -> bool {
        let origin = Origin {
            spelling: piece.spelling,
            expansion: invocation.expansion,
        };
        match piece.what {
            What::Token(kind) => {
                out.push(PpToken {
                    kind,
                    spaced: piece.spaced,
                    painted: false,
                    origin,
                });
                self.spend(1, invocation.name.origin)
            }
            What::Parameter(index) => {
                let index = index as usize;
                let raw = &invocation.arguments[invocation.ranges[index].clone()];
                let tokens = match &invocation.expanded_ranges[index] {
                    Some(range) if !piece.pasted && !piece.pasted_after => {
                        &invocation.expanded[range.clone()]
                    }
                    _ => raw,
                };
                if !self.spend(tokens.len(), invocation.name.origin) {
                    return false;
                }
                let start = out.len();
                out.extend_from_slice(tokens);
                if let Some(first) = out.get_mut(start) {
                    first.spaced = piece.spaced;
                }
                true
            }
            What::Stringified(index) => {
                let range = invocation.ranges[index as usize].clone();
                let Some(text) =
                    self.stringify(&invocation.arguments[range], invocation.name.origin)
                else {
                    return false;
                };
                out.push(PpToken {
                    kind: TokenKind::String(text),
                    spaced: piece.spaced,
                    painted: false,
                    origin,
                });
                self.spend(1, invocation.name.origin)
            }
        }
    }

    /// Pastes the token before `at` and the one there, as `body`, the part after a `##`, asks.
    fn paste_at(&mut self, out: &mut Vec<PpToken>, at: usize, name: Origin, body: Span) {
        let (left, right) = (out[at - 1], out[at]);
        match self.paste(left, right) {
            Some(kind) => {
                let (from, to) = (left.origin.spelling, right.origin.spelling);
                let spelling = if from.file == to.file
                    && from.start <= to.start
                    && left.origin.expansion == right.origin.expansion
                {
                    Span {
                        end: to.end,
                        ..from
                    }
                } else {
                    from
                };
                out[at - 1] = PpToken {
                    kind,
                    spaced: left.spaced,
                    painted: false,
                    origin: Origin {
                        spelling,
                        expansion: left.origin.expansion,
                    },
                };
                out.remove(at);
            }
            None => {
                let mut text = String::new();
                self.push_spelling(left, &mut text);
                self.push_spelling(right, &mut text);
                self.report(
                    Diagnostic::error(name, format!("`##` makes `{text}` here, which is no token"))
                        .with(Origin::written(body), "joined to what stands before it here")
.help("`##` joins two tokens into one, such as two parts of a name; leave it out where they stay apart"),
                );
            }
        }
    }
}

fn wrong_count(owner: &Macro, parameters: &Parameters, given: usize, origin: Origin) -> Diagnostic {
    let wanted = parameters.names.len();
    let at_least = if parameters.variadic { "at least " } else { "" };
    let wanted = if parameters.variadic {
        wanted - 1
    } else {
        wanted
    };
    let plural = if wanted == 1 { "" } else { "s" };
    let error = Diagnostic::error(
        origin,
        format!(
            "macro `{}` takes {at_least}{wanted} argument{plural}, and is given {given}",
            owner.text
        ),
    );
    if owner.predefined {
        return error;
    }
    error.with(Origin::written(owner.definition), "defined here")
}
