//! The checked program as edits see it: its expressions and statements with their places in the main file, and
//! the variables that are in scope at each.

use crate::change::{Change, Edit, MAIN};
use crate::kind::Kind;
use crate::words::Words;
use mistakes::analysis::dependence::{Dependence, constant};
use mistakes::analysis::uniformity::Uniformity;
use mistakes::analysis::walk;
use opencl_c::program::{ExprId, ExprKind, Function, FunctionId, Program, Stmt, StmtKind, VarId};
use opencl_c::source::{Origin, Span};
use opencl_c::types::{AddressSpace, Scalar, TypeId};
use std::collections::BTreeSet;

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Within the index of an access.
    Index,
    /// Within the condition of a statement or of `?:`.
    Condition,
    Value,
}

/// An expression that is spelled in the main file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) expr: ExprId,
    pub(crate) function: FunctionId,
    pub(crate) span: Span,
    pub(crate) role: Role,
    /// Is it the whole of an index, and not a part of one?
    pub(crate) is_whole_index: bool,
}

/// A statement that is spelled in the main file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    pub(crate) stmt: &'a Stmt,
    pub(crate) function: FunctionId,
    pub(crate) span: Span,
    /// The index, among the placed statements, of the one around it.
    pub(crate) parent: Option<usize>,
    /// Its position in the block around it; none where no braces stand around it.
    pub(crate) in_block: Option<usize>,
}

impl Placed<'_> {
    /// Is it an expression or a declaration?
    pub(crate) fn is_simple(&self) -> bool {
        matches!(
            self.stmt.kind,
            StmtKind::Expr(_) | StmtKind::Declare { .. } | StmtKind::Return(_)
        )
    }
}

/// A variable, and the bytes in which it is in scope.
struct Scoped {
    function: FunctionId,
    var: VarId,
    from: u32,
    to: u32,
}

pub(crate) struct Subject<'a> {
    pub(crate) program: &'a Program,
    pub(crate) dependence: Dependence,
    pub(crate) uniformity: Uniformity,
    pub(crate) kernel: FunctionId,
    pub(crate) dimensions: usize,
    pub(crate) sites: Vec<Site>,
    pub(crate) statements: Vec<Placed<'a>>,
    scopes: Vec<Scoped>,
}

impl<'a> Subject<'a> {
    pub(crate) fn of(program: &'a Program, kernel: &str, dimensions: usize) -> Option<Self> {
        let (kernel, _) = program
            .kernels()
            .find(|(_, function)| *function.name == *kernel)?;
        let mut subject = Subject {
            program,
            dependence: Dependence::of(program),
            uniformity: Uniformity::of(program),
            kernel,
            dimensions,
            sites: Vec::new(),
            statements: Vec::new(),
            scopes: Vec::new(),
        };
        for index in 0..program.functions.len() {
            let id = FunctionId(index as u32);
            let function = program.function(id);
            let Some(body) = subject.written(function.body.origin, function.body.end) else {
                continue;
            };
            for var in 0..function.parameters {
                subject.scopes.push(Scoped {
                    function: id,
                    var: VarId(var as u32),
                    from: body.start,
                    to: body.end,
                });
            }
            subject.add(id, &function.body, (None, None), body.end);
        }
        Some(subject)
    }

    fn add(
        &mut self,
        function: FunctionId,
        stmt: &'a Stmt,
        (parent, in_block): (Option<usize>, Option<usize>),
        scope: u32,
    ) {
        let span = self.written(stmt.origin, stmt.end);
        let index = self.statements.len();
        if let Some(span) = span {
            self.statements.push(Placed {
                stmt,
                function,
                span,
                parent,
                in_block,
            });
        }
        let within = span.map(|_| index).or(parent);
        let is_condition = matches!(
            stmt.kind,
            StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::Switch { .. }
        );
        for (number, expr) in walk::expressions(stmt).into_iter().enumerate() {
            let is_test = is_condition
                || number == 0
                    && matches!(
                        &stmt.kind,
                        StmtKind::For {
                            condition: Some(_),
                            ..
                        }
                    );
            let role = if is_test {
                Role::Condition
            } else {
                Role::Value
            };
            self.add_expression(function, expr, role, false);
        }
        if let StmtKind::Declare { var, .. } = &stmt.kind {
            let from = stmt.end.spelling.end;
            self.scopes.push(Scoped {
                function,
                var: *var,
                from,
                to: scope,
            });
        }
        let is_block = matches!(stmt.kind, StmtKind::Block(_));
        let opens = is_block || matches!(stmt.kind, StmtKind::For { .. });
        let scope = match span {
            Some(span) if opens => span.end,
            _ => scope,
        };
        for (number, inner) in walk::children(stmt).into_iter().enumerate() {
            let place = is_block.then_some(number);
            self.add(function, inner, (within, place), scope);
        }
    }

