//! Statements: structured control flow as instructions over frames of masks.

use super::place::At;
use super::*;
use opencl_c::program::{BinaryOp, Constant};

impl<'a> Lowering<'a> {
    /// Lowers a statement. `last` says that nothing of the function comes after it, so that a
    /// `return` there needs no jump.
    pub(super) fn statement(&mut self, stmt: &'a Stmt, last: bool) -> Result<()> {
        self.descend(stmt.origin, stmt.end)?;
        self.at_line(stmt.origin);
        self.mark_statement(stmt);
        self.statement_of_kind(stmt, last)?;
        self.depth -= 1;
        Ok(())
    }

    /// What a loop evaluates in each round has marks of its own.
    fn mark_statement(&mut self, stmt: &Stmt) {
        let end = match &stmt.kind {
            StmtKind::Expr(_)
            | StmtKind::Declare { init: Some(_), .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Goto(_) => stmt.end,
            StmtKind::If {
                condition: head, ..
            }
            | StmtKind::Switch { value: head, .. } => self.program.expr(*head).end,
            _ => return,
        };
        self.mark((stmt.origin, end), stmt.origin, false);
    }

    fn statement_of_kind(&mut self, stmt: &'a Stmt, last: bool) -> Result<()> {
        match &stmt.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Expr(id) => self.effect(*id),
            StmtKind::Declare { var, init } => {
                self.define(*var, init.as_ref());
                self.declare(*var, init.as_ref(), stmt)
            }
            StmtKind::Block(body) => self.block_of(stmt, body, last),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => self.if_statement(*condition, then, otherwise.as_deref()),
            StmtKind::While {
                condition, body, ..
            } => self.scoped(|this| this.looped(stmt, &[], Some(*condition), None, body, false)),
            StmtKind::DoWhile {
                body, condition, ..
            } => self.scoped(|this| this.looped(stmt, &[], Some(*condition), None, body, true)),
            StmtKind::For {
                init,
                condition,
                step,
                body,
                ..
            } => self.scoped(|this| this.looped(stmt, init, *condition, *step, body, false)),
            StmtKind::Switch { value, body } => self.scoped(|this| this.switch(stmt, *value, body)),
            StmtKind::Case { .. } => self.unsupported(stmt.origin, stmt.origin, "a stray `case`"),
            StmtKind::Break => {
                let (join, site) = (self.join(), self.statement_site(stmt, "break"));
                let frame = match self.enclosing.last() {
                    Some(Enclosing::Loop { frame, .. } | Enclosing::Switch { frame }) => *frame,
                    None => return self.unsupported(stmt.origin, stmt.end, "a stray `break`"),
                };
                self.emit(Inst::Break { frame, join, site });
                self.dead = true;
                Ok(())
            }
            StmtKind::Continue => {
                let (join, site) = (self.join(), self.statement_site(stmt, "continue"));
                let frame = self.enclosing.iter().rev().find_map(|at| match at {
                    Enclosing::Loop { frame } => Some(*frame),
                    Enclosing::Switch { .. } => None,
                });
                let Some(frame) = frame else {
                    return self.unsupported(stmt.origin, stmt.end, "a stray `continue`");
                };
                self.emit(Inst::Continue { frame, join, site });
                self.dead = true;
                Ok(())
            }
            StmtKind::Return(value) => self.return_statement(stmt, *value, last),
            StmtKind::Goto(_) => self.unsupported(stmt.origin, stmt.end, "a stray `goto`"),
            StmtKind::Labelled { body, .. } => self.statement(body, last),
        }
    }

    /// Runs `f`, then ends the lives of the variables it made.
    fn scoped(&mut self, f: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let scope = self.virtuals.len();
        let guards = self.guards.len();
        let newest = self.newest();
        f(self)?;
        self.hide(newest);
        self.guards.truncate(guards);
        self.end_scope(scope);
        Ok(())
    }

