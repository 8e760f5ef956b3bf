//! The checker: syntax tree in, checked program out. It resolves names, gives every expression its
//! type, makes every implicit conversion explicit and applies the rules of OpenCL C 1.2, as clang
//! reads them where the standard leaves room.
//!
//! One error is reported once: an expression in error has [`TypeId::ERROR`], and nothing is said of
//! what is made of it.

mod atomic;
mod attribute;
mod block_value;
mod call;
mod compiler_builtin;
mod conditional;
mod constant;
mod convert;
mod declarator;
mod everyday;
mod expression;
mod extension;
mod foreign;
mod format;
mod function;
mod generic;
mod group;
mod image;
mod initializer;
mod naming;
mod object;
mod operators;
mod overload;
mod record;
mod scope;
mod statement;
mod unresolved;
mod vector;
mod words;

pub use foreign::words_of_cuda;

use crate::diagnostic::{Diagnostic, Severity};
use crate::interner::Interner;
use crate::names::Names;
use crate::preprocessor::{Options, Standard};
use crate::program::{
    Constant, Expr, ExprId, ExprKind, Function, Global, GlobalId, Initializer, Label, Program,
    Stmt, StmtKind, Var, VarId,
};
use crate::source::{FileId, Origin, SourceMap};
use crate::syntax::{self, Item, Tree};
use crate::token::Symbol;
use crate::types::{AddressSpace, Qualifiers, RecordId, Type, TypeId, Types};
use function::Declaration;
use scope::{Entity, Scopes, Tag};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Diagnostics of one severity beyond this many are not kept: what a reader needs is at the start.
const MOST_DIAGNOSTICS: usize = 200;

/// A program that passed, with what there is to warn of.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program.
    pub program: Program,
    /// Warnings, in the order in which they were found.
    pub warnings: Vec<Diagnostic>,
}

/// Why there is no program.
#[derive(Clone, Debug)]
pub struct Rejected {
    /// Files and macro expansions, in which the diagnostics have their places.
    pub sources: SourceMap,
    /// At least one error or unsupported construct; warnings too.
    pub diagnostics: Vec<Diagnostic>,
    /// How many of them are errors that were found before names and types were looked at: they may hide
    /// others.
    pub unread: usize,
    /// Where nothing is in error, and what is unsupported stands within functions: the program without these
    /// functions, and without those that call them. Its other kernels can be run.
    pub rest: Option<Box<Checked>>,
}

/// Checks a tree. `earlier` is what was found before it: after an error there, nothing is said of
/// names that are missing here, since what declared them may be what could not be read. `names` takes the
/// names of the program.
pub fn check(
    tree: &Tree,
    interner: &Interner,
    sources: SourceMap,
    earlier: Vec<Diagnostic>,
    options: &Options,
    names: Option<&mut Names>,
) -> Result<Checked, Rejected> {
    let unread = errors(&earlier);
    let (parts, whole, mut diagnostics) = {
        let mut checker = Checker::new(tree, interner, &sources, options);
        checker.seen = names.is_some().then(Box::default);
        checker.unread = earlier
            .iter()
            .filter(|diagnostic| diagnostic.severity != Severity::Warning)
            .map(|diagnostic| sources.use_site(diagnostic.origin))
            .map(|span| (span.file, span.start))
            .min();
        checker.diagnostics = earlier;
        checker.items();
        checker.hand_over(names);
        checker.finish()
    };
    diagnostics.sort_by_key(|diagnostic| {
        let place = sources.use_site(diagnostic.origin);
        (place.file, place.start)
    });
    let checked = |sources, parts: Parts, warnings| Checked {
        program: parts.into_program(sources),
        warnings,
    };
    match parts {
        Some(parts) if whole => Ok(checked(sources, parts, diagnostics)),
        parts => {
            let rest = parts.map(|parts| {
                let warnings = diagnostics.iter();
                let warnings = warnings.filter(|it| it.severity == Severity::Warning);
                Box::new(checked(sources.clone(), parts, warnings.cloned().collect()))
            });
            Err(Rejected {
                sources,
                diagnostics,
                unread,
                rest,
            })
        }
    }
}

