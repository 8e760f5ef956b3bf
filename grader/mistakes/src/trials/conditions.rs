//! A comparison that is off by one, and a `while` that is meant as an `if`.

use super::{Look, Trial};
use crate::analysis::dependence::constant;
use crate::analysis::walk;
use launch::{MistakeId, Place};
use opencl_c::program::{BinaryOp, ExprId, ExprKind, FunctionId, StmtKind};
use opencl_c::source::{ExpansionId, Span};

/// Of the loop or the guard whose comparison it is. What a run shows has the word.
const MISTAKE: MistakeId = MistakeId::MissingBoundsGuard;

impl Look<'_> {
    /// Each comparison with equality taken in or left out, and each `n - 1` or `n + 1` in one as `n`.
    pub(super) fn conditions(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for index in 0..self.program.functions.len() {
            let function = self.program.function(FunctionId(index as u32));
            walk::each_expression(self.program, &function.body, &mut |expr| {
                if let ExprKind::Binary { op, left, right } = self.program.expr(expr).kind {
                    trials.extend(self.other_strictness(op, left, right));
                    if op.is_comparison() {
                        let sides = [left, right].into_iter();
                        trials.extend(sides.filter_map(|side| self.without_one(side)));
                    }
                }
            });
        }
        trials
    }

    /// Each `while` as an `if`.
    pub(super) fn guards(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for index in 0..self.program.functions.len() {
            let function = self.program.function(FunctionId(index as u32));
            walk::statements(&function.body, &mut |stmt| {
                let keyword = stmt.origin.spelling;
                let is_written = stmt.origin.expansion == ExpansionId::NONE;
                let sources = &self.program.sources;
                if !matches!(stmt.kind, StmtKind::While { .. })
                    || !is_written
                    || sources.text(keyword) != "while"
                {
                    return;
                }
                let place = sources.place_of_span(keyword, "`if` is meant".to_owned(), true);
                let message = "the work is to be done once, and `while` repeats it".to_owned();
                let help = "write `if` in place of `while`".to_owned();
                let edits = vec![(keyword, "if".to_owned())];
                trials.push(self.advice(MistakeId::EndlessLoop, edits, place, message, help));
            });
        }
        trials
    }

    /// A trial that only says how to mend what a run shows.
    fn advice(
        &self,
        mistake: MistakeId,
        edits: Vec<(Span, String)>,
        place: Place,
        message: String,
        help: String,
    ) -> Trial {
        Trial {
            stands_for_failure: false,
            ..self.trial(mistake, edits, place, message, help)
        }
    }

    fn other_strictness(&self, op: BinaryOp, left: ExprId, right: ExprId) -> Option<Trial> {
        let (was, now) = match op {
            BinaryOp::Less => ("<", "<="),
            BinaryOp::LessEqual => ("<=", "<"),
            BinaryOp::Greater => (">", ">="),
            BinaryOp::GreaterEqual => (">=", ">"),
            _ => return None,
        };
        let (first, last) = (self.span(left)?, self.span(right)?);
        if first.file != last.file || first.end > last.start {
            return None;
        }
        let between = Span {
            start: first.end,
            end: last.start,
            ..first
        };
        let sources = &self.program.sources;
        let at = between.start + u32::try_from(sources.text(between).find(was)?).ok()?;
        let operator = Span {
            start: at,
            end: at + was.len() as u32,
            ..first
        };
        let (one, other) = (sources.text(first), sources.text(last));
        let equality = match now.len() {
            1 => "takes in",
            _ => "leaves out",
        };
        let message =
            format!("`{one} {was} {other}` {equality} equality; `{one} {now} {other}` is meant");
        let whole = Span {
            end: last.end,
            ..first
        };
        let label = format!("`{now}` is meant");
        let place = sources.place_of_span(whole, label, true);
        let help = format!("write `{now}` in place of `{was}`");
        let edits = vec![(operator, now.to_owned())];
        Some(self.advice(MISTAKE, edits, place, message, help))
    }

    /// `n - 1` or `n + 1` as `n`.
    fn without_one(&self, side: ExprId) -> Option<Trial> {
        let mut inner = side;
        while let ExprKind::Convert { value, .. } = self.program.expr(inner).kind {
            inner = value;
        }
        let ExprKind::Binary { op, left, right } = self.program.expr(inner).kind else {
            return None;
        };
        let off = match op {
            BinaryOp::Add => "one too many",
            BinaryOp::Subtract => "one too few",
            _ => return None,
        };
        if constant(self.program, right) != Some(1) {
            return None;
        }
        let (whole, kept) = (self.span(inner)?, self.span(left)?);
        let sources = &self.program.sources;
        let (was, now) = (sources.text(whole), sources.text(kept));
        let message = format!("`{was}` is {off} here; `{now}` is meant");
        let place = sources.place_of_span(whole, format!("`{now}` is meant"), true);
        let help = format!("write `{now}` in place of `{was}`");
        let edits = vec![(whole, now.to_owned())];
        Some(self.advice(MISTAKE, edits, place, message, help))
    }
}
