//! Accesses of the local memory of a kernel, each with its index as a sum of terms.
//!
//! Promise: lists, in the order of the trace, accesses that the kernel itself makes to its local arrays,
//! local scalars and parameters that point to local memory. Two indices of equal terms are equal at
//! one time; variables that are given a value once are replaced by it. What goes through other
//! pointers, through helpers, atomics or members, or has an index that is no plain arithmetic, is not
//! listed: a reading may accuse on what is listed, never on what is not.

use super::trace::{StepKind, Trace};
use super::walk;
use opencl_c::builtin::Name;
use opencl_c::program::{
    BinaryOp, Constant, ExprId, ExprKind, Function, FunctionId, Program, Stmt, StmtKind, UnaryOp,
    VarId,
};
use opencl_c::types::AddressSpace;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// At most this many accesses are listed of a kernel, in the order of its text: they are compared in
/// pairs.
const MOST: usize = 200;
/// At most this many nodes are looked at for one index.
const NODES: usize = 120;

/// An access.
#[derive(Clone, Debug)]
pub(crate) struct Touch {
    /// Its step of the trace.
    pub(crate) step: usize,
    /// The array, scalar or parameter.
    pub(crate) object: VarId,
    /// Its place: `tile[lid]`.
    pub(crate) place: ExprId,
    /// A write, rather than a read?
    pub(crate) write: bool,
    /// One index for each dimension of an array; none for a scalar. An async copy has none: it touches
    /// as much as it likes.
    pub(crate) indices: Vec<Index>,
    /// An async copy of the work-group?
    pub(crate) copy: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Index {
    /// The sum of its constant terms.
    pub(crate) constant: i64,
    /// Its other terms, as text, each with what it is made of.
    pub(crate) terms: BTreeMap<String, Leaves>,
}

/// What a term is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leaves {
    /// Dimensions of local or global ids in it.
    pub(crate) ids: BTreeSet<u64>,
    /// Is there a global id among them?
    pub(crate) global: bool,
    /// Variables that are stored to more than once.
    pub(crate) vars: BTreeSet<VarId>,
    /// The local id alone.
    pub(crate) bare: bool,
    /// Cut to a range, by `%` or `&`?
    pub(crate) cut: bool,
}

/// The accesses of a kernel, and when its variables are stored to.
pub(crate) struct Tiles {
    /// In the order of the trace.
    pub(crate) touches: Vec<Touch>,
    /// The steps that store to each private variable, in order.
    stores: HashMap<VarId, Vec<usize>>,
}

impl Tiles {
    /// Is one of these variables stored to in these steps?
    pub(crate) fn are_stored_to(
        &self,
        vars: impl IntoIterator<Item = VarId>,
        (from, to): (usize, usize),
    ) -> bool {
        vars.into_iter().any(|var| {
            self.stores.get(&var).is_some_and(|steps| {
                let next = steps.partition_point(|&step| step < from);
                steps.get(next).is_some_and(|&step| step < to)
            })
        })
    }

    /// Has a kernel anything in local memory?
    pub(crate) fn are_in(program: &Program, kernel: &Function) -> bool {
        kernel.vars.iter().any(|var| {
            let pointee = program.types.as_pointer(var.ty).map(|(_, _, space)| space);
            var.space == AddressSpace::Local || pointee == Some(AddressSpace::Local)
        })
    }

    pub(crate) fn of(program: &Program, kernel: FunctionId, trace: &Trace<'_>) -> Tiles {
        let function = program.function(kernel);
        let mut lister = Lister {
            program,
            kernel,
            inits: inits(&function.body),
            touches: Vec::new(),
            stores: HashMap::new(),
        };
        for (step, index) in trace.steps.iter().zip(0..) {
            if let StepKind::Expr(expr) = step.kind
                && step.function == kernel
            {
                lister.note_store(index, expr);
            }
        }
        for (step, index) in trace.steps.iter().zip(0..) {
            if let StepKind::Expr(expr) = step.kind
                && step.function == kernel
                && lister.touches.len() < MOST
            {
                lister.note_touch(index, expr);
            }
        }
        Tiles {
            touches: lister.touches,
            stores: lister.stores,
        }
    }
}

/// The initial values of scalar variables.
fn inits(body: &Stmt) -> HashMap<VarId, ExprId> {
    let mut inits = HashMap::new();
    walk::statements(body, &mut |stmt| {
        if let StmtKind::Declare {
            var,
            init: Some(init),
        } = &stmt.kind
            && let [entry] = &init.entries[..]
        {
            inits.insert(*var, entry.value);
        }
    });
    inits
}

struct Lister<'a> {
    program: &'a Program,
    kernel: FunctionId,
    inits: HashMap<VarId, ExprId>,
    touches: Vec<Touch>,
    stores: HashMap<VarId, Vec<usize>>,
}