    fn block_of(&mut self, block: &Stmt, body: &'a [Stmt], last: bool) -> Result<()> {
        self.scoped(|this| {
            for (index, stmt) in body.iter().enumerate() {
                this.statement(stmt, last && index + 1 == body.len())?;
            }
            if !this.dead && this.marks.as_ref().is_some_and(|it| it.end == block.end) {
                this.mark((block.end, block.end), block.end, false);
            }
            Ok(())
        })
    }

    pub(super) fn declare(
        &mut self,
        var: VarId,
        init: Option<&Initializer>,
        stmt: &'a Stmt,
    ) -> Result<()> {
        let function = self.function();
        let declared = &function.vars[var.0 as usize];
        match declared.space {
            AddressSpace::Local => {
                let key = (self.activation().function, var);
                let object = match self.local_objects.get(&key) {
                    Some(&object) => object,
                    None => {
                        let Home::Object(object) = self.home(var, function)? else {
                            return self.unsupported(stmt.origin, stmt.end, "this declaration");
                        };
                        self.local_objects.insert(key, object);
                        object
                    }
                };
                self.activation().homes.insert(var, Home::Object(object));
                self.show(var);
                return Ok(());
            }
            AddressSpace::Constant | AddressSpace::Global => {
                if self.activation().homes.contains_key(&var) {
                    self.show(var);
                    return Ok(());
                }
                let Home::Object(object) = self.home(var, function)? else {
                    return self.unsupported(stmt.origin, stmt.end, "this declaration");
                };
                let size = self.size(declared.ty);
                let bytes = match init {
                    Some(init) => self.constant_bytes(size, init, declared.origin)?,
                    None => vec![0; size.min(1 << 26) as usize],
                };
                self.objects[object as usize].bytes = bytes;
                self.activation().homes.insert(var, Home::Object(object));
                self.show(var);
                return Ok(());
            }
            AddressSpace::Private | AddressSpace::Generic => {}
        }
        // Where a jump may skip the declaration, the object is there already.
        let home = match self.activation().homes.get(&var) {
            Some(home) => home.clone(),
            None => self.home(var, function)?,
        };
        self.activation().homes.insert(var, home.clone());
        match (home, init) {
            (Home::Registers(_, regs), None) => {
                let site = self.site_for_origin(declared.origin, declared.origin, &declared.name);
                for reg in regs {
                    self.variable_sites.insert(reg, site);
                    self.forget(reg);
                }
            }
            (Home::Object(object), None) => self.emit(Inst::Fresh {
                object,
                zero: false,
            }),
            (_, Some(init)) => {
                let Some(entry) = init.entries.first() else {
                    if let Some(Home::Object(object)) = self.activation().homes.get(&var).cloned() {
                        self.emit(Inst::Fresh { object, zero: true });
                    }
                    self.show(var);
                    return Ok(());
                };
                self.initialize(var, init, entry.value)?;
            }
        }
        self.show(var);
        Ok(())
    }

