//! Declarators: the name and what is derived around it, flattened; parameters; type names.

use super::names::Meaning;
use super::specifier::Context;
use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::keyword::{self, Keyword};
use crate::source::Origin;
use crate::syntax::{
    ArraySize, Attribute, BuiltinType, Declarator, Derivation, Name, Parameter, QualifierSet,
    Specifiers, TypeName, TypeNameId, TypeSpecifier, limits,
};
use crate::token::{Punctuator as P, Symbol, TokenKind};
use std::collections::{HashMap, HashSet};

/// Must a declarator have a name?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// Objects, functions, typedefs, fields.
    Named,
    /// Type names.
    Abstract,
    /// Parameters.
    Either,
}

impl Parser<'_> {
    pub(super) fn declarator(&mut self, naming: Naming) -> Parse<Declarator> {
        let first = self.origin();
        let start = self.at;
        let mut declarator = Declarator {
            name: None,
            derivations: Vec::new(),
            attributes: Vec::new(),
            first,
            last: first,
        };
        let mut attributes = Vec::new();
        declarator.name = self.derivations(naming, &mut declarator.derivations, &mut attributes)?;
        declarator.attributes = attributes;
        self.attributes(&mut declarator.attributes)?;
        if self.at > start {
            declarator.last = self.previous();
        }
        Ok(declarator)
    }

    fn derivations(
        &mut self,
        naming: Naming,
        into: &mut Vec<Derivation>,
        attributes: &mut Vec<Attribute>,
    ) -> Parse<Option<Name>> {
        let mut pointers = Vec::new();
        loop {
            self.attributes(attributes)?;
            let origin = self.origin();
            if self.eat(P::Star).is_some() {
                let qualifiers = self.pointer_qualifiers(attributes)?;
                pointers.push(Derivation::Pointer { qualifiers, origin });
            } else if self.eat(P::Caret).is_some() {
                self.pointer_qualifiers(attributes)?;
                pointers.push(Derivation::Block { origin });
            } else {
                break;
            }
            self.check_derivations(into.len() + pointers.len(), origin)?;
        }
        let mut name = None;
        if self.is(P::LeftParen) && self.is_nested_declarator(naming) {
            let open = self.advance();
            name = self.nested(|parser| parser.derivations(naming, into, attributes))?;
            self.expect_closing(P::RightParen, open)?;
        } else if naming != Naming::Abstract
            && let Some(identifier) = self.identifier()
        {
            name = Some(identifier);
            self.advance();
        } else if naming == Naming::Named {
            return Err(self.expected_name());
        }
        loop {
            let origin = self.origin();
            if self.eat(P::LeftBracket).is_some() {
                let derivation = self.array(origin)?;
                into.push(derivation);
            } else if self.is(P::LeftParen) {
                let derivation = self.function(origin)?;
                into.push(derivation);
            } else {
                break;
            }
            self.check_derivations(into.len(), origin)?;
        }
        into.extend(pointers.into_iter().rev());
        Ok(name)
    }

    fn expected_name(&mut self) -> super::Reported {
        let mut token = self.token();
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let Some(keyword) = self.keyword().or_else(|| {
            // `int local = 1`: the qualifier was meant as the name.
            token = *before?;
            self.qualifier_as_name()
        }) else {
            return self.expected("a name");
        };
        let diagnostic = Diagnostic::error(
            token.origin,
            format!(
                "{} is a keyword of OpenCL C and can't be a name",
                self.describe(token)
            ),
        );
        let diagnostic = if self.starts_type_name(0) || keyword == Keyword::Attribute {
            diagnostic.help("a name is missing before it, or a `;`")
        } else {
            diagnostic.help("choose another name")
        };
        self.report(diagnostic)
    }

    /// A keyword just passed that would be a qualifier, where `=`, `,`, `;` or `[` follows.
    fn qualifier_as_name(&self) -> Option<Keyword> {
        let follows = matches!(
            self.kind(),
            TokenKind::Punctuator(P::Equal | P::Comma | P::Semicolon | P::LeftBracket)
        );
        match self.tokens.get(self.at.checked_sub(1)?)?.kind {
            TokenKind::Identifier(symbol) if follows => {
                keyword::keyword(symbol).filter(|&keyword| {
                    matches!(
                        keyword,
                        Keyword::Kernel
                            | Keyword::Global
                            | Keyword::Local
                            | Keyword::Constant
                            | Keyword::Private
                            | Keyword::GenericSpace
                            | Keyword::ReadOnly
                            | Keyword::WriteOnly
                            | Keyword::ReadWrite
                    )
                })
            }
            _ => None,
        }
    }

    fn check_derivations(&mut self, count: usize, origin: Origin) -> Parse<()> {
        if count <= limits::DERIVATIONS {
            return Ok(());
        }
        Err(self.stop(
            origin,
            format!(
                "there are more than {} pointers, arrays and functions in this declaration",
                limits::DERIVATIONS
            ),
            "split it with typedefs",
        ))
    }

    /// Does `(` here begin a declarator in parentheses rather than parameters?
    fn is_nested_declarator(&self, naming: Naming) -> bool {
        match naming {
            Naming::Named => true,
            Naming::Abstract | Naming::Either => {
                !self.is_ahead(1, P::RightParen)
                    && !self.is_ahead(1, P::Ellipsis)
                    && !self.starts_type_name(1)
            }
        }
    }

    fn pointer_qualifiers(&mut self, attributes: &mut Vec<Attribute>) -> Parse<QualifierSet> {
        let mut qualifiers = QualifierSet::default();
        while let Some(keyword) = self.keyword() {
            if keyword == Keyword::Attribute {
                self.attributes(attributes)?;
            } else if !self.qualifier(keyword, &mut qualifiers)? {
                break;
            }
        }
        Ok(qualifiers)
    }

    /// After `[`.
    fn array(&mut self, origin: Origin) -> Parse<Derivation> {
        let mut qualifiers = QualifierSet::default();
        let mut fixed = false;
        while let Some(keyword) = self.keyword() {
            if keyword == Keyword::Static {
                fixed = true;
                self.advance();
            } else if !self.qualifier(keyword, &mut qualifiers)? {
                break;
            }
        }
        let size = if self.is(P::RightBracket) {
            ArraySize::None
        } else if self.is(P::Star) && self.is_ahead(1, P::RightBracket) {
            self.advance();
            ArraySize::Star
        } else {
            let size = self.nested(Self::assignment_expression)?;
            if fixed {
                ArraySize::Static(size)
            } else {
                ArraySize::Expr(size)
            }
        };
        let end = self.expect_closing(P::RightBracket, origin)?;
        Ok(Derivation::Array {
            size,
            qualifiers,
            origin,
            end,
        })
    }

    fn function(&mut self, origin: Origin) -> Parse<Derivation> {
        self.advance();
        self.names.open();
        let parsed = self.nested_declaration(Self::parameters);
        self.names.close();
        let (parameters, variadic) = parsed?;
        let unspecified = parameters.is_empty() && !variadic && self.previous() == origin;
        let end = self.expect_closing(P::RightParen, origin)?;
        Ok(Derivation::Function {
            parameters,
            variadic,
            unspecified,
            origin,
            end,
        })
    }

    fn parameters(&mut self) -> Parse<(Vec<Parameter>, bool)> {
        let mut parameters = Vec::new();
        if self.is(P::RightParen) {
            return Ok((parameters, false));
        }
        if let Some(names) = self.old_style_names() {
            self.old_style = names;
            return Ok((parameters, false));
        }
        loop {
            if self.eat(P::Ellipsis).is_some() {
                return Ok((parameters, true));
            }
            let specifiers = self.specifiers(Context::Parameter)?;
            let declarator = self.declarator(Naming::Either)?;
            let is_void = specifiers.ty == TypeSpecifier::Builtin(BuiltinType::Void)
                && declarator.name.is_none()
                && declarator.derivations.is_empty();
            if is_void && parameters.is_empty() && self.is(P::RightParen) {
                return Ok((parameters, false));
            }
            if let Some(name) = declarator.name {
                self.names.declare(name.symbol, Meaning::Ordinary);
            }
            parameters.push(Parameter {
                specifiers,
                declarator,
            });
            if self.eat(P::Comma).is_none() {
                return Ok((parameters, false));
            }
        }
    }

    /// `a, b` before `)` and a declaration: the types of the parameters follow. Passes the names.
    fn old_style_names(&mut self) -> Option<Vec<Name>> {
        let mut names = Vec::new();
        loop {
            let name = Self::name_of(self.ahead(names.len() * 2))?;
            if self.meaning(name.symbol).is_type() {
                return None;
            }
            names.push(name);
            let after = names.len() * 2 - 1;
            if self.is_ahead(after, P::RightParen) {
                break;
            }
            if !self.is_ahead(after, P::Comma) {
                return None;
            }
        }
        if !self.starts_type_name(names.len() * 2) {
            return None;
        }
        for _ in 1..names.len() * 2 {
            self.advance();
        }
        Some(names)
    }

    /// The declarations between such a list and the function's body.
    pub(super) fn old_style_parameters(
        &mut self,
        declarator: &mut Declarator,
        names: &[Name],
    ) -> Parse<()> {
        let Some(Derivation::Function { parameters, .. }) = declarator.derivations.first_mut()
        else {
            return Ok(());
        };
        let mut declared: HashMap<Symbol, Parameter> = HashMap::new();
        let listed: HashSet<Symbol> = names.iter().map(|name| name.symbol).collect();
        while !self.is(P::LeftBrace) {
            let specifiers = self.specifiers(Context::Parameter)?;
            loop {
                let declarator = self.declarator(Naming::Named)?;
                let Some(name) = declarator.name else {
                    return Err(self.expected("a name"));
                };
                if !listed.contains(&name.symbol) {
                    let text = self.interner.text(name.symbol);
                    let diagnostic =
                        Diagnostic::error(name.origin, format!("`{text}` is no parameter"))
                            .help("a `{` is missing before it, or its name in the list above");
                    self.report(diagnostic);
                } else {
                    declared.insert(
                        name.symbol,
                        Parameter {
                            specifiers: specifiers.clone(),
                            declarator,
                        },
                    );
                }
                if self.eat(P::Comma).is_none() {
                    break;
                }
            }
            self.expect_semicolon("this parameter")?;
        }
        for name in names {
            let Some(parameter) = declared.remove(&name.symbol) else {
                let text = self.interner.text(name.symbol);
                let diagnostic =
                    Diagnostic::error(name.origin, format!("no type is given for `{text}`"))
                        .help("write it before the name");
                return Err(self.report(diagnostic));
            };
            parameters.push(parameter);
        }
        Ok(())
    }

    /// Do these make a vector type?
    pub(super) fn is_vector(&self, specifiers: &Specifiers, declarator: &Declarator) -> bool {
        declarator.derivations.is_empty()
            && match specifiers.ty {
                TypeSpecifier::Builtin(BuiltinType::Vector(..)) => true,
                TypeSpecifier::Typedef(name) => {
                    self.names.get(name) == Meaning::Typedef { vector: true }
                }
                _ => false,
            }
    }

    /// A type and an abstract declarator.
    pub(super) fn type_name(&mut self) -> Parse<TypeNameId> {
        let first = self.origin();
        let ((specifiers, declarator), height) = self.region(|parser| {
            let specifiers = parser.specifiers(Context::TypeName)?;
            let declarator = parser.declarator(Naming::Abstract)?;
            Ok((specifiers, declarator))
        })?;
        let last = self.previous();
        let name = TypeName {
            specifiers,
            declarator,
            first,
            last,
        };
        Ok(self.push_type_name(name, height))
    }
}