/// An expression that is checked in the scope of a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) expr: syntax::ExprId,
    /// The first token of the statement, or the `}` of a function's body.
    pub(crate) before: Origin,
    /// Is the scope that of the statement, a `for`, after its declarations?
    pub(crate) inside: bool,
    pub(crate) answer: Option<ExprId>,
}

/// [`check`] of a program without errors, with an expression that is checked in the scope of one of its statements.
pub(crate) fn check_with_expression(
    tree: &Tree,
    interner: &Interner,
    sources: SourceMap,
    earlier: Vec<Diagnostic>,
    options: &Options,
    asked: Option<Asked>,
) -> Result<(Program, ExprId), Vec<Diagnostic>> {
    let (parts, mut diagnostics, answer) = {
        let mut checker = Checker::new(tree, interner, &sources, options);
        checker.diagnostics = earlier;
        checker.asked = asked;
        checker.items();
        let answer = checker.asked.and_then(|asked| asked.answer);
        let (parts, _, diagnostics) = checker.finish();
        (parts, diagnostics, answer)
    };
    match (parts, answer) {
        (Some(parts), Some(answer)) => Ok((parts.into_program(sources), answer)),
        _ => {
            diagnostics.retain(|it| it.severity != Severity::Warning);
            Err(diagnostics)
        }
    }
}

pub(crate) fn errors(diagnostics: &[Diagnostic]) -> usize {
    let errors = diagnostics.iter();
    errors.filter(|it| it.severity == Severity::Error).count()
}

/// A program but for its sources.
struct Parts {
    types: Types,
    exprs: Vec<Expr>,
    functions: Vec<Function>,
    globals: Vec<Global>,
}

impl Parts {
    fn into_program(self, sources: SourceMap) -> Program {
        Program {
            sources,
            types: self.types,
            exprs: self.exprs,
            functions: self.functions,
            globals: self.globals,
            consulted: Vec::new(),
        }
    }
}

/// An expression of the program that is being made, with what its context may do with it.
#[derive(Clone, Copy, Debug)]
struct Operand {
    id: ExprId,
    ty: TypeId,
    /// Set if it denotes an object.
    place: Option<Place>,
}

/// What is known of an object.
#[derive(Clone, Copy, Debug)]
struct Place {
    qualifiers: Qualifiers,
    space: AddressSpace,
}

impl Operand {
    fn is_error(self) -> bool {
        self.ty == TypeId::ERROR
    }
}

/// The function whose body is being checked.
#[derive(Debug, Default)]
struct Body {
    /// Index of its declaration; `None` at program scope.
    function: Option<usize>,
    result: TypeIdOrVoid,
    is_kernel: bool,
    vars: Vec<Var>,
    /// The objects that begin as a truth of vectors.
    masks: HashSet<VarId>,
    /// The commas that were reported, or that begin with one that was.
    commas: HashSet<ExprId>,
    /// Values of `const` objects, which may stand in constant expressions.
    constants: Vec<Option<Constant>>,
    labels: Vec<Label>,
    label_ids: HashMap<Symbol, usize>,
    label_defined: Vec<bool>,
    /// The labels that `goto` names, where names are asked for.
    gotos: Vec<syntax::Name>,
    /// What comes before the statement that is being checked: parts of blocks with a value.
    hoisted: Vec<Stmt>,
    /// May a block with a value move there from here?
    may_hoist: bool,
    loops: u32,
    breakable: u32,
    switches: Vec<Switch>,
    /// Symbols already found to be unknown, each with the place of what was reported of it.
    unknown: HashMap<Symbol, Option<usize>>,
}

/// A result type; `void` until a function says otherwise.
#[derive(Clone, Copy, Debug)]
struct TypeIdOrVoid(TypeId);

impl Default for TypeIdOrVoid {
    fn default() -> Self {
        TypeIdOrVoid(TypeId::VOID)
    }
}

/// A `switch` whose body is being checked.
#[derive(Debug)]
struct Switch {
    ty: TypeId,
    cases: HashMap<i64, Origin>,
    default: Option<Origin>,
}