    /// Gives an object its initial value.
    pub(super) fn initialize(&mut self, var: VarId, init: &Initializer, id: ExprId) -> Result<()> {
        let function = self.function();
        let ty = function.vars[var.0 as usize].ty;
        let home = self.activation().homes.get(&var).cloned();
        match home {
            Some(Home::Registers(scalar, regs)) => {
                if init.zero_rest {
                    let zero = self.constant(0);
                    for &dst in &regs {
                        self.emit(Inst::Move { dst, src: zero });
                    }
                }
                for entry in &init.entries {
                    let first = (entry.offset / u64::from(scalar.size())) as usize;
                    let (_, from) = self.components(entry.value)?;
                    let room = regs.len().saturating_sub(first).min(from.len());
                    self.assign(&regs[first..first + room], &from[..room]);
                }
                regs.into_iter().for_each(|reg| self.mark_written(reg));
                Ok(())
            }
            Some(Home::Object(object)) => {
                if init.zero_rest || init.entries.len() != 1 {
                    let zero = init.zero_rest;
                    self.emit(Inst::Fresh { object, zero });
                }
                for entry in &init.entries {
                    let mut addr = self.object_address(object);
                    addr.offset = entry.offset as i64;
                    let part = self.program.expr(entry.value).ty;
                    let align = self.program.types.align(part).unwrap_or(1).max(1);
                    let at = At::Memory {
                        addr,
                        space: AddressSpace::Private,
                        components: None,
                        packed: !entry.offset.is_multiple_of(align),
                    };
                    let value = self.program.expr(entry.value);
                    if let ExprKind::String(text) = &value.kind {
                        self.store_text(object, entry.offset, text, value.ty, entry.value)?;
                        continue;
                    }
                    let from = self.value(entry.value)?;
                    let ty = if init.entries.len() == 1 && entry.offset == 0 && !init.zero_rest {
                        ty
                    } else {
                        value.ty
                    };
                    let ty = match from {
                        Value::Bytes(..) => ty,
                        _ => value.ty,
                    };
                    self.store(&at, &from, ty, entry.value)?;
                }
                Ok(())
            }
            None => self.refuse(id, "an initialiser of this kind"),
        }
    }

    fn store_text(
        &mut self,
        object: u32,
        offset: u64,
        text: &[u8],
        ty: TypeId,
        id: ExprId,
    ) -> Result<()> {
        let size = self.size(ty) as usize;
        let site = self.site(id, 1);
        for index in 0..size {
            let byte = text.get(index).copied().unwrap_or(0);
            let reg = self.constant(crate::arith::canonical(Scalar::Char, u64::from(byte)));
            let mut addr = self.object_address(object);
            addr.offset = offset as i64 + index as i64;
            self.emit(Inst::Access(Box::new(Access {
                addr,
                store: true,
                private: true,
                generic: false,
                scalar: Scalar::Char,
                align: 1,
                regs: vec![reg],
                idle: 0,
                site,
            })));
        }
        Ok(())
    }

    fn if_statement(
        &mut self,
        condition: ExprId,
        then: &'a Stmt,
        otherwise: Option<&'a Stmt>,
    ) -> Result<()> {
        let cond = self.condition(condition)?;
        let site = self.site(condition, 3);
        self.guards.push((site, Some(condition)));
        let mut then_leaves = false;
        self.if_then_else(
            (cond, condition),
            site,
            |this| {
                this.statement(then, false)?;
                then_leaves = this.dead;
                Ok(())
            },
            otherwise.map(|otherwise| |this: &mut Self| this.statement(otherwise, false)),
        )?;
        // `if (i >= n) return;` guards what follows in this block.
        if !then_leaves {
            self.guards.pop();
        }
        Ok(())
    }

    /// The skeleton of every conditional: its condition as a register, and the expression that tells it from
    /// others.
    pub(super) fn if_then_else(
        &mut self,
        (cond, condition): (Reg, ExprId),
        site: SiteId,
        then: impl FnOnce(&mut Self) -> Result<()>,
        otherwise: Option<impl FnOnce(&mut Self) -> Result<()>>,
    ) -> Result<()> {
        let construct = Construct::Condition(condition);
        let frame = self.frame();
        let outer = self.join();
        let end = self.label();
        let (join, branch) = if otherwise.is_some() {
            (self.label(), self.label())
        } else {
            (end, end)
        };
        self.emit(Inst::If {
            cond,
            frame,
            join,
            otherwise: branch,
            site,
        });
        let before = self.unwritten.clone();
        self.joins.push(join);
        self.stretch(construct, Part::Then);
        then(self)?;
        self.joins.pop();
        let then_dead = std::mem::take(&mut self.dead);
        let then_unwritten = std::mem::replace(&mut self.unwritten, before);
        if let Some(otherwise) = otherwise {
            self.bind(join);
            self.emit(Inst::Else { frame, end });
            self.bind(branch);
            self.joins.push(end);
            self.stretch(construct, Part::Otherwise);
            otherwise(self)?;
            self.joins.pop();
        }
        let other_dead = self.dead;
        match (then_dead, other_dead) {
            (true, _) => {}
            (false, true) => self.unwritten = then_unwritten,
            (false, false) => self.unwritten.extend(then_unwritten),
        }
        self.dead = then_dead && other_dead;
        self.bind(end);
        self.emit(Inst::EndIf { frame, outer });
        self.stretch(construct, Part::After);
        self.frames -= 1;
        Ok(())
    }

