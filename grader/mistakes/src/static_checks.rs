//! The input and the output of static detectors: a program with the results of its analyses, and a reporter of
//! findings.

use crate::analysis::assignments::Assignments;
use crate::analysis::barriers::{Barrier, barriers};
use crate::analysis::dependence::Dependence;
use crate::analysis::uniformity::{Cause, Class, Uniformity};
use launch::{Evidence, Finding, Level, MistakeId};
use opencl_c::fix;
use opencl_c::program::{Expr, ExprId, Function, FunctionId, Program, Stmt};
use opencl_c::source::{Origin, Span};

/// Macros within macros that a finding names, innermost first: there may be thousands, for each finding.
const MOST_MACROS: usize = 16;

/// A program with the results of its analyses.
pub(crate) struct Analyses<'a> {
    pub(crate) program: &'a Program,
    /// Which of its values differ over a work-group.
    pub(crate) uniformity: Uniformity,
    /// What its values are computed from.
    pub(crate) dependence: Dependence,
    /// What is assigned to its variables, by function.
    pub(crate) assignments: Vec<Assignments>,
    /// The barriers of each kernel, in the order of [`Program::kernels`].
    pub(crate) barriers: Vec<(FunctionId, Vec<Barrier<'a>>)>,
}

impl<'a> Analyses<'a> {
    pub(crate) fn of(program: &'a Program, done: &mut dyn FnMut(&'static str)) -> Self {
        let uniformity = Uniformity::of(program);
        done("uniformity");
        let dependence = Dependence::of(program);
        done("dependence");
        let functions = program.functions.iter();
        let assignments = functions
            .map(|function| Assignments::of(program, function))
            .collect();
        done("assignments");
        let barriers = barriers(program, &uniformity);
        done("barriers");
        Analyses {
            program,
            uniformity,
            dependence,
            assignments,
            barriers,
        }
    }

    /// The expression of an id.
    pub(crate) fn expr(&self, id: ExprId) -> &'a Expr {
        self.program.expr(id)
    }

    pub(crate) fn function(&self, id: FunctionId) -> &'a Function {
        self.program.function(id)
    }

    /// The functions, each with what is assigned to its variables.
    pub(crate) fn functions(&self) -> impl Iterator<Item = (&'a Function, &Assignments)> {
        self.program.functions.iter().zip(&self.assignments)
    }

    /// How a value behaves over a work-group.
    pub(crate) fn class(&self, expr: ExprId) -> Class {
        self.uniformity.class(expr)
    }

    /// See [`text`].
    pub(crate) fn text(&self, expr: ExprId) -> String {
        text(self.program, self.expr(expr))
    }

    /// Why something differs between work-items, as a clause: "`lid` comes from `get_local_id(0)`".
    pub(crate) fn because(&self, expr: ExprId, cause: Cause) -> String {
        let (what, source) = (self.text(expr), self.text(cause.source));
        if what.contains(&source) {
            format!("`{what}` differs between work-items")
        } else if cause.through_memory {
            format!("`{what}` differs between work-items: it was read from memory by `{source}`")
        } else {
            format!("`{what}` differs between work-items: it comes from `{source}`")
        }
    }
}

/// The text of an expression on one line, as it is written where it is used.
pub(crate) fn text(program: &Program, expr: &Expr) -> String {
    let sources = &program.sources;
    let mut span = sources.use_site(expr.origin);
    let end = sources.use_site(expr.end);
    if end.file == span.file && end.end > span.end {
        span.end = end.end;
    }
    let words: Vec<&str> = sources.text(span).split_whitespace().collect();
    words.join(" ")
}

/// Collects the findings of one static detector.
pub(crate) struct Reporter<'a> {
    pub(crate) program: &'a Program,
    pub(crate) mistake: MistakeId,
    pub(crate) level: Level,
    pub(crate) findings: &'a mut Vec<Finding>,
}

impl Reporter<'_> {
    /// A finding at the source range from one token to another. More can be said of it with the methods of
    /// [`Found`].
    pub(crate) fn find(
        &mut self,
        evidence: Evidence,
        first: Origin,
        last: Origin,
        message: impl Into<String>,
    ) -> Found<'_> {
        let sources = &self.program.sources;
        let macro_backtrace = sources
            .backtrace(first)
            .take(MOST_MACROS)
            .filter_map(|step| step.definition.map(|definition| (step, definition)))
            .map(|(step, definition)| {
                let label = format!("in expansion of macro `{}`", step.name);
                sources.place_of_span(definition, label, false)
            })
            .collect();
        self.findings.push(Finding {
            mistake: self.mistake,
            // An error is certain.
            level: match evidence {
                Evidence::Likely => self.level.max(Level::Warning),
                Evidence::Observed | Evidence::Proven => self.level,
            },
            evidence,
            message: message.into(),
            help: String::new(),
            kernel: String::new(),
            spans: vec![sources.place(first, last, String::new(), true)],
            work_items: Vec::new(),
            macro_backtrace,
            fix: Vec::new(),
        });
        let last = self.findings.len() - 1;
        Found {
            program: self.program,
            finding: &mut self.findings[last],
        }
    }

    /// A finding at an expression.
    pub(crate) fn at(
        &mut self,
        evidence: Evidence,
        expr: ExprId,
        message: impl Into<String>,
    ) -> Found<'_> {
        let expr = self.program.expr(expr);
        self.find(evidence, expr.origin, expr.end, message)
    }

    /// A finding at the first token of a statement: the keyword of an `if` or a loop.
    pub(crate) fn at_stmt(
        &mut self,
        evidence: Evidence,
        stmt: &Stmt,
        message: impl Into<String>,
    ) -> Found<'_> {
        self.find(evidence, stmt.origin, stmt.origin, message)
    }
}

/// A finding being written.
pub(crate) struct Found<'a> {
    program: &'a Program,
    finding: &'a mut Finding,
}

impl Found<'_> {
    /// The text under the caret.
    pub(crate) fn label(self, text: impl Into<String>) -> Self {
        self.finding.spans[0].label = text.into();
        self
    }

    /// A second place with its label.
    pub(crate) fn with(self, first: Origin, last: Origin, text: impl Into<String>) -> Self {
        let place = self.program.sources.place(first, last, text.into(), false);
        self.finding.spans.push(place);
        self
    }

    /// An expression as a second place.
    pub(crate) fn with_expr(self, expr: ExprId, text: impl Into<String>) -> Self {
        let expr = self.program.expr(expr);
        self.with(expr.origin, expr.end, text)
    }

    /// What to try.
    pub(crate) fn help(self, text: impl Into<String>) -> Self {
        self.finding.help = text.into();
        self
    }

    /// A replacement of a source range in the main file that changes no correct program.
    pub(crate) fn fix(self, span: Span, text: String) -> Self {
        let replacement = fix::replacement(&self.program.sources, span, text);
        self.finding.fix.extend(replacement);
        self
    }

    /// The kernel it concerns.
    pub(crate) fn kernel(self, function: &Function) -> Self {
        self.finding.kernel = function.name.to_string();
        self
    }
}