    fn add_expression(&mut self, function: FunctionId, expr: ExprId, role: Role, is_whole: bool) {
        let node = self.program.expr(expr);
        if let Some(span) = self.written(node.origin, node.end) {
            self.sites.push(Site {
                expr,
                function,
                span,
                role,
                is_whole_index: is_whole,
            });
            // The name of a constant can be exchanged where it is used, too.
            let used = self.use_of(node.origin);
            if matches!(node.kind, ExprKind::Constant(_))
                && used != span
                && used.file == MAIN
                && used.end - used.start < 32
            {
                self.sites.push(Site {
                    expr,
                    function,
                    span: used,
                    role,
                    is_whole_index: is_whole,
                });
            }
        }
        match &node.kind {
            ExprKind::PointerOffset { pointer, index, .. } => {
                self.add_expression(function, *pointer, role, false);
                self.add_expression(function, *index, Role::Index, true);
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                self.add_expression(function, *condition, Role::Condition, false);
                self.add_expression(function, *then, role, false);
                self.add_expression(function, *otherwise, role, false);
            }
            ExprKind::Convert { value, .. } | ExprKind::Splat(value) => {
                self.add_expression(function, *value, role, is_whole);
            }
            kind => {
                for operand in walk::operands(kind) {
                    self.add_expression(function, operand, role, false);
                }
            }
        }
    }

    /// Where a piece of the program is spelled: as it stands in the main file, or in the body of the macro that
    /// all of it comes from. A piece that begins or ends with another macro stands where that is used.
    fn written(&self, first: Origin, last: Origin) -> Option<Span> {
        let is_own = |origin: Origin| {
            let expansion = self.program.sources.expansion(origin.expansion);
            expansion.is_none_or(|expansion| expansion.definition.is_some())
        };
        let (start, end) = if first.expansion == last.expansion && is_own(first) {
            (first.spelling, last.spelling)
        } else {
            (self.use_of(first), self.use_of(last))
        };
        let is_one = start.file == end.file && start.file == MAIN && start.start < end.end;
        is_one.then_some(Span {
            end: end.end,
            ..start
        })
    }

    /// A token that is written where it is used, or the whole invocation of the macro that it comes from.
    fn use_of(&self, origin: Origin) -> Span {
        match self.program.sources.backtrace(origin).last() {
            None => origin.spelling,
            Some(outermost) => Span {
                end: outermost.whole_end,
                ..outermost.invocation
            },
        }
    }

    /// Does a loop stand around a statement?
    pub(crate) fn is_in_loop(&self, placed: &Placed<'_>) -> bool {
        let up = |number: &usize| self.statements[*number].parent;
        std::iter::successors(placed.parent, up)
            .any(|number| is_loop(&self.statements[number].stmt.kind))
    }

    /// Where an expression is spelled.
    pub(crate) fn span(&self, expr: ExprId) -> Option<Span> {
        let node = self.program.expr(expr);
        self.written(node.origin, node.end)
    }

    pub(crate) fn text(&self, span: Span) -> &str {
        self.program.sources.text(span)
    }

    /// The whole main file.
    pub(crate) fn file(&self) -> &str {
        &self.program.sources.file(MAIN).text
    }

