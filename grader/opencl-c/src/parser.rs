//! Tokens to tree: recursive descent, with an operator stack for expressions.
//!
//! An error is reported once and unwinds to the nearest statement or declaration, which resumes at the
//! next one; what was lost is an `Error` node, so that the checker keeps silent about it. Depth is
//! bounded by [`limits::NESTING`] and a stack of one frame per level of nesting, not of precedence; time
//! is linear, because no token is read again after it was passed save for a bounded look ahead.

mod attribute;
mod constant;
mod cuda;
mod declaration;
mod declarator;
mod expression;
mod initializer;
mod names;
mod recovery;
mod specifier;
mod spelling;
mod statement;

use crate::diagnostic::Diagnostic;
use crate::interner::Interner;
use crate::keyword::{self, Keyword, Word};
use crate::source::{ExpansionId, FileId, Origin, SourceMap, Span};
use crate::syntax::{
    Expr, ExprId, ExprKind, Initializer, InitializerId, Name, OffsetStep, Stmt, StmtId, StmtKind,
    Tree, TypeName, TypeNameId, TypeOrExpr, limits,
};
use crate::token::{Punctuator, Symbol, Token, TokenKind};
use cuda::CudaWords;
use names::{Meaning, Names};

/// Errors after which the parser gives up on a program.
const MOST_ERRORS: usize = 64;

/// Warnings, or unsupported constructs, after which the parser keeps silent about more of them.
const MOST_WARNINGS: usize = 200;

/// What the parser made of a program.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree, with `Error` nodes where there were errors.
    pub tree: Tree,
    /// What is wrong with its grammar, in the order in which it was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a program. `tokens` ends with [`TokenKind::End`]; what follows that is not read.
pub fn parse(tokens: &[Token], interner: &Interner, sources: &SourceMap) -> Parsed {
    let mut parser = Parser::new(tokens, interner, sources);
    parser.program();
    Parsed {
        tree: parser.tree,
        diagnostics: parser.diagnostics,
    }
}

/// Parses a program, and an expression that stands behind it: none where that is in error.
pub(crate) fn parse_with_expression(
    tokens: &[Token],
    expression: &[Token],
    interner: &Interner,
    sources: &SourceMap,
) -> (Parsed, Option<ExprId>) {
    let mut parser = Parser::new(tokens, interner, sources);
    parser.program();
    let rest = Parser::new(expression, interner, sources);
    (parser.tokens, parser.end, parser.at) = (rest.tokens, rest.end, 0);
    let expr = parser.expression().ok();
    if expr.is_some() && !parser.at_end() {
        let origin = parser.origin();
        parser
            .diagnostics
            .push(Diagnostic::error(origin, "the expression ends before this"));
    }
    let parsed = Parsed {
        tree: parser.tree,
        diagnostics: parser.diagnostics,
    };
    (parsed, expr)
}

/// An error that has been reported.
#[derive(Clone, Copy, Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// What is read after the last token.
    end: Token,
    interner: &'a Interner,
    sources: &'a SourceMap,
    cuda: CudaWords,
    names: Names,
    tree: Tree,
    /// Height of each expression of the tree, and of what initialisers and type names hold.
    heights: Vec<u32>,
    initializer_heights: Vec<u32>,
    type_name_heights: Vec<u32>,
    /// The greatest height since the innermost region began.
    peak: u32,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    unsupported: usize,
    /// Where the last error was reported, as an index of tokens.
    error_at: Option<usize>,
    depth: usize,
    /// A limit was exceeded: everything that follows is passed over in silence.
    stopped: bool,
    pending: Vec<expression::Pending>,
    prefixes: Vec<expression::Prefix>,
    /// A `;` was found missing after a struct's `}` and reported; the declaration ends there.
    implied_semicolon: bool,
    /// A declaration in the head of a `for` is being read.
    in_for: bool,
    /// A function begins where a `}` must be missing: every open block ends here.
    resurface: bool,
    /// Braces that are open, for errors at the end of the file.
    open_braces: Vec<Origin>,
    function: Option<Symbol>,
    /// Names of parameters whose types follow the parameter list, as C before C89 wrote functions.
    old_style: Vec<Name>,
}