    fn looped(
        &mut self,
        stmt: &'a Stmt,
        init: &'a [Stmt],
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: &'a Stmt,
        body_first: bool,
    ) -> Result<()> {
        let construct = Construct::Statement(stmt.origin, condition);
        let frame = self.frame();
        let outer = self.join();
        let (start, next, end) = (self.label(), self.label(), self.label());
        let site = self.loop_site(stmt);
        let counted = self.is_counted(condition, step, body);
        self.emit(Inst::LoopBegin {
            frame,
            site,
            counted,
        });
        for stmt in init {
            self.statement(stmt, false)?;
        }
        self.at_line(stmt.origin);
        self.bind(start);
        self.joins.push(end);
        if !body_first {
            self.test(construct, condition, frame, end)?;
        }
        let before = self.unwritten.clone();
        self.emit(Inst::BodyBegin { frame });
        self.enclosing.push(Enclosing::Loop { frame });
        self.joins.push(next);
        self.stretch(construct, Part::Round);
        let guards = self.guards.len();
        if let Some(condition) = condition.filter(|_| !body_first) {
            let guard = self.site(condition, 3);
            self.guards.push((guard, Some(condition)));
        }
        self.statement(body, false)?;
        self.guards.truncate(guards);
        self.joins.pop();
        self.enclosing.pop();
        self.dead = false;
        let straight = body_first && !leaves_loop(body);
        if !straight {
            self.unwritten = before.clone();
        }
        self.bind(next);
        self.at_line(stmt.origin);
        self.emit(Inst::LoopNext { frame, end });
        self.stretch(construct, Part::Step);
        if let Some(step) = step {
            self.mark_expression(step, stmt.origin, true);
            self.effect(step)?;
        }
        if body_first {
            self.test(construct, condition, frame, end)?;
        }
        self.joins.pop();
        self.emit(Inst::LoopBack { frame, start });
        self.bind(end);
        self.emit(Inst::LoopEnd { frame, outer });
        self.stretch(construct, Part::After);
        if !straight {
            self.unwritten = before;
        }
        self.frames -= 1;
        Ok(())
    }

    /// Does a loop count towards a bound that it does not change?
    pub(super) fn is_counted(
        &self,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: &Stmt,
    ) -> bool {
        let (Some(condition), Some(step)) = (condition, step) else {
            return false;
        };
        let program = self.program;
        let ExprKind::Binary { op, left, right } = &program.expr(condition).kind else {
            return false;
        };
        let (place, down) = match &program.expr(step).kind {
            ExprKind::Increment {
                place, decrement, ..
            } => (*place, *decrement),
            ExprKind::CompoundAssign {
                op, place, value, ..
            } => match (op, &program.expr(*value).kind) {
                (BinaryOp::Add | BinaryOp::Subtract, ExprKind::Constant(Constant::Int(amount)))
                    if (1..1 << 31).contains(amount) =>
                {
                    (*place, *op == BinaryOp::Subtract)
                }
                _ => return false,
            },
            _ => return false,
        };
        let ExprKind::Variable(counter) = program.expr(place).kind else {
            return false;
        };
        let towards = match op {
            BinaryOp::Less | BinaryOp::LessEqual => !down,
            BinaryOp::Greater => down,
            BinaryOp::GreaterEqual => {
                down && program
                    .expr(place)
                    .ty
                    .as_scalar()
                    .is_some_and(|scalar| scalar.is_signed())
            }
            _ => false,
        };
        let mut reads_memory = false;
        each_part(program, *right, &mut |id| {
            reads_memory |= matches!(program.expr(id).kind, ExprKind::Deref(_));
        });
        let mut changed = assigned(program, body);
        let activation = &self.activations[self.activations.len() - 1];
        changed.extend(&activation.addressed);
        let fixed = |mention: &Mention| match mention {
            Mention::Variable(var) => !changed.contains(var),
            Mention::Query(_) => true,
        };
        towards
            && !reads_memory
            && mentioned_names(program, *left).contains(&Mention::Variable(counter))
            && !changed.contains(&counter)
            && mentioned_names(program, *right).iter().all(fixed)
    }

