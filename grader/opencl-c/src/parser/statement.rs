//! Statements. Chains of `else if` and of labels are parsed in loops, so only brackets and bodies nest.

use super::spelling::nearest;
use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::keyword::Keyword;
use crate::source::Origin;
use crate::syntax::{
    Attribute, AttributeKind, Declaration, ExprId, ExprKind, ForInit, Name, StmtId, StmtKind,
    limits,
};
use crate::token::{Pragma, Punctuator as P, Symbol, TokenKind};

/// A label before a statement.
enum Label {
    Case { value: ExprId, end: Option<ExprId> },
    Default,
    Named(Name),
    Attributes(Vec<Attribute>),
}

impl Parser<'_> {
    /// `{ ... }` with a scope of its own.
    pub(super) fn block(&mut self) -> Parse<StmtId> {
        self.names.open();
        let block = self.block_in_scope();
        self.names.close();
        block
    }

    /// `{ ... }` in the scope that is open: a function's body shares that of its parameters.
    pub(super) fn block_in_scope(&mut self) -> Parse<StmtId> {
        let open = self.expect(P::LeftBrace, "before a block")?;
        self.open_braces.push(open);
        let mut items = Vec::new();
        while !self.is(P::RightBrace) && !self.at_end() && !self.resurface {
            let start = self.at;
            items.push(self.block_item());
            if self.at == start && !self.resurface {
                self.advance();
            }
        }
        let last = if self.resurface {
            self.previous()
        } else if let Some(close) = self.eat(P::RightBrace) {
            close
        } else {
            let diagnostic = Diagnostic::error(
                self.origin(),
                "the file ends inside a block: a `}` is missing",
            )
            .with(open, "this `{` is never closed");
            self.report(diagnostic);
            self.previous()
        };
        self.open_braces.pop();
        Ok(self.push_stmt(StmtKind::Block(items), open, last))
    }

    /// A declaration or a statement. What can't be parsed is reported and passed over.
    fn block_item(&mut self) -> StmtId {
        let first = self.origin();
        let item = self.nested_statement(|parser| {
            if parser.misspelt_keyword().is_none() && parser.starts_declaration() {
                let declaration = parser.declaration()?;
                let last = declaration.last;
                let kind = StmtKind::Declaration(Box::new(declaration));
                return Ok(parser.push_stmt(kind, first, last));
            }
            parser.statement()
        });
        self.or_skipped(item, first)
    }

    fn or_skipped(&mut self, statement: Parse<StmtId>, first: Origin) -> StmtId {
        match statement {
            Ok(statement) => statement,
            Err(_) => {
                if !self.resurface {
                    self.skip_statement();
                }
                let last = self.previous();
                self.push_stmt(StmtKind::Error, first, last)
            }
        }
    }

    /// The body of a loop or of a branch.
    fn body(&mut self) -> StmtId {
        let first = self.origin();
        let body = self.nested_statement(|parser| {
            if parser.starts_declaration() && parser.misspelt_keyword().is_none() {
                let diagnostic = Diagnostic::error(
                    first,
                    "a declaration can't stand here on its own: nothing could use what it declares",
                )
                .help("put the body into braces");
                parser.report(diagnostic);
                parser.declaration()?;
                let last = parser.previous();
                return Ok(parser.push_stmt(StmtKind::Error, first, last));
            }
            parser.statement()
        });
        self.or_skipped(body, first)
    }

    fn statement(&mut self) -> Parse<StmtId> {
        let start = self.at;
        let labels = self.labels()?;
        let first = self.origin();
        if !labels.is_empty() {
            if self.is(P::RightBrace) {
                let diagnostic = Diagnostic::error(
                    first,
                    "a label needs a statement after it, and here the block ends",
                )
                .with(self.previous(), "after this label")
                .help("write `;` or `break;` after the label");
                return Err(self.report(diagnostic));
            }
            let only_attributes = labels
                .iter()
                .all(|(label, _)| matches!(label, Label::Attributes(_)));
            let declares = self.starts_declaration() && self.misspelt_keyword().is_none();
            if declares && only_attributes {
                // The attributes are the declaration's: it is read from its start.
                self.at = start;
                let first = self.origin();
                let declaration = self.declaration()?;
                let last = declaration.last;
                let kind = StmtKind::Declaration(Box::new(declaration));
                return Ok(self.push_stmt(kind, first, last));
            }
            if declares {
                let diagnostic =
                    Diagnostic::error(first, "a declaration can't follow a label directly")
                        .with(self.previous(), "after this label")
                        .help("put what belongs to the label into braces");
                self.report(diagnostic);
                self.declaration()?;
                let last = self.previous();
                return Ok(self.push_stmt(StmtKind::Error, first, last));
            }
        }
        let unroll = labels.iter().rev().find_map(|(label, _)| match label {
            Label::Attributes(attributes) => self.unroll_hint(attributes),
            _ => None,
        });
        let mut statement = self.unlabelled(unroll)?;
        for (label, first) in labels.into_iter().rev() {
            let last = self.tree.stmt(statement).last;
            let kind = match label {
                Label::Case { value, end } => StmtKind::Case {
                    value,
                    end,
                    body: statement,
                },
                Label::Default => StmtKind::Default(statement),
                Label::Named(label) => StmtKind::Labelled {
                    label,
                    body: statement,
                },
                Label::Attributes(mut attributes) => {
                    attributes.retain(|attribute| {
                        !matches!(attribute.kind, AttributeKind::UnrollHint(_))
                    });
                    if attributes.is_empty() {
                        continue;
                    }
                    StmtKind::Attributed {
                        attributes,
                        body: statement,
                    }
                }
            };
            statement = self.push_stmt(kind, first, last);
        }
        Ok(statement)
    }

    /// The number that `opencl_unroll_hint` asks for.
    fn unroll_hint(&self, attributes: &[Attribute]) -> Option<u32> {
        attributes
            .iter()
            .find_map(|attribute| match attribute.kind {
                AttributeKind::UnrollHint(None) => Some(0),
                AttributeKind::UnrollHint(Some(count)) => match self.expr(count).kind {
                    ExprKind::Integer { value, .. } => Some(value.min(u64::from(u32::MAX)) as u32),
                    _ => Some(0),
                },
                _ => None,
            })
    }

    fn labels(&mut self) -> Parse<Vec<(Label, Origin)>> {
        let mut labels = Vec::new();
        loop {
            let first = self.origin();
            if labels.len() > limits::CHAIN {
                return Err(self.stop(
                    first,
                    format!(
                        "there are more than {} labels before one statement",
                        limits::CHAIN
                    ),
                    "give some of them a statement of their own",
                ));
            }
            let label = if self.eat_keyword(Keyword::Case).is_some() {
                let value = self.nested(Self::constant_expression)?;
                let end = match self.eat(P::Ellipsis) {
                    Some(_) => Some(self.nested(Self::constant_expression)?),
                    None => None,
                };
                self.label_colon("this `case`")?;
                Label::Case { value, end }
            } else if self.eat_keyword(Keyword::Default).is_some() {
                self.label_colon("`default`")?;
                Label::Default
            } else if let Some(name) = self.identifier()
                && self.is_ahead(1, P::Colon)
            {
                self.advance();
                self.advance();
                Label::Named(name)
            } else if self.is_keyword(Keyword::Attribute) {
                let mut attributes = Vec::new();
                self.attributes(&mut attributes)?;
                Label::Attributes(attributes)
            } else {
                return Ok(labels);
            };
            labels.push((label, first));
        }
    }

    fn label_colon(&mut self, what: &str) -> Parse<()> {
        if self.eat(P::Colon).is_some() {
            return Ok(());
        }
        let place = self.after_previous();
        let diagnostic =
            Diagnostic::error(place, format!("a `:` is missing after {what}")).suggest(place, ":");
        self.report(diagnostic);
        self.eat(P::Semicolon);
        Ok(())
    }

    fn unlabelled(&mut self, unroll: Option<u32>) -> Parse<StmtId> {
        let first = self.origin();
        if let TokenKind::Pragma(pragma) = self.kind() {
            return self.pragma(pragma);
        }
        let keyword = self.misspelt_keyword().or(self.keyword());
        if let Some(Keyword::For | Keyword::While | Keyword::Do) = keyword {
            return self.loop_statement(keyword, unroll);
        }
        let kind = match keyword {
            Some(Keyword::If) => return self.if_statement(),
            Some(Keyword::Switch) => {
                self.enter_keyword(Keyword::Switch);
                let value = self.condition("switch");
                let body = self.body();
                StmtKind::Switch { value, body }
            }
            Some(Keyword::Break) => {
                self.enter_keyword(Keyword::Break);
                self.finish("`break`");
                StmtKind::Break
            }
            Some(Keyword::Continue) => {
                self.enter_keyword(Keyword::Continue);
                self.finish("`continue`");
                StmtKind::Continue
            }
            Some(Keyword::Return) => {
                self.enter_keyword(Keyword::Return);
                let value = if self.is(P::Semicolon) || self.is(P::RightBrace) {
                    None
                } else {
                    Some(self.expression()?)
                };
                self.finish("this `return`");
                StmtKind::Return(value)
            }
            Some(Keyword::Goto) => {
                self.advance();
                let Some(label) = self.identifier() else {
                    return Err(self.expected("the name of a label"));
                };
                self.advance();
                self.finish("this `goto`");
                StmtKind::Goto(label)
            }
            Some(Keyword::StaticAssert) => StmtKind::StaticAssert(self.static_assert()?),
            Some(Keyword::Asm) => {
                self.asm()?;
                StmtKind::Error
            }
            Some(Keyword::Else) => {
                let diagnostic = Diagnostic::error(first, "this `else` has no `if`")
                    .help("is there a `;` right after the `if (...)`, or are braces missing?");
                self.report(diagnostic);
                self.advance();
                self.body();
                StmtKind::Error
            }
            _ if self.is(P::LeftBrace) => return self.block(),
            _ if self.is(P::Semicolon) => {
                self.advance();
                StmtKind::Empty
            }
            _ => {
                let value = self.expression()?;
                self.finish("this expression");
                StmtKind::Expr(value)
            }
        };
        let last = self.previous();
        Ok(self.push_stmt(kind, first, last))
    }

    /// The `;` that ends a statement; where it is missing, the rest of the statement is passed over.
    fn finish(&mut self, after: &str) {
        if self.expect_semicolon(after).is_err() {
            self.skip_statement();
        }
    }

    /// Passes over a keyword; reports it if it is misspelt.
    fn enter_keyword(&mut self, keyword: Keyword) {
        if self.keyword() != Some(keyword) {
            let token = self.token();
            let text = keyword.text();
            let found = self.describe(token);
            let diagnostic = Diagnostic::error(token.origin, format!("{found} means nothing here"))
                .labelled(format!("did you mean `{text}`?"))
                .guess(token.origin, text);
            self.report(diagnostic);
        }
        self.advance();
    }

    /// The keyword that an unknown word here was surely meant to be: it is spelled almost like it and
    /// what follows fits.
    fn misspelt_keyword(&self) -> Option<Keyword> {
        let name = self.identifier()?;
        if !self.is_unknown(name.symbol) {
            return None;
        }
        let followed_by_paren = self.is_ahead(1, P::LeftParen);
        let followed_by_end = self.is_ahead(1, P::Semicolon);
        let followed_by_value = matches!(
            self.ahead(1).kind,
            TokenKind::Identifier(_) | TokenKind::Number(_)
        );
        let candidates: &[Keyword] = if followed_by_paren {
            &[Keyword::While, Keyword::For, Keyword::If, Keyword::Switch]
        } else if followed_by_end {
            &[Keyword::Break, Keyword::Continue, Keyword::Return]
        } else if followed_by_value {
            &[Keyword::Return]
        } else {
            return None;
        };
        let better = self.nearest_keyword(name.symbol, candidates)?;
        (!followed_by_paren || self.is_block_after_parens(1)).then_some(better)
    }

    fn nearest_keyword(&self, symbol: Symbol, candidates: &[Keyword]) -> Option<Keyword> {
        let text = self.interner.text(symbol);
        let better = nearest(text, candidates.iter().map(|keyword| keyword.text()))?;
        candidates
            .iter()
            .copied()
            .find(|keyword| keyword.text() == better)
    }

    /// Is `(` at this distance closed before a `{`?
    fn is_block_after_parens(&self, distance: usize) -> bool {
        const FARTHEST: usize = 256;
        let mut depth = 0usize;
        for ahead in distance..distance + FARTHEST {
            match self.ahead(ahead).kind {
                TokenKind::Punctuator(P::LeftParen) => depth += 1,
                TokenKind::Punctuator(P::RightParen) => {
                    depth -= 1;
                    if depth == 0 {
                        return self.is_ahead(ahead + 1, P::LeftBrace);
                    }
                }
                TokenKind::End => return false,
                _ => {}
            }
        }
        false
    }

    /// `(value)` after `if`, `while` or `switch`.
    fn condition(&mut self, keyword: &str) -> ExprId {
        let first = self.origin();
        let parsed = self.parenthesised_condition(keyword);
        match parsed {
            Ok(condition) => condition,
            Err(_) => {
                if !self.is(P::LeftBrace) {
                    self.skip_to_closing_paren();
                }
                let last = self.previous();
                self.error_expr(first, last)
            }
        }
    }

    fn parenthesised_condition(&mut self, keyword: &str) -> Parse<ExprId> {
        let open = self.expect(P::LeftParen, &format!("after `{keyword}`"))?;
        let condition = self.nested(Self::expression)?;
        if self.is(P::LeftBrace) || self.starts_statement_word() {
            let _ = self.expect_closing(P::RightParen, open);
            return Ok(condition);
        }
        self.expect_closing(P::RightParen, open)?;
        Ok(condition)
    }

    fn if_statement(&mut self) -> Parse<StmtId> {
        let mut arms = Vec::new();
        let mut otherwise = None;
        loop {
            let first = self.origin();
            if arms.len() > limits::CHAIN {
                return Err(self.stop(
                    first,
                    format!(
                        "there are more than {} `else if`s after one another",
                        limits::CHAIN
                    ),
                    "use a `switch` or a table",
                ));
            }
            self.enter_keyword(Keyword::If);
            let condition = self.condition("if");
            let then = self.body();
            arms.push((first, condition, then));
            if self.resurface || !self.eat_else() {
                break;
            }
            if !self.is_keyword(Keyword::If) {
                otherwise = Some(self.body());
                break;
            }
        }
        let last = self.previous();
        for (first, condition, then) in arms.into_iter().rev() {
            let kind = StmtKind::If {
                condition,
                then,
                otherwise,
            };
            otherwise = Some(self.push_stmt(kind, first, last));
        }
        otherwise.ok_or(super::Reported)
    }

    /// `else`, also with a slip in it.
    fn eat_else(&mut self) -> bool {
        if self.eat_keyword(Keyword::Else).is_some() {
            return true;
        }
        let Some(name) = self.identifier() else {
            return false;
        };
        let fits = self.is_ahead(1, P::LeftBrace)
            || crate::keyword::keyword(match self.ahead(1).kind {
                TokenKind::Identifier(symbol) => symbol,
                _ => return false,
            }) == Some(Keyword::If);
        if fits
            && self.is_unknown(name.symbol)
            && self
                .nearest_keyword(name.symbol, &[Keyword::Else])
                .is_some()
        {
            self.enter_keyword(Keyword::Else);
            return true;
        }
        false
    }

    fn loop_statement(&mut self, keyword: Option<Keyword>, unroll: Option<u32>) -> Parse<StmtId> {
        let first = self.origin();
        let kind = match keyword {
            Some(Keyword::For) => {
                self.names.open();
                let kind = self.for_statement(unroll);
                self.names.close();
                kind
            }
            Some(Keyword::While) => {
                self.enter_keyword(Keyword::While);
                let condition = self.condition("while");
                let body = self.body();
                StmtKind::While {
                    condition,
                    body,
                    unroll,
                }
            }
            _ => {
                self.enter_keyword(Keyword::Do);
                let body = self.body();
                if self.resurface {
                    return Err(super::Reported);
                }
                if !self.is_keyword(Keyword::While) {
                    let found = self.describe(self.token());
                    let diagnostic = Diagnostic::error(
                        self.origin(),
                        format!("expected `while`, found {found}"),
                    )
                    .with(first, "to end the loop that begins here");
                    return Err(self.report(diagnostic));
                }
                self.advance();
                let condition = self.condition("while");
                self.finish("this loop");
                StmtKind::DoWhile {
                    body,
                    condition,
                    unroll,
                }
            }
        };
        let last = self.previous();
        Ok(self.push_stmt(kind, first, last))
    }

    fn for_statement(&mut self, unroll: Option<u32>) -> StmtKind {
        self.enter_keyword(Keyword::For);
        let mut init = ForInit::None;
        let mut condition = None;
        let mut step = None;
        if self
            .for_header(&mut init, &mut condition, &mut step)
            .is_err()
            && !self.is(P::LeftBrace)
            && !self.resurface
        {
            self.skip_for_header();
        }
        let body = self.body();
        StmtKind::For {
            init,
            condition,
            step,
            body,
            unroll,
        }
    }

    /// Passes over the rest of `for (...)`, semicolons included.
    fn skip_for_header(&mut self) {
        for _ in 0..3 {
            self.skip_to_closing_paren();
            if self.at_end() || self.previous_is(P::RightParen) || self.eat(P::Semicolon).is_none()
            {
                return;
            }
        }
    }

    fn previous_is(&self, punctuator: P) -> bool {
        self.at
            .checked_sub(1)
            .and_then(|at| self.tokens.get(at))
            .is_some_and(|token| token.kind == TokenKind::Punctuator(punctuator))
    }

    fn for_header(
        &mut self,
        init: &mut ForInit,
        condition: &mut Option<ExprId>,
        step: &mut Option<ExprId>,
    ) -> Parse<()> {
        let open = self.expect(P::LeftParen, "after `for`")?;
        if self.starts_declaration() {
            *init = ForInit::Declaration(Box::new(self.for_declaration()?));
            if self.is(P::RightParen) && self.error_at.is_some() && !self.previous_is(P::Semicolon)
            {
                return Err(super::Reported);
            }
        } else {
            if !self.is(P::Semicolon) {
                *init = ForInit::Expr(self.nested(Self::expression)?);
            }
            self.for_semicolon("the start of the loop")?;
        }
        if !self.is(P::Semicolon) {
            *condition = Some(self.nested(Self::expression)?);
        }
        self.for_semicolon("the condition of the loop")?;
        if !self.is(P::RightParen) {
            *step = Some(self.nested(Self::expression)?);
        }
        self.expect_closing(P::RightParen, open)?;
        Ok(())
    }

    fn for_declaration(&mut self) -> Parse<Declaration> {
        let outside = std::mem::replace(&mut self.in_for, true);
        let declaration = self.nested(Self::declaration);
        self.in_for = outside;
        declaration
    }

    fn for_semicolon(&mut self, after: &str) -> Parse<()> {
        if self.eat(P::Semicolon).is_some() {
            return Ok(());
        }
        let found = self.describe(self.token());
        let mut diagnostic = Diagnostic::error(
            self.origin(),
            format!("expected `;` after {after}, found {found}"),
        );
        if self.is(P::Comma) {
            diagnostic = diagnostic.help("the three parts of a `for` are separated by `;`");
        }
        Err(self.report(diagnostic))
    }

    fn pragma(&mut self, pragma: Pragma) -> Parse<StmtId> {
        let first = self.advance();
        let kind = match pragma {
            Pragma::Extension { name, enable } => StmtKind::Extension { name, enable },
            Pragma::FpContract(on) => StmtKind::FpContract(on),
            Pragma::Unroll(count) => {
                while let TokenKind::Pragma(Pragma::Unroll(_)) = self.kind() {
                    self.advance();
                }
                let mut attributes = Vec::new();
                self.attributes(&mut attributes)?;
                let keyword = self.misspelt_keyword().or(self.keyword());
                if let Some(Keyword::For | Keyword::While | Keyword::Do) = keyword {
                    return self.loop_statement(keyword, Some(count));
                }
                let diagnostic = Diagnostic::error(
                    self.origin(),
                    "`#pragma unroll` stands before a loop, and this is none",
                )
                .with(first, "asked for here");
                self.report(diagnostic);
                return Err(super::Reported);
            }
        };
        Ok(self.push_stmt(kind, first, first))
    }

    /// `asm ...;`: reported and passed over.
    pub(super) fn asm(&mut self) -> Parse<()> {
        let diagnostic = Diagnostic::unsupported(
            self.origin(),
            "assembler belongs to one machine and is not analysed",
        );
        self.warn(diagnostic);
        self.advance();
        while self.keyword().is_some() {
            self.advance();
        }
        self.expect(P::LeftParen, "after `asm`")?;
        self.skip_to_closing_paren();
        self.expect_semicolon("`asm`")?;
        Ok(())
    }
}
