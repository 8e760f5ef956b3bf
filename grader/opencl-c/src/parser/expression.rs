//! Expressions: an operator stack for binary operators, a prefix stack for unary ones, so that only
//! brackets nest frames.

use super::{Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::keyword::Keyword;
use crate::source::Origin;
use crate::syntax::{
    BinaryOp, ExprId, ExprKind, GenericAssociation, Name, OffsetStep, PostfixOp, TypeNameId,
    TypeOrExpr, UnaryOp,
};
use crate::token::{Punctuator as P, TokenKind};
use crate::types::Scalar;

/// Binding strength of operators, from the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Comma,
    Assignment,
    Conditional,
    LogicalOr,
    LogicalAnd,
    Or,
    Xor,
    And,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
}

/// An operator that waits for its right operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    left: ExprId,
    operator: Operator,
    precedence: Precedence,
    at: Origin,
}

#[derive(Clone, Copy, Debug)]
enum Operator {
    Binary(BinaryOp),
    Assign(Option<BinaryOp>),
    Conditional { then: Option<ExprId> },
}

/// A prefix operator that waits for its operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prefix {
    kind: PrefixKind,
    at: Origin,
}

#[derive(Clone, Copy, Debug)]
enum PrefixKind {
    Unary(UnaryOp),
    Cast(TypeNameId),
    Sizeof,
    Alignof,
    VecStep,
}

/// What the prefix operators before an operand left for it.
enum Operand {
    /// Whole already, with nothing to follow.
    Done(ExprId),
    /// Suffixes may follow.
    Open(ExprId),
}