    fn test(
        &mut self,
        construct: Construct,
        condition: Option<ExprId>,
        frame: Frame,
        end: Target,
    ) -> Result<()> {
        self.stretch(construct, Part::Test);
        if let Some(condition) = condition {
            if let Construct::Statement(origin, _) = construct {
                self.mark_expression(condition, origin, true);
            }
            let cond = self.condition(condition)?;
            if self.constant_of(cond).is_some_and(|bits| bits as u32 != 0) {
                return Ok(());
            }
            let site = self.site(condition, 3);
            self.emit(Inst::LoopTest {
                cond,
                frame,
                end,
                site,
            });
        }
        Ok(())
    }

    fn switch(&mut self, stmt: &'a Stmt, value: ExprId, body: &'a Stmt) -> Result<()> {
        let scalar = self
            .shape(self.program.expr(value).ty)
            .map_or(Scalar::Int, |(scalar, _)| scalar);
        let value_reg = self.scalar(value)?;
        let site = self.site(value, 3);
        let construct = Construct::Statement(stmt.origin, Some(value));
        let items = switched(body);
        let mut values = Vec::new();
        let mut labels = Vec::new();
        for item in &items {
            if let Switched::Label(value, _) = item {
                values.extend(value.map(|value| crate::arith::canonical(scalar, value as u64)));
                labels.push(self.label());
            }
        }
        let cases = Box::new(Cases {
            value: value_reg,
            values,
        });
        let frame = self.frame();
        let outer = self.join();
        let end = self.label();
        labels.push(end);
        self.emit(Inst::SwitchBegin {
            frame,
            first: labels[0],
            cases: cases.clone(),
            site,
        });
        let before = self.unwritten.clone();
        self.enclosing.push(Enclosing::Switch { frame });
        self.joins.push(labels[0]);
        let mut case = 0;
        for item in items {
            let value = match item {
                Switched::Label(value, origin) => {
                    self.at_line(origin);
                    value
                }
                Switched::Statement(stmt) => {
                    self.statement(stmt, false)?;
                    continue;
                }
            };
            self.bind(labels[case]);
            let last = self.joins.len() - 1;
            self.joins[last] = labels[case + 1];
            self.emit(Inst::Case {
                frame,
                cases: cases.clone(),
                value: value.map(|value| crate::arith::canonical(scalar, value as u64)),
                next: labels[case + 1],
            });
            self.stretch(construct, Part::Case(case as u32));
            self.unwritten.extend(before.iter().copied());
            self.dead = false;
            case += 1;
        }
        self.joins.pop();
        self.enclosing.pop();
        self.at_line(stmt.origin);
        self.bind(end);
        self.emit(Inst::SwitchEnd { frame, outer });
        self.stretch(construct, Part::After);
        self.unwritten.extend(before);
        self.dead = false;
        self.frames -= 1;
        Ok(())
    }

    fn return_statement(
        &mut self,
        stmt: &'a Stmt,
        value: Option<ExprId>,
        last: bool,
    ) -> Result<()> {
        if let Some(id) = value {
            let value = self.value(id)?;
            let ty = self.program.expr(id).ty;
            let (result, object) = {
                let activation = self.activation();
                (activation.result.clone(), activation.result_object)
            };
            match (&value, object) {
                (Value::Registers(_, from), _) => self.assign(&result, from),
                (Value::Bytes(..), Some(object)) => {
                    let at = At::Memory {
                        addr: self.object_address(object),
                        space: AddressSpace::Private,
                        components: None,
                        packed: false,
                    };
                    self.store(&at, &value, ty, id)?;
                }
                _ => {}
            }
        }
        if !last {
            let (frame, join) = (self.activation().frame, self.join());
            let site = self.statement_site(stmt, "return");
            self.emit(Inst::Return { frame, join, site });
            self.dead = true;
        }
        Ok(())
    }
}