impl Lister<'_> {
    fn kind(&self, expr: ExprId) -> &ExprKind {
        &self.program.expr(expr).kind
    }

    fn note_store(&mut self, step: usize, expr: ExprId) {
        let place = match self.kind(expr) {
            ExprKind::Assign { place, .. }
            | ExprKind::CompoundAssign { place, .. }
            | ExprKind::Increment { place, .. }
            // Where its address goes it may be stored to.
            | ExprKind::AddressOf(place) => *place,
            _ => return,
        };
        if let ExprKind::Variable(var) = self.kind(place) {
            self.stores.entry(*var).or_default().push(step);
        }
    }

    fn note_touch(&mut self, step: usize, expr: ExprId) {
        let (place, reads, writes) = match self.kind(expr) {
            ExprKind::Load(place) => (*place, true, false),
            ExprKind::Assign { place, .. } => (*place, false, true),
            ExprKind::CompoundAssign { place, .. } | ExprKind::Increment { place, .. } => {
                (*place, true, true)
            }
            ExprKind::Builtin { builtin, arguments }
                if matches!(
                    builtin.name,
                    Name::AsyncWorkGroupCopy | Name::AsyncWorkGroupStridedCopy
                ) =>
            {
                let Some(&to) = arguments.first() else {
                    return;
                };
                let mut indices = Vec::new();
                if let Some(object) = self.pointer(to, &mut indices) {
                    self.touches.push(Touch {
                        step,
                        object,
                        place: expr,
                        write: true,
                        indices,
                        copy: true,
                    });
                }
                return;
            }
            _ => return,
        };
        let mut indices = Vec::new();
        let Some(object) = self.place(place, &mut indices) else {
            return;
        };
        for (write, done) in [(false, reads), (true, writes)] {
            if done {
                self.touches.push(Touch {
                    step,
                    object,
                    place,
                    write,
                    indices: indices.clone(),
                    copy: false,
                });
            }
        }
    }

    /// The object of a place in local memory, and the indices into it.
    fn place(&self, place: ExprId, indices: &mut Vec<Index>) -> Option<VarId> {
        match self.kind(place) {
            ExprKind::Variable(var) => self.is_local(*var).then_some(*var),
            ExprKind::Deref(pointer) => self.pointer(*pointer, indices),
            _ => None,
        }
    }

    fn pointer(&self, pointer: ExprId, indices: &mut Vec<Index>) -> Option<VarId> {
        match self.kind(pointer) {
            ExprKind::PointerOffset {
                pointer,
                index,
                subtract: false,
            } => {
                let object = self.pointer(*pointer, indices)?;
                indices.push(self.index(*index)?);
                Some(object)
            }
            ExprKind::PointerCast(pointer) => self.pointer(*pointer, indices),
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.place(*place, indices),
            ExprKind::Load(place) => {
                let ExprKind::Variable(var) = self.kind(*place) else {
                    return None;
                };
                let function = self.program.function(self.kernel);
                let ty = function.vars[var.0 as usize].ty;
                let is_tile = matches!(
                    self.program.types.as_pointer(ty),
                    Some((_, _, AddressSpace::Local))
                );
                let given = (var.0 as usize) < function.parameters;
                (is_tile && given && !self.stores.contains_key(var)).then_some(*var)
            }
            _ => None,
        }
    }

    fn is_local(&self, var: VarId) -> bool {
        let vars = &self.program.function(self.kernel).vars;
        vars[var.0 as usize].space == AddressSpace::Local
    }

    fn index(&self, expr: ExprId) -> Option<Index> {
        let mut index = Index::default();
        let mut nodes = NODES;
        self.sum(expr, 1, &mut index, &mut nodes)?;
        Some(index)
    }

    /// Adds an expression's terms, times `sign`, to an index.
    fn sum(&self, expr: ExprId, sign: i64, index: &mut Index, nodes: &mut usize) -> Option<()> {
        *nodes = nodes.checked_sub(1)?;
        match self.kind(expr) {
            ExprKind::Constant(Constant::Int(number)) => {
                let number = sign.checked_mul(*number as i64)?;
                index.constant = index.constant.checked_add(number)?;
                Some(())
            }
            ExprKind::Convert { value, .. } => self.sum(*value, sign, index, nodes),
            ExprKind::Binary {
                op: op @ (BinaryOp::Add | BinaryOp::Subtract),
                left,
                right,
            } => {
                self.sum(*left, sign, index, nodes)?;
                let sign = if *op == BinaryOp::Add { sign } else { -sign };
                self.sum(*right, sign, index, nodes)
            }
            ExprKind::Load(place) => match self.given_once(*place) {
                Some(value) => self.sum(value, sign, index, nodes),
                None => self.term(expr, sign, index, nodes),
            },
            _ => self.term(expr, sign, index, nodes),
        }
    }

    fn term(&self, expr: ExprId, sign: i64, index: &mut Index, nodes: &mut usize) -> Option<()> {
        let mut leaves = Leaves::default();
        let mut text = if sign < 0 { "-" } else { "" }.to_owned();
        self.text(expr, &mut text, &mut leaves, nodes)?;
        leaves.bare = sign > 0 && leaves.ids.iter().any(|id| text == format!("lid{id}"));
        // The same term twice is no set of terms.
        index.terms.insert(text, leaves).is_none().then_some(())
    }

    /// The value of a variable that has only the one it begins with.
    fn given_once(&self, place: ExprId) -> Option<ExprId> {
        let ExprKind::Variable(var) = self.kind(place) else {
            return None;
        };
        let init = self.inits.get(var).copied()?;
        (!self.stores.contains_key(var)).then_some(init)
    }

    fn text(
        &self,
        expr: ExprId,
        out: &mut String,
        leaves: &mut Leaves,
        nodes: &mut usize,
    ) -> Option<()> {
        *nodes = nodes.checked_sub(1)?;
        match self.kind(expr) {
            ExprKind::Constant(Constant::Int(number)) => {
                *out += &number.to_string();
                Some(())
            }
            ExprKind::Convert { value, .. } => self.text(*value, out, leaves, nodes),
            ExprKind::Unary {
                op: UnaryOp::Negate,
                value,
            } => {
                *out += "-";
                self.text(*value, out, leaves, nodes)
            }
            ExprKind::Binary { op, left, right } if !op.is_comparison() => {
                leaves.cut |= matches!(op, BinaryOp::Remainder | BinaryOp::And);
                *out += "(";
                self.text(*left, out, leaves, nodes)?;
                *out += &format!(" {op:?} ");
                self.text(*right, out, leaves, nodes)?;
                *out += ")";
                Some(())
            }
            ExprKind::Load(place) => {
                if let Some(value) = self.given_once(*place) {
                    return self.text(value, out, leaves, nodes);
                }
                let ExprKind::Variable(var) = self.kind(*place) else {
                    return None;
                };
                if self.is_local(*var) {
                    return None;
                }
                if self.stores.contains_key(var) {
                    leaves.vars.insert(*var);
                }
                *out += &format!("v{}", var.0);
                Some(())
            }
            ExprKind::Builtin { builtin, arguments } => {
                let name = match builtin.name {
                    Name::GetLocalId => "lid",
                    Name::GetGlobalId => "gid",
                    Name::GetLocalSize | Name::GetGroupId => builtin.name.text(),
                    _ => return None,
                };
                let mut dimension = String::new();
                self.text(
                    *arguments.first()?,
                    &mut dimension,
                    &mut Leaves::default(),
                    nodes,
                )?;
                if matches!(name, "lid" | "gid") {
                    leaves.ids.insert(dimension.parse().ok()?);
                    leaves.global |= name == "gid";
                }
                *out += &format!("{name}{dimension}");
                Some(())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::trace::most_in_all;
    use crate::analysis::uniformity::Uniformity;
    use opencl_c::preprocessor::{NoIncludes, Options};

    /// Each access: `w` or `r`, the object, its indices.
    fn touches(body: &str) -> Vec<String> {
        let text = format!("kernel void k(local int *tile, int n) {{ {body} }}");
        let checked = opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes)
            .unwrap_or_else(|_| panic!("{text}"));
        let program = &checked.program;
        let (kernel, function) = program.kernels().next().unwrap();
        let mut left = most_in_all(program);
        let trace = Trace::of(program, &Uniformity::of(program), kernel, &mut left).unwrap();
        let tiles = Tiles::of(program, kernel, &trace);
        let told = tiles.touches.iter().map(|touch| {
            let name = &function.vars[touch.object.0 as usize].name;
            let mut text = format!("{} {name}", if touch.write { "w" } else { "r" });
            for index in &touch.indices {
                let terms: Vec<&str> = index.terms.keys().map(String::as_str).collect();
                text += &format!("[{} {}]", terms.join(" "), index.constant);
            }
            text
        });
        told.collect()
    }

    #[test]
    fn a_variable_that_is_given_once_is_what_it_is_given() {
        let body = "const int l = get_local_id(0) + 2; tile[l - 1] = 0; tile[get_local_id(0)]++;";
        assert_eq!(
            touches(body),
            ["w tile[lid0 1]", "r tile[lid0 0]", "w tile[lid0 0]"]
        );
    }

    #[test]
    fn each_dimension_has_an_index() {
        let body = "local int t[4][5]; for (int k = 0; k < 4; k++) t[k][n * 2 + 1] = 0;";
        assert_eq!(touches(body), ["w t[v3 0][(v1 Multiply 2) 1]"]);
    }

    #[test]
    fn what_is_not_followed_is_not_listed() {
        for body in [
            "local int *p = tile + n; p[0] = 1;",
            "tile[tile[0]] = 1;",
            "atomic_inc(tile);",
            "tile += n; tile[0] = 1;",
            "int a = n; a += 1; int b = a + a; tile[b] = 1;",
        ] {
            let writes: Vec<String> = touches(body);
            assert!(
                !writes.iter().any(|touch| touch.starts_with('w')),
                "{body}: {writes:?}"
            );
        }
    }

    #[test]
    fn an_index_that_doubles_with_each_variable_is_given_up() {
        let mut body = "int v0 = n;".to_owned();
        for number in 1..60 {
            let below = number - 1;
            body += &format!("int v{number} = v{below} * v{below};");
        }
        body += "tile[v59] = 1;";
        assert!(touches(&body).is_empty());
    }
}