impl Parser<'_> {
    /// `a, b`
    pub(super) fn expression(&mut self) -> Parse<ExprId> {
        self.operators(Precedence::Comma)
    }

    /// An expression without a comma at its top.
    pub(super) fn assignment_expression(&mut self) -> Parse<ExprId> {
        self.operators(Precedence::Assignment)
    }

    /// An expression without a comma or an assignment at its top.
    pub(super) fn constant_expression(&mut self) -> Parse<ExprId> {
        self.operators(Precedence::Conditional)
    }

    fn operators(&mut self, weakest: Precedence) -> Parse<ExprId> {
        let pending = self.pending.len();
        let prefixes = self.prefixes.len();
        let result = self.operators_from(weakest, pending);
        self.pending.truncate(pending);
        self.prefixes.truncate(prefixes);
        result
    }

    fn operators_from(&mut self, weakest: Precedence, base: usize) -> Parse<ExprId> {
        let mut operand = self.unary()?;
        while let Some((operator, precedence)) = self.infix() {
            if precedence < weakest {
                break;
            }
            operand = self.reduce(operand, precedence, base)?;
            if self.is_launch() {
                return self.launch();
            }
            let at = self.advance();
            let operator = match operator {
                Operator::Conditional { .. } => Operator::Conditional {
                    then: self.middle(at)?,
                },
                other => other,
            };
            self.pending.push(Pending {
                left: operand,
                operator,
                precedence,
                at,
            });
            operand = self.unary()?;
        }
        while self.pending.len() > base {
            operand = self.combine(operand)?;
        }
        Ok(operand)
    }

    /// Combines what binds tighter than an operator of `precedence` that follows.
    fn reduce(
        &mut self,
        mut operand: ExprId,
        precedence: Precedence,
        base: usize,
    ) -> Parse<ExprId> {
        let from_right = matches!(precedence, Precedence::Assignment | Precedence::Conditional);
        while self.pending.len() > base
            && let Some(top) = self.pending.last()
            && (top.precedence > precedence || top.precedence == precedence && !from_right)
        {
            operand = self.combine(operand)?;
        }
        Ok(operand)
    }

    fn combine(&mut self, right: ExprId) -> Parse<ExprId> {
        let Some(Pending {
            left, operator, at, ..
        }) = self.pending.pop()
        else {
            return Ok(right);
        };
        let kind = match operator {
            Operator::Binary(op) => ExprKind::Binary { op, left, right },
            Operator::Assign(op) => ExprKind::Assign { op, left, right },
            Operator::Conditional { then } => ExprKind::Conditional {
                condition: left,
                then,
                otherwise: right,
            },
        };
        let (first, last) = (self.expr(left).first, self.expr(right).last);
        self.push_expr(kind, first, last, at)
    }

    /// Between `?` and `:`.
    fn middle(&mut self, question: Origin) -> Parse<Option<ExprId>> {
        if self.eat(P::Colon).is_some() {
            return Ok(None);
        }
        let then = self.nested(Self::expression)?;
        if self.eat(P::Colon).is_none() {
            let found = self.describe(self.token());
            let diagnostic =
                Diagnostic::error(self.origin(), format!("expected `:`, found {found}"))
                    .with(question, "for this `?`");
            return Err(self.report(diagnostic));
        }
        Ok(Some(then))
    }

    fn infix(&self) -> Option<(Operator, Precedence)> {
        use Precedence as Level;
        let TokenKind::Punctuator(punctuator) = self.kind() else {
            return None;
        };
        let binary = |op, precedence| Some((Operator::Binary(op), precedence));
        let assign = |op| Some((Operator::Assign(op), Level::Assignment));
        match punctuator {
            P::Comma => binary(BinaryOp::Comma, Level::Comma),
            P::Question => Some((Operator::Conditional { then: None }, Level::Conditional)),
            P::PipePipe => binary(BinaryOp::LogicalOr, Level::LogicalOr),
            P::AmpersandAmpersand => binary(BinaryOp::LogicalAnd, Level::LogicalAnd),
            P::Pipe => binary(BinaryOp::Or, Level::Or),
            P::Caret => binary(BinaryOp::Xor, Level::Xor),
            P::Ampersand => binary(BinaryOp::And, Level::And),
            P::EqualEqual => binary(BinaryOp::Equal, Level::Equality),
            P::BangEqual => binary(BinaryOp::NotEqual, Level::Equality),
            P::Less => binary(BinaryOp::Less, Level::Relation),
            P::LessEqual => binary(BinaryOp::LessEqual, Level::Relation),
            P::Greater => binary(BinaryOp::Greater, Level::Relation),
            P::GreaterEqual => binary(BinaryOp::GreaterEqual, Level::Relation),
            P::ShiftLeft => binary(BinaryOp::ShiftLeft, Level::Shift),
            P::ShiftRight => binary(BinaryOp::ShiftRight, Level::Shift),
            P::Plus => binary(BinaryOp::Add, Level::Sum),
            P::Minus => binary(BinaryOp::Subtract, Level::Sum),
            P::Star => binary(BinaryOp::Multiply, Level::Product),
            P::Slash => binary(BinaryOp::Divide, Level::Product),
            P::Percent => binary(BinaryOp::Remainder, Level::Product),
            P::Equal => assign(None),
            P::PlusEqual => assign(Some(BinaryOp::Add)),
            P::MinusEqual => assign(Some(BinaryOp::Subtract)),
            P::StarEqual => assign(Some(BinaryOp::Multiply)),
            P::SlashEqual => assign(Some(BinaryOp::Divide)),
            P::PercentEqual => assign(Some(BinaryOp::Remainder)),
            P::ShiftLeftEqual => assign(Some(BinaryOp::ShiftLeft)),
            P::ShiftRightEqual => assign(Some(BinaryOp::ShiftRight)),
            P::AmpersandEqual => assign(Some(BinaryOp::And)),
            P::PipeEqual => assign(Some(BinaryOp::Or)),
            P::CaretEqual => assign(Some(BinaryOp::Xor)),
            _ => None,
        }
    }

    /// Prefix operators and casts, an operand, its suffixes.
    fn unary(&mut self) -> Parse<ExprId> {
        let base = self.prefixes.len();
        let mut operand = match self.prefixed_operand(base)? {
            Operand::Done(operand) => operand,
            Operand::Open(operand) => self.suffixes(operand)?,
        };
        while self.prefixes.len() > base {
            let Some(Prefix { kind, at }) = self.prefixes.pop() else {
                break;
            };
            let last = self.expr(operand).last;
            let kind = match kind {
                PrefixKind::Unary(op) => ExprKind::Unary { op, operand },
                PrefixKind::Cast(ty) => ExprKind::Cast { ty, operand },
                PrefixKind::Sizeof => ExprKind::Sizeof(TypeOrExpr::Expr(operand)),
                PrefixKind::Alignof => ExprKind::Alignof(TypeOrExpr::Expr(operand)),
                PrefixKind::VecStep => ExprKind::VecStep(TypeOrExpr::Expr(operand)),
            };
            operand = self.push_expr(kind, at, last, at)?;
        }
        Ok(operand)
    }

    fn prefixed_operand(&mut self, base: usize) -> Parse<Operand> {
        loop {
            let at = self.origin();
            if let Some(op) = self.unary_operator() {
                self.advance();
                self.prefixes.push(Prefix {
                    kind: PrefixKind::Unary(op),
                    at,
                });
                continue;
            }
            match self.keyword() {
                Some(Keyword::Extension) => {
                    self.advance();
                    continue;
                }
                Some(Keyword::Sizeof | Keyword::Alignof | Keyword::VecStep) => {
                    if let Some(operand) = self.sizeof()? {
                        return Ok(operand);
                    }
                    continue;
                }
                _ => {}
            }
            if !self.is(P::LeftParen) {
                return self.primary().map(Operand::Open);
            }
            if self.starts_type_name(1) || self.is_misspelt_cast() {
                let (ty, _) = self.parenthesised_type()?;
                if self.is(P::LeftBrace) {
                    return self.compound_literal(ty, at).map(Operand::Open);
                }
                self.prefixes.push(Prefix {
                    kind: PrefixKind::Cast(ty),
                    at,
                });
                continue;
            }
            if self.prefixes.len() > base
                && let Some(&Prefix {
                    kind: PrefixKind::Cast(ty),
                    at,
                }) = self.prefixes.last()
                && !self.is_ahead(1, P::LeftBrace)
            {
                return self.cast_list(ty, at);
            }
            return self.primary().map(Operand::Open);
        }
    }

    fn unary_operator(&self) -> Option<UnaryOp> {
        match self.kind() {
            TokenKind::Punctuator(punctuator) => match punctuator {
                P::Plus => Some(UnaryOp::Plus),
                P::Minus => Some(UnaryOp::Minus),
                P::Tilde => Some(UnaryOp::Complement),
                P::Bang => Some(UnaryOp::Not),
                P::Star => Some(UnaryOp::Deref),
                P::Ampersand => Some(UnaryOp::AddressOf),
                P::PlusPlus => Some(UnaryOp::Increment),
                P::MinusMinus => Some(UnaryOp::Decrement),
                _ => None,
            },
            _ => None,
        }
    }

    /// `(flaot)x`: an unknown word in parentheses before an operand can only have been meant as a type.
    fn is_misspelt_cast(&self) -> bool {
        let unknown = match Self::name_of(self.ahead(1)) {
            Some(name) => self.is_unknown(name.symbol),
            None => false,
        };
        unknown
            && self.is_ahead(2, P::RightParen)
            && matches!(
                self.ahead(3).kind,
                TokenKind::Identifier(_) | TokenKind::Number(_) | TokenKind::Character(_)
            )
    }

    fn parenthesised_type(&mut self) -> Parse<(TypeNameId, Origin)> {
        let open = self.expect(P::LeftParen, "before the type")?;
        let ty = self.nested(Self::type_name)?;
        let close = self.expect_closing(P::RightParen, open)?;
        Ok((ty, close))
    }

    fn compound_literal(&mut self, ty: TypeNameId, first: Origin) -> Parse<ExprId> {
        let initializer = self.braced_initializer()?;
        let last = self.previous();
        self.push_expr(
            ExprKind::CompoundLiteral { ty, initializer },
            first,
            last,
            first,
        )
    }

    /// `(a, b, ...)` after a cast: its list, unless a suffix follows. After a cast to a vector it is
    /// always the list, and a suffix applies to the vector that it makes: `(float4)(1, 2, 3, 4).x`.
    fn cast_list(&mut self, ty: TypeNameId, at: Origin) -> Parse<Operand> {
        let open = self.origin();
        let (elements, close) = self.arguments()?;
        if elements.is_empty() {
            let diagnostic = Diagnostic::error(close, "there is nothing between these parentheses")
                .with(open, "opened here");
            return Err(self.report(diagnostic));
        }
        let ty_name = self.tree.type_name(ty);
        let vector = self.is_vector(&ty_name.specifiers, &ty_name.declarator);
        if vector || !self.at_suffix() {
            self.prefixes.pop();
            let kind = ExprKind::CastList { ty, elements };
            return self.push_expr(kind, at, close, at).map(Operand::Open);
        }
        let mut inner = elements[0];
        for &right in &elements[1..] {
            let (first, last) = (self.expr(inner).first, self.expr(right).last);
            let kind = ExprKind::Binary {
                op: BinaryOp::Comma,
                left: inner,
                right,
            };
            inner = self.push_expr(kind, first, last, first)?;
        }
        self.push_expr(ExprKind::Paren(inner), open, close, open)
            .map(Operand::Open)
    }

    /// `sizeof`, `_Alignof`, `vec_step`: with a type whole, else a prefix of what follows.
    fn sizeof(&mut self) -> Parse<Option<Operand>> {
        let keyword = self.keyword();
        let at = self.advance();
        let (prefix, whole): (_, fn(TypeOrExpr) -> ExprKind) = match keyword {
            Some(Keyword::Alignof) => (PrefixKind::Alignof, ExprKind::Alignof),
            Some(Keyword::VecStep) => (PrefixKind::VecStep, ExprKind::VecStep),
            _ => (PrefixKind::Sizeof, ExprKind::Sizeof),
        };
        if self.is(P::LeftParen) && self.starts_type_name(1) {
            let first = self.origin();
            let (ty, close) = self.parenthesised_type()?;
            let ty_name = self.tree.type_name(ty);
            if self.is(P::LeftParen) && self.is_vector(&ty_name.specifiers, &ty_name.declarator) {
                // A vector literal, whose size is its type's. Suffixes belong to the literal, and to
                // clang they change nothing: `sizeof (float4)(0.0f).x` is 16.
                self.prefixes.push(Prefix {
                    kind: PrefixKind::Cast(ty),
                    at: first,
                });
                let (Operand::Open(literal) | Operand::Done(literal)) =
                    self.cast_list(ty, first)?;
                self.suffixes(literal)?;
                let last = self.previous();
                let expr = self.push_expr(whole(TypeOrExpr::Type(ty)), at, last, at)?;
                return Ok(Some(Operand::Done(expr)));
            }
            if !self.is(P::LeftBrace) {
                let expr = self.push_expr(whole(TypeOrExpr::Type(ty)), at, close, at)?;
                return Ok(Some(Operand::Done(expr)));
            }
            self.prefixes.push(Prefix { kind: prefix, at });
            return Ok(Some(Operand::Open(self.compound_literal(ty, first)?)));
        }
        self.prefixes.push(Prefix { kind: prefix, at });
        Ok(None)
    }

    fn at_suffix(&self) -> bool {
        matches!(
            self.kind(),
            TokenKind::Punctuator(
                P::LeftBracket | P::LeftParen | P::Dot | P::Arrow | P::PlusPlus | P::MinusMinus
            )
        )
    }

    fn suffixes(&mut self, mut operand: ExprId) -> Parse<ExprId> {
        while let TokenKind::Punctuator(punctuator) = self.kind() {
            let first = self.expr(operand).first;
            let at = self.origin();
            let kind = match punctuator {
                P::LeftBracket => {
                    self.advance();
                    let index = self.nested(Self::expression)?;
                    self.expect_closing(P::RightBracket, at)?;
                    ExprKind::Index {
                        base: operand,
                        index,
                    }
                }
                P::LeftParen => ExprKind::Call {
                    callee: operand,
                    arguments: self.arguments()?.0,
                },
                P::Dot | P::Arrow => {
                    self.advance();
                    let name = self.member_name()?;
                    let kind = ExprKind::Member {
                        base: operand,
                        name,
                        arrow: punctuator == P::Arrow,
                    };
                    operand = self.push_expr(kind, first, name.origin, name.origin)?;
                    continue;
                }
                P::PlusPlus | P::MinusMinus => {
                    self.advance();
                    ExprKind::Postfix {
                        op: if punctuator == P::PlusPlus {
                            PostfixOp::Increment
                        } else {
                            PostfixOp::Decrement
                        },
                        operand,
                    }
                }
                _ => break,
            };
            let last = self.previous();
            operand = self.push_expr(kind, first, last, at)?;
        }
        Ok(operand)
    }

    fn member_name(&mut self) -> Parse<Name> {
        match self.identifier() {
            Some(name) => {
                self.advance();
                Ok(name)
            }
            None => Err(self.expected("the name of a field or of a vector's components")),
        }
    }

    /// `(a, b, ...)`: what is inside, and the parenthesis that closes it.
    fn arguments(&mut self) -> Parse<(Vec<ExprId>, Origin)> {
        let open = self.advance();
        let arguments = self.nested(|parser| {
            let mut arguments = Vec::new();
            if !parser.is(P::RightParen) {
                arguments.push(parser.assignment_expression()?);
                while parser.eat(P::Comma).is_some() {
                    arguments.push(parser.assignment_expression()?);
                }
            }
            Ok(arguments)
        })?;
        let close = self.expect_closing(P::RightParen, open)?;
        Ok((arguments, close))
    }

    fn primary(&mut self) -> Parse<ExprId> {
        let token = self.token();
        let at = token.origin;
        let kind = match token.kind {
            TokenKind::Identifier(symbol) => match self.keyword() {
                None => return self.name(Name { symbol, origin: at }),
                Some(keyword) => return self.keyword_expression(keyword),
            },
            TokenKind::Number(symbol) => self.number(symbol, at)?,
            TokenKind::Character(symbol) => self.character(symbol, at)?,
            TokenKind::String(_) => {
                let (kind, last) = self.strings()?;
                return self.push_expr(kind, at, last, at);
            }
            TokenKind::Punctuator(P::LeftParen) => return self.parenthesised(),
            TokenKind::Punctuator(P::Caret) => return self.block_literal(),
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        self.push_expr(kind, at, at, at)
    }

    /// `^(int x) { ... }`: reported and passed over.
    fn block_literal(&mut self) -> Parse<ExprId> {
        let at = self.advance();
        let message = "blocks are OpenCL C 2.0: they are not analysed";
        self.warn(Diagnostic::unsupported(at, message));
        while !self.is(P::LeftParen) && !self.is(P::LeftBrace) && self.starts_type_name(0) {
            self.advance();
        }
        if self.eat(P::LeftParen).is_some() {
            self.skip_to_closing_paren();
        }
        if !self.is(P::LeftBrace) {
            return Err(self.expected("the `{` of a block"));
        }
        self.skip_braces();
        let last = self.previous();
        self.push_expr(ExprKind::Error, at, last, at)
    }

    fn name(&mut self, name: Name) -> Parse<ExprId> {
        if self.meaning(name.symbol).is_type() {
            return Err(self.type_as_value());
        }
        self.advance();
        self.push_expr(
            ExprKind::Name(name.symbol),
            name.origin,
            name.origin,
            name.origin,
        )
    }

    /// A type where a value should be: `float4(1, 2, 3, 4)` above all.
    fn type_as_value(&mut self) -> super::Reported {
        let token = self.token();
        let name = self.describe(token);
        let diagnostic = Diagnostic::error(token.origin, format!("{name} is a type, not a value"));
        let diagnostic = if self.is_ahead(1, P::LeftParen) {
            let bare = name.trim_matches('`');
            diagnostic
                .help(format!("put the type in parentheses: `({bare})(...)`"))
                .suggest(token.origin, format!("({bare})"))
        } else {
            diagnostic
        };
        self.report(diagnostic)
    }

    fn parenthesised(&mut self) -> Parse<ExprId> {
        let open = self.advance();
        if self.is(P::LeftBrace) {
            let (block, height) = self.region(|parser| parser.nested(Self::block))?;
            let close = self.expect_closing(P::RightParen, open)?;
            let kind = ExprKind::StatementExpr(block);
            return self.push_expr_of(height + 1, kind, open, close, open);
        }
        let inner = self.nested(Self::expression)?;
        let close = self.expect_closing(P::RightParen, open)?;
        self.push_expr(ExprKind::Paren(inner), open, close, open)
    }

    fn keyword_expression(&mut self, keyword: Keyword) -> Parse<ExprId> {
        let at = self.origin();
        let kind = match keyword {
            Keyword::True | Keyword::False => {
                self.advance();
                ExprKind::Integer {
                    value: u64::from(keyword == Keyword::True),
                    ty: Scalar::Bool,
                }
            }
            Keyword::FunctionName => {
                self.advance();
                let name = self
                    .function
                    .map_or("", |function| self.interner.text(function));
                ExprKind::String(name.as_bytes().into())
            }
            Keyword::Generic => self.generic()?,
            Keyword::BuiltinOffsetof => self.offsetof()?,
            Keyword::BuiltinAstype | Keyword::BuiltinConvertvector => {
                self.typed_builtin(keyword)?
            }
            Keyword::BuiltinTypesCompatible
            | Keyword::BuiltinChooseExpr
            | Keyword::BuiltinVaArg => {
                let name = keyword.text();
                let diagnostic = Diagnostic::unsupported(
                    at,
                    format!("`{name}` belongs to a compiler, not to OpenCL C"),
                );
                self.warn(diagnostic);
                self.advance();
                if self.eat(P::LeftParen).is_some() {
                    self.skip_to_closing_paren();
                }
                ExprKind::Error
            }
            _ if self.starts_type_name(0) => return Err(self.type_as_value()),
            _ => return Err(self.expected("an expression")),
        };
        let last = self.previous();
        self.push_expr(kind, at, last, at)
    }

    fn generic(&mut self) -> Parse<ExprKind> {
        self.advance();
        let open = self.expect(P::LeftParen, "after `_Generic`")?;
        let kind = self.nested(|parser| {
            let control = parser.assignment_expression()?;
            let mut associations = Vec::new();
            while parser.eat(P::Comma).is_some() {
                let ty = if parser.eat_keyword(Keyword::Default).is_some() {
                    None
                } else {
                    Some(parser.type_name()?)
                };
                parser.expect(P::Colon, "after the type")?;
                let value = parser.assignment_expression()?;
                associations.push(GenericAssociation { ty, value });
            }
            Ok(ExprKind::Generic {
                control,
                associations,
            })
        })?;
        self.expect_closing(P::RightParen, open)?;
        Ok(kind)
    }

    fn offsetof(&mut self) -> Parse<ExprKind> {
        self.advance();
        let open = self.expect(P::LeftParen, "after `offsetof`")?;
        let kind = self.nested(|parser| {
            let ty = parser.type_name()?;
            parser.expect(P::Comma, "after the type")?;
            let mut path = vec![OffsetStep::Field(parser.member_name()?)];
            loop {
                if parser.eat(P::Dot).is_some() {
                    path.push(OffsetStep::Field(parser.member_name()?));
                } else if let Some(bracket) = parser.eat(P::LeftBracket) {
                    path.push(OffsetStep::Index(parser.expression()?));
                    parser.expect_closing(P::RightBracket, bracket)?;
                } else {
                    return Ok(ExprKind::Offsetof { ty, path });
                }
            }
        })?;
        self.expect_closing(P::RightParen, open)?;
        Ok(kind)
    }

    /// `__builtin_astype(value, type)` and its like.
    fn typed_builtin(&mut self, keyword: Keyword) -> Parse<ExprKind> {
        self.advance();
        let open = self.expect(P::LeftParen, &format!("after `{}`", keyword.text()))?;
        let (value, ty) = self.nested(|parser| {
            let value = parser.assignment_expression()?;
            parser.expect(P::Comma, "before the type")?;
            Ok((value, parser.type_name()?))
        })?;
        self.expect_closing(P::RightParen, open)?;
        Ok(if keyword == Keyword::BuiltinAstype {
            ExprKind::AsType { value, ty }
        } else {
            ExprKind::ConvertVector { value, ty }
        })
    }
}