/// Has a function a `return` before its last statement?
pub(super) fn returns_early(body: &Stmt) -> bool {
    fn any_return(stmt: &Stmt, last: bool) -> bool {
        match &stmt.kind {
            StmtKind::Return(_) => !last,
            StmtKind::Block(body) => body
                .iter()
                .enumerate()
                .any(|(index, stmt)| any_return(stmt, last && index + 1 == body.len())),
            StmtKind::If {
                then, otherwise, ..
            } => {
                any_return(then, false)
                    || otherwise
                        .as_deref()
                        .is_some_and(|stmt| any_return(stmt, false))
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. } => any_return(body, false),
            StmtKind::Labelled { body, .. } => any_return(body, last),
            _ => false,
        }
    }
    any_return(body, true)
}

/// A piece of a `switch` body.
#[derive(Clone, Copy)]
enum Switched<'a> {
    /// `case` with its value, or `default`.
    Label(Option<i64>, Origin),
    Statement(&'a Stmt),
}

/// The labels and statements of a `switch`, in order. A block with a label inside has no life of its
/// own here: its statements stand in the row of those around it.
fn switched(body: &Stmt) -> Vec<Switched<'_>> {
    fn has_label(stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Case { .. } => true,
            StmtKind::Block(body) => body.iter().any(has_label),
            _ => false,
        }
    }
    fn add<'a>(stmt: &'a Stmt, items: &mut Vec<Switched<'a>>) {
        match &stmt.kind {
            StmtKind::Case { value, body } => {
                items.push(Switched::Label(*value, stmt.origin));
                add(body, items);
            }
            StmtKind::Block(body) if has_label(stmt) => {
                body.iter().for_each(|stmt| add(stmt, items));
            }
            _ => items.push(Switched::Statement(stmt)),
        }
    }
    let mut items = Vec::new();
    match &body.kind {
        StmtKind::Block(body) => body.iter().for_each(|stmt| add(stmt, &mut items)),
        _ => add(body, &mut items),
    }
    items
}

/// Has a loop's body a `break` or `continue` of its own, or a `return`?
fn leaves_loop(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Break | StmtKind::Continue | StmtKind::Return(_) => true,
        StmtKind::Block(body) => body.iter().any(leaves_loop),
        StmtKind::If {
            then, otherwise, ..
        } => leaves_loop(then) || otherwise.as_deref().is_some_and(leaves_loop),
        StmtKind::While { body, .. }
        | StmtKind::DoWhile { body, .. }
        | StmtKind::For { body, .. }
        | StmtKind::Switch { body, .. }
        | StmtKind::Case { body, .. }
        | StmtKind::Labelled { body, .. } => leaves_loop(body),
        _ => false,
    }
}

/// Variables that a function assigns to.
pub(super) fn assigned(program: &Program, body: &Stmt) -> HashSet<VarId> {
    let mut found = HashSet::new();
    each_expression(body, &mut |root| {
        each_part(program, root, &mut |id| {
            let mut at = match &program.expr(id).kind {
                ExprKind::Assign { place, .. }
                | ExprKind::CompoundAssign { place, .. }
                | ExprKind::Increment { place, .. } => *place,
                _ => return,
            };
            loop {
                match &program.expr(at).kind {
                    ExprKind::Member { base, .. } | ExprKind::Swizzle { base, .. } => at = *base,
                    ExprKind::Variable(var) => {
                        found.insert(*var);
                        return;
                    }
                    _ => return,
                }
            }
        });
    });
    found
}