    /// The span with the parentheses that stand directly around it.
    pub(crate) fn with_parentheses(&self, span: Span) -> Span {
        let text = self.file();
        let before = text[..span.start as usize].trim_end();
        let after = &text[span.end as usize..];
        let rest = after.trim_start();
        let call = |before: &str| {
            let head = before[..before.len() - 1].trim_end();
            head.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ')' || c == ']')
        };
        if before.ends_with('(') && rest.starts_with(')') && !call(before) {
            return Span {
                start: before.len() as u32 - 1,
                end: span.end + (after.len() - rest.len()) as u32 + 1,
                ..span
            };
        }
        span
    }

    /// Text that takes the place of `span`, in parentheses unless what stands around it ends any expression.
    pub(crate) fn enclosed(&self, span: Span, text: &str) -> String {
        let file = self.file();
        let before = file[..span.start as usize].trim_end();
        let after = file[span.end as usize..].trim_start();
        let ends = before.ends_with(['(', '[', ',', '{', ';'])
            || before.ends_with('=') && !before.ends_with("==")
            || before.ends_with("return");
        let is_free = ends && after.starts_with([')', ']', ',', ';', '}']);
        if is_free || is_atom(text) {
            text.to_owned()
        } else {
            format!("({text})")
        }
    }

    /// The spaces before the first token of a line.
    pub(crate) fn indent(&self, at: u32) -> &str {
        let file = self.file();
        let start = file[..at as usize].rfind('\n').map_or(0, |at| at + 1);
        let line = &file[start..];
        let text = line.trim_start_matches([' ', '\t']);
        &line[..line.len() - text.len()]
    }

    /// The type of an expression, where it is a scalar.
    pub(crate) fn scalar(&self, expr: ExprId) -> Option<Scalar> {
        self.program.expr(expr).ty.as_scalar()
    }

    /// The variables in scope at a byte of a function, parameters first.
    pub(crate) fn visible(
        &self,
        function: FunctionId,
        at: u32,
    ) -> impl Iterator<Item = (VarId, &str, TypeId)> {
        let vars = &self.program.function(function).vars;
        self.scopes
            .iter()
            .filter(move |it| it.function == function && it.from <= at && at < it.to)
            .map(move |it| {
                let var = &vars[it.var.0 as usize];
                (it.var, &*var.name, var.ty)
            })
            .filter(|(_, name, _)| !name.is_empty())
    }

    /// The names of the integer scalars in scope.
    pub(crate) fn integers(&self, function: FunctionId, at: u32) -> Vec<&str> {
        let visible = self.visible(function, at);
        let is_integer = |ty: TypeId| ty.as_scalar().is_some_and(Scalar::is_integer);
        visible
            .filter(|(_, _, ty)| is_integer(*ty))
            .map(|(_, name, _)| name)
            .collect()
    }

    /// The variable that an expression loads or, as a place, names.
    pub(crate) fn variable(&self, expr: ExprId) -> Option<VarId> {
        match self.program.expr(expr).kind {
            ExprKind::Load(place) | ExprKind::Decay(place) => self.variable(place),
            ExprKind::Variable(var) => Some(var),
            _ => None,
        }
    }

    /// The names of the variables of an expression, and of those that their initial values come from.
    pub(crate) fn names_behind(&self, function: FunctionId, expr: ExprId) -> BTreeSet<String> {
        let vars = &self.function(function).vars;
        let mut found: BTreeSet<VarId> = BTreeSet::new();
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            let mut new: Vec<VarId> = Vec::new();
            walk::below(self.program, expr, &mut |expr| {
                if let ExprKind::Variable(var) = self.program.expr(expr).kind
                    && found.insert(var)
                {
                    new.push(var);
                }
            });
            let declared = self.statements.iter().filter(|it| it.function == function);
            for placed in declared {
                if let StmtKind::Declare {
                    var,
                    init: Some(init),
                } = &placed.stmt.kind
                    && new.contains(var)
                {
                    waiting.extend(init.entries.iter().map(|entry| entry.value));
                }
            }
        }
        let names = found
            .iter()
            .map(|var| vars[var.0 as usize].name.to_string());
        names.collect()
    }

    pub(crate) fn constant(&self, expr: ExprId) -> Option<u64> {
        constant(self.program, expr)
    }

    pub(crate) fn function(&self, id: FunctionId) -> &'a Function {
        self.program.function(id)
    }

    /// Does a kernel or a function of the program have local memory?
    pub(crate) fn uses_local(&self) -> bool {
        let in_local = |ty: TypeId| {
            let pointer = self.program.types.as_pointer(ty);
            pointer.is_some_and(|(_, _, space)| space == AddressSpace::Local)
        };
        let functions = self.program.functions.iter();
        let mut vars = functions.flat_map(|function| &function.vars);
        vars.any(|var| var.space == AddressSpace::Local || in_local(var.ty))
    }

    /// An edit; none if parts of it overlap or nothing changes.
    pub(crate) fn change(
        &self,
        kind: Kind,
        edits: Vec<(Span, String)>,
        message: String,
        help: String,
    ) -> Option<Change> {
        self.saying(kind, edits, Words::Sentences { message, help })
    }

    /// An edit whose place has no label.
    pub(crate) fn saying(
        &self,
        kind: Kind,
        edits: Vec<(Span, String)>,
        words: Words,
    ) -> Option<Change> {
        let span = edits.first()?.0;
        self.made(kind, edits, (span, String::new()), words)
    }

    /// An edit whose place has a label.
    pub(crate) fn change_at(
        &self,
        kind: Kind,
        edits: Vec<(Span, String)>,
        place: (Span, String),
        message: String,
        help: String,
    ) -> Option<Change> {
        self.made(kind, edits, place, Words::Sentences { message, help })
    }

    fn made(
        &self,
        kind: Kind,
        edits: Vec<(Span, String)>,
        (span, label): (Span, String),
        words: Words,
    ) -> Option<Change> {
        let is_change = |(span, text): &(Span, String)| self.text(*span) != *text;
        if edits.is_empty() || !edits.iter().all(is_change) {
            return None;
        }
        let mut edits: Vec<Edit> = edits
            .into_iter()
            .map(|(span, text)| Edit {
                start: span.start,
                end: span.end,
                text,
            })
            .collect();
        edits.sort_by_key(|edit| (edit.start, edit.end));
        let apart = edits.windows(2).all(|pair| {
            pair[0].end <= pair[1].start
                && (pair[0].start, pair[0].end) != (pair[1].start, pair[1].end)
        });
        apart.then_some(Change {
            kind,
            edits,
            words,
            span,
            label,
            unlikely: 0,
            cause: None,
        })
    }

    /// The bodies of the functions that stand in the main file.
    pub(crate) fn bodies(&self) -> impl Iterator<Item = Span> {
        let functions = self.program.functions.iter();
        functions.filter_map(|function| self.written(function.body.origin, function.body.end))
    }

    /// Another text in place of an expression.
    pub(crate) fn exchange(&self, kind: Kind, span: Span, now: &str) -> Option<Change> {
        let now = self.enclosed(span, now);
        self.saying(kind, vec![(span, now)], Words::Exchanged)
    }

    /// The text of an expression as the operand of any operator.
    pub(crate) fn operand(&self, span: Span) -> String {
        let text = self.text(span);
        match is_atom(text) {
            true => text.to_owned(),
            false => format!("({text})"),
        }
    }

    /// The line of a byte of the main file, from 1.
    pub(crate) fn line(&self, at: u32) -> u32 {
        self.program.sources.line(MAIN, at)
    }
}

pub(crate) fn is_loop(kind: &StmtKind) -> bool {
    matches!(
        kind,
        StmtKind::For { .. } | StmtKind::While { .. } | StmtKind::DoWhile { .. }
    )
}

/// The words of a text outside of its comments and strings.
pub(crate) fn words(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if first == '"' {
            rest[1..].find('"').map_or(rest.len(), |end| end + 2)
        } else if is_word(first) {
            let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            found.push(Span {
                file: MAIN,
                start: at as u32,
                end: (at + length) as u32,
            });
            length
        } else {
            first.len_utf8()
        };
        at += length;
    }
    found
}

/// Is a text a name, a number or a call, which needs no parentheses?
pub(crate) fn is_atom(text: &str) -> bool {
    let name = text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
    let is_call = name.starts_with('(') && name.ends_with(')') && {
        let mut depth = 0;
        let inner = name.char_indices().all(|(at, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth > 0 || at + 1 == name.len()
        });
        inner && (name.len() < text.len() || text.starts_with('('))
    };
    let is_subscript = name.starts_with('[')
        && name.ends_with(']')
        && name.matches('[').count() == 1
        && name.len() < text.len();
    name.is_empty() || is_call || is_subscript
}