struct Checker<'a> {
    tree: &'a Tree,
    interner: &'a Interner,
    sources: &'a SourceMap,
    types: Types,
    exprs: Vec<Expr>,
    globals: Vec<Global>,
    global_constants: Vec<Option<Constant>>,
    global_places: Vec<Place>,
    /// Objects declared `extern` whose definition has not been seen yet.
    awaited: HashSet<GlobalId>,
    declarations: Vec<Declaration>,
    /// Functions that share a name, by index into `declarations`.
    sets: Vec<Vec<usize>>,
    names: Scopes<Entity>,
    tags: Scopes<Tag>,
    body: Body,
    /// `cl_khr_fp16` enabled?
    half: bool,
    standard: Standard,
    /// Is a constant without a suffix a `float`?
    single_precision: bool,
    diagnostics: Vec<Diagnostic>,
    /// How many diagnostics of each severity were reported here.
    kept: [usize; 3],
    /// An initialiser's expression that was checked to see whether its braces were left out.
    pending: Option<(syntax::InitializerId, Operand)>,
    known: Vec<words::Cached>,
    texts: HashMap<Symbol, Arc<str>>,
    suggestions: usize,
    /// Where the first thing stands that could not be read.
    unread: Option<(FileId, u32)>,
    /// Records some of whose fields were in error: nothing is said of fields that they lack.
    mutilated: HashSet<RecordId>,
    /// Records with a field whose width the host does not know.
    address_sized: HashSet<RecordId>,
    /// Parameters that got a pointer into another address space: function, position, and that space.
    misplaced: HashSet<(usize, usize, AddressSpace)>,
    /// The names seen so far, where they are asked for.
    seen: Option<Box<Names>>,
    /// An expression that is to be checked within the program.
    asked: Option<Asked>,
}

impl<'a> Checker<'a> {
    fn new(
        tree: &'a Tree,
        interner: &'a Interner,
        sources: &'a SourceMap,
        options: &Options,
    ) -> Self {
        Checker {
            tree,
            interner,
            sources,
            types: Types::default(),
            exprs: Vec::with_capacity(tree.exprs.len() * 2),
            globals: Vec::new(),
            global_constants: Vec::new(),
            global_places: Vec::new(),
            awaited: HashSet::new(),
            declarations: Vec::new(),
            sets: Vec::new(),
            names: Scopes::new(interner.len()),
            tags: Scopes::new(interner.len()),
            body: Body::default(),
            half: options.half,
            standard: options.standard,
            single_precision: options.single_precision_constant,
            diagnostics: Vec::new(),
            kept: [0; 3],
            pending: None,
            known: vec![words::Cached::Unasked; interner.len()],
            texts: HashMap::new(),
            suggestions: 0,
            unread: None,
            mutilated: HashSet::new(),
            address_sized: HashSet::new(),
            misplaced: HashSet::new(),
            seen: None,
            asked: None,
        }
    }

    /// Does the program mark a function as a kernel?
    fn has_kernel(&self) -> bool {
        self.tree.items.iter().any(|item| {
            matches!(item, Item::Function(definition) if definition.specifiers.kernel.is_some())
        })
    }

    fn items(&mut self) {
        let tree = self.tree;
        for item in &tree.items {
            match item {
                Item::Function(definition) => self.function_definition(definition),
                Item::Declaration(declaration) => self.program_declaration(declaration),
                Item::StaticAssert(assertion) => self.static_assert(assertion),
                Item::Extension {
                    name,
                    enable,
                    origin,
                } => self.extension(*name, *enable, *origin),
                Item::FpContract { .. } => {}
            }
        }
    }

    /// The program, if what is analysed makes one; whether that is all of it; what was found.
    fn finish(mut self) -> (Option<Parts>, bool, Vec<Diagnostic>) {
        self.report_awaited();
        self.reject_recursion();
        let any = |severity| self.diagnostics.iter().any(|it| it.severity == severity);
        let (wrong, whole) = (any(Severity::Error), !any(Severity::Unsupported));
        let stands = !wrong && (whole || self.leave_out_unsupported());
        let functions = self.functions();
        let parts = stands.then_some(Parts {
            types: self.types,
            exprs: self.exprs,
            functions,
            globals: self.globals,
        });
        (parts, whole, self.diagnostics)
    }

