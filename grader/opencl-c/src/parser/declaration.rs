//! Declarations and functions, structs, unions and enums.

use super::declarator::Naming;
use super::names::Meaning;
use super::specifier::Context;
use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::keyword::Keyword;
use crate::source::Origin;
use crate::syntax::{
    Declaration, Declarator, Derivation, EnumSpecifier, EnumSpecifierId, Enumerator,
    FieldDeclaration, FieldDeclarator, FunctionDefinition, InitDeclarator, Initializer,
    InitializerKind, Item, RecordSpecifier, RecordSpecifierId, Specifiers, StaticAssert, Storage,
    TypeSpecifier,
};
use crate::token::{Pragma, Punctuator as P, Token, TokenKind};

impl Parser<'_> {
    pub(super) fn program(&mut self) {
        while !self.at_end() {
            let start = self.at;
            self.resurface = false;
            if self.item().is_err() && !self.resurface {
                self.skip_declaration();
            }
            if self.at == start && !self.resurface {
                self.advance();
            }
        }
    }

    fn item(&mut self) -> Parse<()> {
        let origin = self.origin();
        match self.kind() {
            TokenKind::Punctuator(P::Semicolon) => {
                self.advance();
                return Ok(());
            }
            TokenKind::Punctuator(P::RightBrace) => {
                let diagnostic = Diagnostic::error(origin, "this `}` closes nothing")
                    .help("there is one `}` too many, here or above");
                self.report(diagnostic);
                self.advance();
                return Ok(());
            }
            TokenKind::Pragma(pragma) => {
                self.advance();
                match pragma {
                    Pragma::Extension { name, enable } => self.tree.items.push(Item::Extension {
                        name,
                        enable,
                        origin,
                    }),
                    Pragma::FpContract(on) => {
                        self.tree.items.push(Item::FpContract { on, origin });
                    }
                    Pragma::Unroll(_) => {
                        let reported =
                            Diagnostic::error(origin, "`#pragma unroll` stands before a loop");
                        self.report(reported);
                    }
                }
                return Ok(());
            }
            _ => {}
        }
        match self.keyword() {
            Some(Keyword::StaticAssert) => {
                let item = self.static_assert()?;
                self.tree.items.push(Item::StaticAssert(item));
                return Ok(());
            }
            Some(Keyword::Asm) => {
                self.asm()?;
                return Ok(());
            }
            _ => {}
        }
        if self.starts_stray_statement() {
            self.stray_statements();
            return Ok(());
        }
        self.external_declaration()
    }

    /// Does a statement begin here, at program scope?
    fn starts_stray_statement(&self) -> bool {
        let assigns = |token: Token| {
            matches!(
                token.kind,
                TokenKind::Punctuator(
                    P::Equal
                        | P::PlusEqual
                        | P::MinusEqual
                        | P::StarEqual
                        | P::SlashEqual
                        | P::LeftBracket
                        | P::Dot
                        | P::Arrow
                        | P::PlusPlus
                        | P::MinusMinus
                )
            )
        };
        self.starts_statement_word()
            || self.is_keyword(Keyword::Else)
            || self
                .identifier()
                .is_some_and(|name| !self.meaning(name.symbol).is_type() && assigns(self.ahead(1)))
    }

    /// Statements at program scope: reported once and passed over, with the `}` after them.
    fn stray_statements(&mut self) {
        let diagnostic =
            Diagnostic::error(self.origin(), "this statement stands outside any function")
                .help("a `{` is missing above, or there is a `}` too many");
        self.report(diagnostic);
        while self.starts_stray_statement() {
            if self.keyword().is_some() {
                self.advance();
                if self.eat(P::LeftParen).is_some() {
                    self.skip_in_parentheses();
                }
                if self.starts_stray_statement() {
                    continue;
                }
            }
            if self.is(P::LeftBrace) {
                self.skip_braces();
            } else {
                self.skip_statement();
            }
        }
        self.eat(P::RightBrace);
    }

    fn external_declaration(&mut self) -> Parse<()> {
        let first = self.origin();
        let specifiers = self.specifiers(Context::Program)?;
        if self.implied_semicolon || self.is(P::Semicolon) {
            let declaration = self.finish_declaration(specifiers, Vec::new(), first);
            self.tree
                .items
                .push(Item::Declaration(Box::new(declaration)));
            return Ok(());
        }
        self.old_style.clear();
        let mut declarator = self.declarator(Naming::Named)?;
        let old_style = std::mem::take(&mut self.old_style);
        if !old_style.is_empty() && is_function(&declarator) {
            self.old_style_parameters(&mut declarator, &old_style)?;
        }
        if self.is(P::LeftBrace) && is_function(&declarator) {
            return self.function_definition(specifiers, declarator, first);
        }
        let declaration = self.declarators(specifiers, declarator, first);
        self.tree
            .items
            .push(Item::Declaration(Box::new(declaration)));
        Ok(())
    }

    fn function_definition(
        &mut self,
        specifiers: Specifiers,
        declarator: Declarator,
        first: Origin,
    ) -> Parse<()> {
        let name = declarator.name.map(|name| name.symbol);
        if let Some(name) = name {
            self.names.declare(name, Meaning::Ordinary);
        }
        self.names.open();
        if let Some(Derivation::Function { parameters, .. }) = declarator.derivations.first() {
            for parameter in parameters {
                if let Some(name) = parameter.declarator.name {
                    self.names.declare(name.symbol, Meaning::Ordinary);
                }
            }
        }
        self.function = name;
        let body = self.block_in_scope();
        self.names.close();
        self.function = None;
        let last = self.previous();
        self.tree
            .items
            .push(Item::Function(Box::new(FunctionDefinition {
                specifiers,
                declarator,
                body: body?,
                first,
                last,
            })));
        Ok(())
    }

    /// A declaration in a block or at the head of a `for`.
    pub(super) fn declaration(&mut self) -> Parse<Declaration> {
        let first = self.origin();
        let start = self.at;
        let specifiers = self.specifiers(Context::Block)?;
        if self.implied_semicolon || self.is(P::Semicolon) {
            return Ok(self.finish_declaration(specifiers, Vec::new(), first));
        }
        let declarator = self.declarator(Naming::Named)?;
        if self.is(P::LeftBrace) && is_function(&declarator) {
            return Err(self.nested_function(&declarator, start));
        }
        Ok(self.declarators(specifiers, declarator, first))
    }

    /// A function begins inside a function: as likely as not a `}` is missing before it.
    fn nested_function(&mut self, declarator: &Declarator, start: usize) -> super::Reported {
        let mut diagnostic = Diagnostic::error(
            self.origin(),
            "a function can't be defined inside another function",
        )
        .with(
            declarator.first,
            "this one begins before the last one ended",
        )
        .help("is a `}` missing before it?");
        if let Some(&brace) = self.open_braces.last() {
            diagnostic = diagnostic.with(brace, "this `{` is still open");
        }
        let reported = self.report(diagnostic);
        if self.stopped {
            return reported;
        }
        let here = std::mem::replace(&mut self.at, start);
        if self.column_is_first() {
            self.resurface = true;
        } else {
            // Indented: it was meant to stand inside.
            self.at = here;
            if let Some(name) = declarator.name {
                self.names.declare(name.symbol, Meaning::Ordinary);
            }
            self.skip_braces();
        }
        reported
    }

    /// The rest of a declaration after its first declarator. What is wrong there is reported and passed
    /// over; the names declared until then stand.
    fn declarators(
        &mut self,
        specifiers: Specifiers,
        first_declarator: Declarator,
        first: Origin,
    ) -> Declaration {
        let is_typedef = matches!(specifiers.storage, Some((Storage::Typedef, _)));
        let mut declarators = Vec::new();
        let mut declarator = first_declarator;
        loop {
            if let Some(name) = declarator.name {
                let meaning = if is_typedef {
                    Meaning::Typedef {
                        vector: self.is_vector(&specifiers, &declarator),
                    }
                } else {
                    Meaning::Ordinary
                };
                self.names.declare(name.symbol, meaning);
            }
            let _ = self.asm_label();
            let mut initializer = None;
            let mut failed = false;
            if self.eat(P::Equal).is_some() {
                let start = self.origin();
                initializer = Some(match self.initializer() {
                    Ok(initializer) => initializer,
                    Err(_) => {
                        failed = true;
                        let last = self.previous();
                        let error = self.error_expr(start, last);
                        self.push_initializer(
                            Initializer {
                                kind: InitializerKind::Expr(error),
                                first: start,
                                last,
                            },
                            1,
                        )
                    }
                });
            }
            declarators.push(InitDeclarator {
                declarator,
                initializer,
            });
            if failed {
                self.skip_rest();
                let last = self.previous();
                return Declaration {
                    specifiers,
                    declarators,
                    first,
                    last,
                };
            }
            if self.eat(P::Comma).is_none() {
                break;
            }
            declarator = match self.declarator(Naming::Named) {
                Ok(declarator) => declarator,
                Err(_) => {
                    self.skip_rest();
                    let last = self.previous();
                    return Declaration {
                        specifiers,
                        declarators,
                        first,
                        last,
                    };
                }
            };
        }
        self.finish_declaration(specifiers, declarators, first)
    }

    fn finish_declaration(
        &mut self,
        specifiers: Specifiers,
        declarators: Vec<InitDeclarator>,
        first: Origin,
    ) -> Declaration {
        if std::mem::take(&mut self.implied_semicolon) {
            let last = self.previous();
            return Declaration {
                specifiers,
                declarators,
                first,
                last,
            };
        }
        if let [InitDeclarator { declarator, .. }] = &declarators[..]
            && is_function(declarator)
            && !self.is(P::Semicolon)
            && self.on_new_line()
        {
            let found = self.describe(self.token());
            let diagnostic = Diagnostic::error(
                self.origin(),
                format!("expected `{{` to begin the function's body, found {found}"),
            )
            .with(self.previous(), "its head ends here");
            self.report(diagnostic);
            self.skip_rest();
            let last = self.previous();
            return Declaration {
                specifiers,
                declarators,
                first,
                last,
            };
        }
        let last = match self.expect_semicolon("this declaration") {
            Ok(last) => last,
            Err(_) => {
                self.skip_rest();
                self.previous()
            }
        };
        Declaration {
            specifiers,
            declarators,
            first,
            last,
        }
    }

    pub(super) fn static_assert(&mut self) -> Parse<StaticAssert> {
        let origin = self.advance();
        let open = self.expect(P::LeftParen, "after `_Static_assert`")?;
        let condition = self.nested(Self::constant_expression)?;
        let message = match self.eat(P::Comma) {
            Some(_) => Some(self.nested(Self::constant_expression)?),
            None => None,
        };
        self.expect_closing(P::RightParen, open)?;
        self.expect_semicolon("`_Static_assert`")?;
        Ok(StaticAssert {
            condition,
            message,
            origin,
        })
    }

    /// `asm("name")` after a declarator.
    fn asm_label(&mut self) -> Parse<()> {
        if self.is_keyword(Keyword::Asm) {
            let diagnostic =
                Diagnostic::unsupported(self.origin(), "assembler names are not analysed");
            self.warn(diagnostic);
            self.advance();
            self.expect(P::LeftParen, "after `asm`")?;
            self.skip_to_closing_paren();
        }
        Ok(())
    }

    /// `struct`, `union` or `enum`, and whether its body is given here.
    pub(super) fn tagged(&mut self, keyword: Keyword) -> Parse<(TypeSpecifier, bool)> {
        let first = self.advance();
        let mut attributes = Vec::new();
        self.attributes(&mut attributes)?;
        let tag = self.identifier();
        if tag.is_some() {
            self.advance();
            self.attributes(&mut attributes)?;
        }
        let open = self.eat(P::LeftBrace);
        if tag.is_none() && open.is_none() {
            return Err(self.expected(&format!("a name or `{{` after `{}`", keyword.text())));
        }
        if keyword == Keyword::Enum {
            let enumerators = match open {
                Some(open) => Some(self.enumerators(open)?),
                None => None,
            };
            let has_body = enumerators.is_some();
            if has_body {
                self.attributes(&mut attributes)?;
            }
            let id = EnumSpecifierId(self.tree.enums.len() as u32);
            let last = self.previous();
            self.tree.enums.push(EnumSpecifier {
                tag,
                enumerators,
                attributes,
                first,
                last,
            });
            return Ok((TypeSpecifier::Enum(id), has_body));
        }
        let fields = match open {
            Some(open) => Some(self.fields(open)?),
            None => None,
        };
        let has_body = fields.is_some();
        if has_body {
            self.attributes(&mut attributes)?;
        }
        let id = RecordSpecifierId(self.tree.records.len() as u32);
        let last = self.previous();
        self.tree.records.push(RecordSpecifier {
            is_union: keyword == Keyword::Union,
            tag,
            fields,
            attributes,
            first,
            last,
        });
        Ok((TypeSpecifier::Record(id), has_body))
    }

    fn enumerators(&mut self, open: Origin) -> Parse<Vec<Enumerator>> {
        let mut enumerators = Vec::new();
        while !self.is(P::RightBrace) {
            let Some(name) = self.identifier() else {
                return Err(self.expected("the name of a constant"));
            };
            self.advance();
            self.attributes(&mut Vec::new())?;
            let value = match self.eat(P::Equal) {
                Some(_) => Some(self.nested(Self::constant_expression)?),
                None => None,
            };
            self.names.declare(name.symbol, Meaning::Ordinary);
            enumerators.push(Enumerator { name, value });
            if self.eat(P::Comma).is_none() {
                break;
            }
        }
        if enumerators.is_empty() {
            return Err(self.expected("the name of a constant"));
        }
        self.expect_closing(P::RightBrace, open)?;
        Ok(enumerators)
    }

    fn fields(&mut self, open: Origin) -> Parse<Vec<FieldDeclaration>> {
        self.open_braces.push(open);
        let mut fields = Vec::new();
        while !self.is(P::RightBrace) && !self.at_end() {
            if self.eat(P::Semicolon).is_some() {
                continue;
            }
            if let TokenKind::Pragma(_) = self.kind() {
                self.advance();
                continue;
            }
            if self.is_keyword(Keyword::StaticAssert) {
                self.static_assert()?;
                continue;
            }
            let start = self.at;
            match self.field_declaration() {
                Ok(field) => fields.push(field),
                Err(_) => {
                    self.skip_statement();
                    if self.at == start {
                        self.advance();
                    }
                }
            }
        }
        self.open_braces.pop();
        self.expect_closing(P::RightBrace, open)?;
        Ok(fields)
    }

    fn field_declaration(&mut self) -> Parse<FieldDeclaration> {
        let first = self.origin();
        let specifiers = self.specifiers(Context::Field)?;
        let mut declarators = Vec::new();
        if !self.is(P::Semicolon) && !self.implied_semicolon {
            loop {
                declarators.push(self.field_declarator()?);
                if self.eat(P::Comma).is_none() {
                    break;
                }
            }
        }
        if self.is(P::RightBrace) && !declarators.is_empty() {
            // Compilers let it pass.
            let place = self.after_previous();
            let diagnostic = Diagnostic::warning(place, "a `;` is missing after this field");
            self.warn(diagnostic.suggest(place, ";"));
        } else if !std::mem::take(&mut self.implied_semicolon)
            && self.expect_semicolon("this field").is_err()
        {
            self.skip_statement();
        }
        let last = self.previous();
        Ok(FieldDeclaration {
            specifiers,
            declarators,
            first,
            last,
        })
    }

    fn field_declarator(&mut self) -> Parse<FieldDeclarator> {
        let declarator = if self.is(P::Colon) {
            let origin = self.origin();
            Declarator {
                name: None,
                derivations: Vec::new(),
                attributes: Vec::new(),
                first: origin,
                last: origin,
            }
        } else {
            self.declarator(Naming::Named)?
        };
        let mut bit_width = None;
        if self.eat(P::Colon).is_some() {
            bit_width = Some(self.nested(Self::constant_expression)?);
        }
        Ok(FieldDeclarator {
            declarator,
            bit_width,
        })
    }
}

fn is_function(declarator: &Declarator) -> bool {
    matches!(
        declarator.derivations.first(),
        Some(Derivation::Function { .. })
    )
}
