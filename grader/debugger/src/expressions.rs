//! Expressions in OpenCL C, read in the scope of the statement that a launch is at, for some of its work-items.

use crate::debuggee::{Again, Debuggee};
use crate::values::Shower;
use opencl_c::program::Program;
use opencl_c::types::{Type, TypeId};
use opencl_c::{Added, compile_with_expression};
use simulator::stepping::{Bytes, Expression, SteppedLaunch, Stepper};
use std::collections::HashMap;
use std::rc::Rc;

/// The most expressions that are kept: a breakpoint's is evaluated again and again.
const MOST_KEPT: usize = 256;

/// An expression that was read in the scope of one mark.
pub(crate) struct Read {
    /// The program with the expression, which has its types.
    program: Program,
    ty: TypeId,
    expression: Expression,
}

/// The value of an expression, one for each work-item that was asked for.
pub(crate) struct Answer {
    pub(crate) read: Rc<Read>,
    pub(crate) values: Vec<Bytes>,
}

impl Answer {
    pub(crate) fn ty(&self) -> TypeId {
        self.read.ty
    }

    /// Shows values of it.
    pub(crate) fn shower<'a>(&'a self, launch: &'a SteppedLaunch) -> Shower<'a> {
        Shower {
            types: &self.read.program.types,
            launch,
        }
    }
}

/// Expressions by mark and text, as they were read.
#[derive(Default)]
pub(crate) struct Expressions {
    read: HashMap<(u32, String), Result<Rc<Read>, String>>,
}

impl Expressions {
    /// Evaluates an expression for work-items of the group, in the scope `calls` calls further out. An error is
    /// a sentence.
    pub(crate) fn evaluate(
        &mut self,
        debuggee: &Debuggee,
        stepper: &mut Stepper<'_>,
        (text, calls): (&str, usize),
        lanes: &[usize],
    ) -> Result<Answer, String> {
        let here = stepper.mark().map(|mark| stepper.launch().calls(mark));
        let Some(&(_, mark)) = here.as_deref().and_then(|here| here.get(calls)) else {
            return Err("the launch has ended: no variable is there any more".to_owned());
        };
        if self.read.len() > MOST_KEPT {
            self.read.clear();
        }
        let key = (mark, text.to_owned());
        let read = self.read.entry(key);
        let read = read.or_insert_with(|| read_at(debuggee, stepper, mark, text).map(Rc::new));
        let read = read.clone()?;
        let evaluated = stepper.evaluate(&read.expression, lanes);
        if let Some(event) = evaluated.events.first() {
            return Err(mistakes::describe(event).message);
        }
        if evaluated.values.len() != lanes.len() {
            return Err("it takes more steps than an expression may".to_owned());
        }
        Ok(Answer {
            read,
            values: evaluated.values,
        })
    }
}

fn read_at(
    debuggee: &Debuggee,
    stepper: &Stepper<'_>,
    mark: u32,
    text: &str,
) -> Result<Read, String> {
    if text.trim().is_empty() {
        return Err("there is no expression".to_owned());
    }
    let at = stepper.launch().mark(mark);
    let added = Added {
        text,
        before: at.scope,
        inside: at.inside,
    };
    let sources = &debuggee.program.sources;
    let compiled = compile_with_expression(
        debuggee.name(),
        debuggee.text(),
        &debuggee.preprocessing,
        &mut Again(sources),
        added,
    );
    let (program, expr) = compiled.map_err(|diagnostics| match diagnostics.into_iter().next() {
        Some(diagnostic) => diagnostic.message.to_string(),
        None => "no expression can be evaluated at this statement".to_owned(),
    })?;
    let ty = program.expr(expr).ty;
    if matches!(program.types.get(ty), Type::Event) {
        return Err("an event has no value to be shown".to_owned());
    }
    let expression = stepper
        .launch()
        .expression(&program, mark, expr)
        .map_err(|unsupported| unsupported.to_string())?;
    Ok(Read {
        program,
        ty,
        expression,
    })
}