impl<'a> Parser<'a> {
    fn new(tokens: &'a [Token], interner: &'a Interner, sources: &'a SourceMap) -> Self {
        let nowhere = Origin {
            spelling: Span {
                file: FileId(0),
                start: 0,
                end: 0,
            },
            expansion: ExpansionId::NONE,
        };
        let length = tokens
            .iter()
            .position(|token| token.kind == TokenKind::End)
            .unwrap_or(tokens.len());
        let mut end = Token {
            kind: TokenKind::End,
            origin: match (tokens.get(length), tokens.get(length.wrapping_sub(1))) {
                (Some(end), _) => end.origin,
                (None, Some(last)) => last.origin,
                (None, None) => nowhere,
            },
        };
        // What is missing at the end is missed on the last line, not on the empty one after it.
        let span = &mut end.origin.spelling;
        if let Some((_, file)) = sources.files().nth(span.file.0 as usize)
            && span.start > 0
            && file.text.get(span.start as usize - 1..) == Some("\n")
        {
            span.start -= 1;
            span.end = span.start;
        }
        // About every second token begins an expression.
        let expressions = length / 2;
        let tree = Tree {
            exprs: Vec::with_capacity(expressions),
            ..Tree::default()
        };
        Parser {
            tokens: &tokens[..length],
            at: 0,
            end,
            interner,
            sources,
            cuda: CudaWords::new(interner),
            names: Names::new(interner.len()),
            tree,
            heights: Vec::with_capacity(expressions),
            initializer_heights: Vec::new(),
            type_name_heights: Vec::new(),
            peak: 0,
            diagnostics: Vec::new(),
            errors: 0,
            warnings: 0,
            unsupported: 0,
            error_at: None,
            depth: 0,
            stopped: false,
            pending: Vec::new(),
            prefixes: Vec::new(),
            implied_semicolon: false,
            in_for: false,
            resurface: false,
            open_braces: Vec::new(),
            function: None,
            old_style: Vec::new(),
        }
    }

    // Tokens

    fn token(&self) -> Token {
        self.tokens.get(self.at).copied().unwrap_or(self.end)
    }