    fn static_assert(&mut self, assertion: &syntax::StaticAssert) {
        let value = self.value(assertion.condition);
        if value.is_error() {
            return;
        }
        match self.evaluate_integer(value.id) {
            Some(0) => {
                let message =
                    assertion
                        .message
                        .and_then(|message| match &self.tree.expr(message).kind {
                            syntax::ExprKind::String(bytes) => {
                                Some(String::from_utf8_lossy(bytes).into_owned())
                            }
                            _ => None,
                        });
                let text = match message {
                    Some(message) => format!("this assertion fails: {message}"),
                    None => "this assertion fails".to_owned(),
                };
                self.report(Diagnostic::error(assertion.origin, text));
            }
            Some(_) => {}
            None => self.not_constant(value.id, "the condition of `_Static_assert`"),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        // Each severity has room of its own: no number of warnings hides an error.
        let kept = &mut self.kept[diagnostic.severity as usize];
        if *kept < MOST_DIAGNOSTICS {
            *kept += 1;
            self.diagnostics.push(diagnostic);
        }
    }

    fn text(&self, symbol: Symbol) -> &'a str {
        self.interner.text(symbol)
    }

    /// The text of a symbol, shared by everything of that name.
    fn shared_text(&mut self, symbol: Symbol) -> Arc<str> {
        let interner = self.interner;
        self.texts
            .entry(symbol)
            .or_insert_with(|| interner.text(symbol).into())
            .clone()
    }

    /// An expression that stands where one of the tree stands.
    fn push(&mut self, at: &syntax::Expr, kind: ExprKind, ty: TypeId) -> ExprId {
        self.exprs.push(Expr {
            kind,
            ty,
            origin: at.first,
            end: at.last,
            at: at.at,
        });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// An expression that stands where another stands: a conversion of it, say.
    fn wrap(&mut self, inner: ExprId, kind: ExprKind, ty: TypeId) -> ExprId {
        let Expr {
            origin, end, at, ..
        } = self.exprs[inner.0 as usize];
        self.exprs.push(Expr {
            kind,
            ty,
            origin,
            end,
            at,
        });
        ExprId(self.exprs.len() as u32 - 1)
    }

    fn value_operand(&mut self, at: &syntax::Expr, kind: ExprKind, ty: TypeId) -> Operand {
        Operand {
            id: self.push(at, kind, ty),
            ty,
            place: None,
        }
    }

    fn error_operand(&mut self, at: &syntax::Expr) -> Operand {
        self.value_operand(at, ExprKind::NullPointer, TypeId::ERROR)
    }

    fn type_of(&self, id: ExprId) -> TypeId {
        self.exprs[id.0 as usize].ty
    }

    /// An error over the whole of an expression.
    fn error_at(&self, id: ExprId, message: impl Into<String>) -> Diagnostic {
        let expr = &self.exprs[id.0 as usize];
        Diagnostic::error(expr.origin, message).to(expr.end)
    }

    /// An error over the whole of an expression of the tree, under the token to point at.
    fn error_on(&self, at: &syntax::Expr, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(at.at, message)
    }

    fn not_constant(&mut self, id: ExprId, what: &str) {
        let error = self
            .error_at(
                id,
                format!("{what} must be a constant that is known before the program runs"),
            )
            .help("use a number, an enumerator, a `#define`, or `sizeof`");
        self.report(error);
    }

    fn unsupported(&mut self, origin: Origin, end: Origin, message: impl Into<String>) {
        self.report(Diagnostic::unsupported(origin, message).to(end));
    }

    fn empty_stmt(origin: Origin, end: Origin) -> Stmt {
        Stmt {
            kind: StmtKind::Empty,
            origin,
            end,
        }
    }

    /// Is it a type that this project does not analyse, or one in error?
    fn is_opaque(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Unsupported(_) | Type::Error)
    }

    fn full(entries: Vec<crate::program::InitEntry>, zero_rest: bool) -> Initializer {
        Initializer { zero_rest, entries }
    }
}
