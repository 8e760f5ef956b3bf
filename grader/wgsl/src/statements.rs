//! Statements, and the bodies of functions.

use crate::constants;
use crate::convert::zero;
use crate::emit::Emit;
use crate::known::{self, Variant};
use crate::pointers::Home;
use crate::refusal::{Reason, Result, refuse};
use crate::uniform::{self, key};
use crate::value::{Atom, Lane, Pointer, Value, decided};
use opencl_c::program::{ExprId, ExprKind, Initializer, Stmt, StmtKind, VarId};
use opencl_c::types::{Scalar, Type};
use std::collections::HashMap;

/// Does control go on behind a statement?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goes {
    On,
    Elsewhere,
}

impl Emit<'_> {
    pub(crate) fn statement(&mut self, stmt: &Stmt) -> Result<Goes> {
        self.check_size(stmt.origin)?;
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => self.effect(*expr)?,
            StmtKind::Declare { var, init } => {
                if let Some(init) = init {
                    self.declare(*var, init, stmt)?;
                }
            }
            StmtKind::Block(stmts) => {
                for stmt in stmts {
                    if self.statement(stmt)? == Goes::Elsewhere {
                        return Ok(Goes::Elsewhere);
                    }
                }
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => return self.if_statement(stmt, *condition, then, otherwise.as_deref()),
            StmtKind::While {
                condition, body, ..
            } => {
                self.open("loop {");
                self.leave_unless(stmt, *condition)?;
                self.statement(body)?;
                self.close("}");
            }
            StmtKind::DoWhile {
                body, condition, ..
            } => {
                self.open("loop {");
                self.statement(body)?;
                self.open("continuing {");
                let only_calls = std::mem::replace(&mut self.only_calls, true);
                let condition = self.decided(stmt, *condition)?;
                self.only_calls = only_calls;
                self.line(&format!("break if !{condition};"));
                self.close("}");
                self.close("}");
            }
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => {
                if self.unroll(stmt)? {
                    return Ok(Goes::On);
                }
                for stmt in init {
                    self.statement(stmt)?;
                }
                self.open("loop {");
                if let Some(condition) = condition {
                    self.leave_unless(stmt, *condition)?;
                }
                self.statement(body)?;
                if let Some(step) = step {
                    self.open("continuing {");
                    let only_calls = std::mem::replace(&mut self.only_calls, true);
                    self.effect(*step)?;
                    self.only_calls = only_calls;
                    self.close("}");
                }
                self.close("}");
                if condition.is_none() && !breaks(body) {
                    return Ok(Goes::Elsewhere);
                }
            }
            StmtKind::Switch { value, body } => return self.switch(stmt, *value, body),
            StmtKind::Case { .. } => return refuse(Reason::CaseWithin, stmt.origin),
            StmtKind::Break => {
                self.line("break;");
                return Ok(Goes::Elsewhere);
            }
            StmtKind::Continue => {
                self.line("continue;");
                return Ok(Goes::Elsewhere);
            }
            StmtKind::Return(value) => {
                self.return_statement(*value)?;
                return Ok(Goes::Elsewhere);
            }
            StmtKind::Goto(_) => return refuse(Reason::Goto, stmt.origin),
            StmtKind::Labelled { body, .. } => return self.statement(body),
        }
        Ok(Goes::On)
    }

    pub(crate) fn leave_unless(&mut self, stmt: &Stmt, condition: ExprId) -> Result<()> {
        let condition = self.decided(stmt, condition)?;
        self.line(&format!("if !{condition} {{ break; }}"));
        Ok(())
    }

    /// A condition, made the same for all of a work-group where a barrier depends on it.
    fn decided(&mut self, stmt: &Stmt, id: ExprId) -> Result<String> {
        let truth = self.condition(id)?;
        if decided(&truth).is_some() || !self.needs_broadcast(stmt, id) {
            return Ok(truth);
        }
        let own = self.named(&truth);
        let shared = self.broadcast(&format!("select(0u, 1u, {own})"));
        Ok(format!("({shared} != 0u)"))
    }

    fn needs_broadcast(&self, stmt: &Stmt, id: ExprId) -> bool {
        self.uniform.synchronising.contains(&key(stmt))
            && !self.uniform.holds(self.program, self.pointers, self.at, id)
    }

    /// The value of work-item 0 for all of a work-group. A right program has the same in all; where it has not, a
    /// word says so after the launch.
    fn broadcast(&mut self, text: &str) -> String {
        self.broadcasts = true;
        let own = self.named(text);
        self.line(&format!(
            "if item_index == 0u {{ shared_condition = {own}; }}"
        ));
        let shared = self.named("workgroupUniformLoad(&shared_condition)");
        self.line(&format!("if {shared} != {own} {{ parted[0] = 1u; }}"));
        shared
    }

    fn if_statement(
        &mut self,
        stmt: &Stmt,
        condition: ExprId,
        then: &Stmt,
        otherwise: Option<&Stmt>,
    ) -> Result<Goes> {
        let condition = self.decided(stmt, condition)?;
        match (decided(&condition), otherwise) {
            (Some(true), _) => return self.statement(then),
            (Some(false), Some(otherwise)) => return self.statement(otherwise),
            (Some(false), None) => return Ok(Goes::On),
            (None, _) => {}
        }
        self.open(&format!("if {condition} {{"));
        let one = self.statement(then)?;
        let Some(otherwise) = otherwise else {
            self.close("}");
            return Ok(Goes::On);
        };
        self.close("} else {");
        self.depth += 1;
        let other = self.statement(otherwise)?;
        self.close("}");
        Ok(match (one, other) {
            (Goes::Elsewhere, Goes::Elsewhere) => Goes::Elsewhere,
            _ => Goes::On,
        })
    }

    fn return_statement(&mut self, value: Option<ExprId>) -> Result<()> {
        if cfg!(feature = "inline") && !self.inlined.is_empty() {
            return self.return_inlined(value);
        }
        let Some(id) = value else {
            self.line("return;");
            return Ok(());
        };
        let value = self.value(id)?;
        let instance = &self.pointers.instances[self.at];
        if let (Some(object), Value::Record(_)) = (instance.record, &value) {
            let to = self.object(object);
            let expr = self.program.expr(id);
            self.store(&to, expr.ty, &value, expr.origin)?;
            self.line("return;");
            return Ok(());
        }
        let texts = self.texts(id, &value)?;
        match &texts[..] {
            [] => self.line("return;"),
            [(text, _)] => {
                let text = format!("return {text};");
                self.line(&text);
            }
            many => {
                for (part, (text, register)) in many.iter().enumerate() {
                    let name = format!("r{}_{part}", self.at);
                    self.module
                        .insert(format!("var<private> {name}: {register};\n"));
                    self.line(&format!("{name} = {text};"));
                }
                self.line("return;");
            }
        }
        Ok(())
    }

    fn declare(&mut self, var: VarId, init: &Initializer, stmt: &Stmt) -> Result<()> {
        let single = self.assigned_once(var);
        // In a loop that is unrolled another round may differ.
        self.known.remove(var);
        self.narrow.remove(&var);
        if cfg!(feature = "inline")
            && let (Home::Registers, [entry], true) = (self.home(var), &init.entries[..], single)
            && self.program.expr(entry.value).ty == self.var_ty(var)
            && let Some(number) = constants::integer(self.program, &self.known, entry.value)
        {
            self.known.insert(var, number);
        }
        if let (Home::Registers, [entry], true) = (self.home(var), &init.entries[..], single)
            && self.program.expr(entry.value).ty == self.var_ty(var)
            && let Value::Lanes(scalar, lanes) = self.value(entry.value)?
        {
            if scalar.size() == 8 && lanes.len() == 1 && lanes[0].is_narrow() {
                self.narrow.insert(var);
            }
            let place = self.register_place(var, stmt)?;
            self.assign(entry.value, &place, Value::Lanes(scalar, lanes))?;
            return Ok(());
        }
        let Some(entry) = init.entries.first() else {
            return self.initialise_empty(var, init, stmt);
        };
        self.initialise(var, init, entry.value)
    }

    fn initialise_empty(&mut self, var: VarId, init: &Initializer, stmt: &Stmt) -> Result<()> {
        if let (Home::Memory(object), true) = (self.home(var), init.zero_rest) {
            let to = self.object(object);
            self.clear(&to, self.pointers.objects[object].bytes);
            return Ok(());
        }
        let Home::Registers = self.home(var) else {
            return Ok(());
        };
        let (scalar, width) = self.shape(self.var_ty(var), stmt.origin)?;
        for (name, _) in self.parts(&self.var_name(var), self.var_ty(var), stmt.origin)? {
            let text = zero(scalar).lo.text;
            let register = self.register(scalar, stmt.origin)?;
            self.variable(&name, register);
            self.line(&format!("{name} = {text};"));
        }
        let _ = width;
        Ok(())
    }

    fn register_place(&mut self, var: VarId, stmt: &Stmt) -> Result<crate::expressions::Place> {
        let name = self.var_name(var);
        let ty = self.var_ty(var);
        let (scalar, _) = self.shape(ty, stmt.origin)?;
        let parts = self.parts(&name, ty, stmt.origin)?;
        for (part, register) in &parts {
            self.variable(part, register);
        }
        let mut names: Vec<String> = parts.into_iter().map(|(part, _)| part).collect();
        if self.narrow.contains(&var) {
            names[1] = "0u".to_owned();
        }
        Ok(crate::expressions::Place::Registers(scalar, names))
    }

    /// Is a variable given a value nowhere but where it is declared?
    fn assigned_once(&self, var: VarId) -> bool {
        let function = self
            .program
            .function(self.pointers.instances[self.at].function);
        !known::changes(self.program, &function.body, var)
    }

    /// Gives an object its initial value.
    pub(crate) fn initialise(&mut self, var: VarId, init: &Initializer, id: ExprId) -> Result<()> {
        let program = self.program;
        let origin = program.expr(id).origin;
        match self.home(var) {
            Home::Image(_) | Home::Sampler(_) => {}
            Home::Nothing => {
                for entry in &init.entries {
                    self.effect(entry.value)?;
                }
            }
            Home::Memory(object) => {
                let to = self.object(object);
                let mut values = Vec::new();
                for entry in &init.entries {
                    if !matches!(program.expr(entry.value).kind, ExprKind::String(_)) {
                        let value = self.value(entry.value)?;
                        values.push(Some(self.fixed_value(value)));
                    } else {
                        values.push(None);
                    }
                }
                if init.zero_rest {
                    self.clear(&to, self.pointers.objects[object].bytes);
                }
                for (entry, value) in init.entries.iter().zip(values) {
                    let at = self.moved(&to, entry.offset as i64);
                    let part = program.expr(entry.value);
                    match (value, &part.kind) {
                        (Some(value), _) => self.store(&at, part.ty, &value, origin)?,
                        (None, ExprKind::String(text)) => self.store_text(&at, text),
                        _ => {}
                    }
                }
            }
            Home::Registers | Home::Pointer(_) => {
                let [entry] = &init.entries[..] else {
                    return refuse(Reason::Expression("this initialiser"), origin);
                };
                let value = self.value(entry.value)?;
                let place = match self.home(var) {
                    Home::Pointer(class) => {
                        let name = self.var_name(var);
                        self.variable(&name, "u32");
                        crate::expressions::Place::PointerVariable(name, self.class(class))
                    }
                    _ => {
                        let name = self.var_name(var);
                        let ty = self.var_ty(var);
                        let (scalar, _) = self.shape(ty, origin)?;
                        let parts = self.parts(&name, ty, origin)?;
                        for (part, register) in &parts {
                            self.variable(part, register);
                        }
                        let names = parts.into_iter().map(|(part, _)| part).collect();
                        crate::expressions::Place::Registers(scalar, names)
                    }
                };
                self.assign(entry.value, &place, value)?;
            }
        }
        Ok(())
    }

    fn store_text(&mut self, to: &Pointer, text: &[u8]) {
        for (at, &byte) in text.iter().enumerate() {
            let to = self.moved(to, at as i64);
            let lane = Lane::one(crate::convert::known(byte.into(), Scalar::Char));
            self.store_lane(&to, Scalar::Char, &lane);
        }
    }

    /// `switch`: each section with those that control falls into after it.
    fn switch(&mut self, stmt: &Stmt, value: ExprId, body: &Stmt) -> Result<Goes> {
        let (mut scalar, mut lane) = self.lane(value)?;
        let StmtKind::Block(stmts) = &body.kind else {
            return refuse(Reason::CaseWithin, stmt.origin);
        };
        // Labels in order, and where their sections begin among the plain statements.
        let mut plain: Vec<&Stmt> = Vec::new();
        let mut sections: Vec<(Vec<Option<i64>>, usize)> = Vec::new();
        for stmt in stmts {
            let mut at = stmt;
            while let StmtKind::Case { value, body } = &at.kind {
                match sections.last_mut() {
                    Some((labels, begin)) if *begin == plain.len() => labels.push(*value),
                    _ => sections.push((vec![*value], plain.len())),
                }
                at = body;
            }
            if !sections.is_empty() {
                plain.push(at);
            }
        }
        if scalar.size() == 8 {
            let labels = sections.iter_mut().flat_map(|(labels, _)| labels);
            lane = self.number_of_label(&lane, labels.flatten());
            scalar = Scalar::Int;
        }
        let mut text = lane.lo.text.clone();
        if self.needs_broadcast(stmt, value) {
            let bits = Self::bits(&lane.lo, scalar);
            text = self.broadcast(&bits);
            if scalar != Scalar::UInt {
                text = format!("bitcast<i32>({text})");
            }
        }
        self.open(&format!("switch {text} {{"));
        let mut has_default = false;
        for (labels, begin) in &sections {
            let labels: Vec<String> = labels
                .iter()
                .map(|label| match label {
                    Some(value) if scalar == Scalar::UInt => format!("{}u", *value as u32),
                    Some(value) => Atom::i32(*value as i32).text,
                    None => {
                        has_default = true;
                        "default".to_owned()
                    }
                })
                .collect();
            self.open(&format!("case {} {{", labels.join(", ")));
            for stmt in &plain[*begin..] {
                if self.statement(stmt)? == Goes::Elsewhere {
                    break;
                }
            }
            self.close("}");
        }
        if !has_default {
            self.line("default: {}");
        }
        self.close("}");
        Ok(Goes::On)
    }

    /// Which label a 64-bit value is, counted from 1; 0 where it is none. The labels become these numbers.
    fn number_of_label<'l>(
        &mut self,
        value: &Lane,
        labels: impl Iterator<Item = &'l mut i64>,
    ) -> Lane {
        let value = self.simple_lane(value).pair();
        let mut text = "0i".to_owned();
        for (number, label) in (1..).zip(labels) {
            let (lo, hi) = (*label as u32, (*label >> 32) as u32);
            text = format!("select({text}, {number}i, all({value} == vec2<u32>({lo}u, {hi}u)))");
            *label = number;
        }
        Lane::one(Atom::text(text))
    }

    /// The text of a function.
    pub(crate) fn function(&mut self, variant: &Variant) -> Result<String> {
        let program = self.program;
        let at = variant.instance;
        self.at = at;
        self.known = variant.known.clone();
        self.narrow.clear();
        self.depth = 1;
        self.names = 0;
        let instance = &self.pointers.instances[at];
        let function = program.function(instance.function);
        let parameters = (0..function.parameters as u32).map(VarId).collect();
        self.uniform = uniform::analyse(program, self.pointers, at, parameters, false);
        let mut parameters = Vec::new();
        let mut slots: HashMap<String, String> = HashMap::new();
        for index in 0..function.parameters {
            let var = VarId(index as u32);
            let declared = &function.vars[index];
            let name = self.var_name(var);
            let parts = match self.home(var) {
                Home::Registers => self.parts(&name, declared.ty, declared.origin)?,
                Home::Pointer(class) => {
                    self.class(class);
                    vec![(name, "u32")]
                }
                _ => Vec::new(),
            };
            for (part, register) in parts {
                self.variable(&part, register);
                slots.insert(part.clone(), register.to_owned());
                self.line(&format!("{part} = p_{part};"));
                parameters.push(format!("p_{part}: {register}"));
            }
        }
        let end = self.statement(&function.body)?;
        let result = self.result(at)?;
        if end == Goes::On
            && let Some(register) = result
        {
            self.line(&format!("return {register}();"));
        }
        let arrow = result.map_or(String::new(), |register| format!(" -> {register}"));
        let head = format!("fn {}({}){arrow}", variant.name, parameters.join(", "));
        Ok(self.function_text(&head))
    }

    /// The type of what a function returns by `return`.
    fn result(&self, at: usize) -> Result<Option<&'static str>> {
        let instance = &self.pointers.instances[at];
        let function = self.program.function(instance.function);
        Ok(match self.program.types.get(function.result) {
            Type::Void | Type::Record(_) => None,
            Type::Pointer { .. } => Some("u32"),
            _ => {
                let parts = self.parts("r", function.result, function.origin)?;
                match &parts[..] {
                    [(_, register)] => Some(register),
                    _ => None,
                }
            }
        })
    }
}

/// Does a loop's body leave it by `break`?
fn breaks(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break => true,
        StmtKind::While { .. }
        | StmtKind::DoWhile { .. }
        | StmtKind::For { .. }
        | StmtKind::Switch { .. } => false,
        _ => crate::pointers::children(stmt).into_iter().any(breaks),
    }
}