    fn ahead(&self, distance: usize) -> Token {
        self.tokens
            .get(self.at + distance)
            .copied()
            .unwrap_or(self.end)
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    fn origin(&self) -> Origin {
        self.token().origin
    }

    /// Where the last token that was passed stands.
    fn previous(&self) -> Origin {
        match self.at.checked_sub(1).and_then(|at| self.tokens.get(at)) {
            Some(token) => token.origin,
            None => self.origin(),
        }
    }

    fn advance(&mut self) -> Origin {
        let origin = self.origin();
        self.at = (self.at + 1).min(self.tokens.len());
        origin
    }

    fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn is(&self, punctuator: Punctuator) -> bool {
        self.kind() == TokenKind::Punctuator(punctuator)
    }

    fn is_ahead(&self, distance: usize, punctuator: Punctuator) -> bool {
        self.ahead(distance).kind == TokenKind::Punctuator(punctuator)
    }

    fn eat(&mut self, punctuator: Punctuator) -> Option<Origin> {
        self.is(punctuator).then(|| self.advance())
    }

    fn keyword(&self) -> Option<Keyword> {
        match self.kind() {
            TokenKind::Identifier(symbol) => keyword::keyword(symbol),
            _ => None,
        }
    }

    fn is_keyword(&self, keyword: Keyword) -> bool {
        self.keyword() == Some(keyword)
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> Option<Origin> {
        self.is_keyword(keyword).then(|| self.advance())
    }

    /// The identifier here, if there is one and it is no keyword.
    fn identifier(&self) -> Option<Name> {
        Self::name_of(self.token())
    }

    fn name_of(token: Token) -> Option<Name> {
        match token.kind {
            TokenKind::Identifier(symbol) if keyword::keyword(symbol).is_none() => Some(Name {
                symbol,
                origin: token.origin,
            }),
            _ => None,
        }
    }

    /// What an identifier means here: what the program said last, else what the language says.
    fn meaning(&self, symbol: Symbol) -> Meaning {
        match self.names.get(symbol) {
            Meaning::Unknown => match keyword::word(symbol) {
                Some(Word::Type(ty)) => Meaning::Type(ty),
                Some(Word::Keyword(_)) | None => Meaning::Unknown,
            },
            meaning => meaning,
        }
    }

    // The tree

    fn push_expr(
        &mut self,
        kind: ExprKind,
        first: Origin,
        last: Origin,
        at: Origin,
    ) -> Parse<ExprId> {
        let height = 1 + self.tallest_part(&kind);
        self.push_expr_of(height, kind, first, last, at)
    }

    fn push_expr_of(
        &mut self,
        height: u32,
        kind: ExprKind,
        first: Origin,
        last: Origin,
        at: Origin,
    ) -> Parse<ExprId> {
        if height > limits::HEIGHT {
            return Err(self.stop(at, format!("this expression is too complex: it has more than {} operators one within another", limits::HEIGHT), "split it into several statements"));
        }
        let id = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(Expr {
            kind,
            first,
            last,
            at,
        });
        self.heights.push(height);
        self.peak = self.peak.max(height);
        Ok(id)
    }

    fn height(&self, id: ExprId) -> u32 {
        self.heights.get(id.0 as usize).copied().unwrap_or(0)
    }

    /// Parses something and says how high the highest expression in it is.
    fn region<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<(T, u32)> {
        let outside = std::mem::take(&mut self.peak);
        let result = parse(self);
        let inside = self.peak;
        self.peak = outside.max(inside);
        result.map(|value| (value, inside))
    }

    fn tallest_part(&self, kind: &ExprKind) -> u32 {
        let tallest = |ids: &[ExprId]| ids.iter().map(|&id| self.height(id)).max().unwrap_or(0);
        let of_type = |id: TypeNameId| self.type_name_heights[id.0 as usize];
        match kind {
            ExprKind::Paren(operand)
            | ExprKind::Unary { operand, .. }
            | ExprKind::Postfix { operand, .. }
            | ExprKind::Member { base: operand, .. } => self.height(*operand),
            ExprKind::Cast { ty, operand: value }
            | ExprKind::AsType { value, ty }
            | ExprKind::ConvertVector { value, ty } => self.height(*value).max(of_type(*ty)),
            ExprKind::Binary { left, right, .. } | ExprKind::Assign { left, right, .. } => {
                tallest(&[*left, *right])
            }
            ExprKind::Index { base, index } => tallest(&[*base, *index]),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => tallest(&[*condition, then.unwrap_or(*condition), *otherwise]),
            ExprKind::CastList { ty, elements } => tallest(elements).max(of_type(*ty)),
            ExprKind::CompoundLiteral { ty, initializer } => {
                self.initializer_heights[initializer.0 as usize].max(of_type(*ty))
            }
            ExprKind::Sizeof(of) | ExprKind::Alignof(of) | ExprKind::VecStep(of) => match of {
                TypeOrExpr::Type(ty) => of_type(*ty),
                TypeOrExpr::Expr(operand) => self.height(*operand),
            },
            ExprKind::Offsetof { ty, path } => {
                let indices = path.iter().filter_map(|step| match step {
                    OffsetStep::Index(index) => Some(self.height(*index)),
                    OffsetStep::Field(_) => None,
                });
                indices.max().unwrap_or(0).max(of_type(*ty))
            }
            ExprKind::Generic {
                control,
                associations,
            } => {
                let choices = associations
                    .iter()
                    .map(|choice| self.height(choice.value).max(choice.ty.map_or(0, of_type)));
                choices.max().unwrap_or(0).max(self.height(*control))
            }
            ExprKind::Call { callee, arguments } => self.height(*callee).max(tallest(arguments)),
            ExprKind::Integer { .. }
            | ExprKind::Floating { .. }
            | ExprKind::Character(_)
            | ExprKind::String(_)
            | ExprKind::Name(_)
            | ExprKind::StatementExpr(_)
            | ExprKind::Error => 0,
        }
    }

    fn error_expr(&mut self, first: Origin, last: Origin) -> ExprId {
        let id = ExprId(self.tree.exprs.len() as u32);
        self.tree.exprs.push(Expr {
            kind: ExprKind::Error,
            first,
            last,
            at: first,
        });
        self.heights.push(1);
        id
    }

    fn expr(&self, id: ExprId) -> &Expr {
        self.tree.expr(id)
    }

    fn push_stmt(&mut self, kind: StmtKind, first: Origin, last: Origin) -> StmtId {
        let id = StmtId(self.tree.stmts.len() as u32);
        self.tree.stmts.push(Stmt { kind, first, last });
        id
    }

    fn push_initializer(&mut self, initializer: Initializer, height: u32) -> InitializerId {
        let id = InitializerId(self.tree.initializers.len() as u32);
        self.tree.initializers.push(initializer);
        self.initializer_heights.push(height);
        id
    }

    fn push_type_name(&mut self, name: TypeName, height: u32) -> TypeNameId {
        let id = TypeNameId(self.tree.type_names.len() as u32);
        self.tree.type_names.push(name);
        self.type_name_heights.push(height);
        id
    }

    /// Parses an expression or part of one that may contain itself.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.nested_by(1, parse)
    }

    /// Parses a statement that may contain others. Statements, and declarations even more, take a
    /// deeper call stack than expressions, so each counts for several levels.
    fn nested_statement<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.nested_by(2, parse)
    }

    /// Parses a declaration inside another: fields, parameters, the operand of `__typeof__`.
    fn nested_declaration<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.nested_by(4, parse)
    }

    fn nested_by<T>(
        &mut self,
        levels: usize,
        parse: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        if self.depth + levels > limits::NESTING {
            let origin = self.origin();
            return Err(self.stop(
                origin,
                "this is nested too deep",
                "split it into several statements or functions",
            ));
        }
        self.depth += levels;
        let result = parse(self);
        self.depth -= levels;
        result
    }
}
