//! # The global id is an index, and nothing compares it with the size
//!
//! A kernel takes a size as an argument and accesses a buffer at its global id, but no condition
//! compares the two. It is right as long as the global size happens to be the size of the data. When
//! the host rounds the global size up to a multiple of the work-group, the work-items beyond the data
//! access memory outside of the buffer.
//!
//! A guard may be an `if` around the access, a `return` before it, the condition of a loop, a clamped
//! or wrapped index. A kernel with barriers guards its accesses instead of returning.
//!
//! ## Why it hurts
//!
//! OpenCL 1.2 requires the global size to be a multiple of the work-group size, so the host usually
//! rounds up. A GPU does not check an index: the surplus work-items read a neighbouring buffer or
//! overwrite it, and the launch fails only where a page ends. On a CPU, whose runtime chooses a small
//! work-group, the same kernel looks right.
//!
//! ## Wrong
//! ```opencl
//! kernel void add(global const float *a, global const float *b, global float *c, int n)
//! {
//!     int i = get_global_id(0);
//!     c[i] = a[i] + b[i];
//! }
//! ```
//!
//! ## Right
//! ```opencl
//! kernel void add(global const float *a, global const float *b, global float *c, int n)
//! {
//!     int i = get_global_id(0);
//!     if (i < n) {
//!         c[i] = a[i] + b[i];
//!     }
//! }
//! ```
//!
//! ## Source
//!
//! J. G. Cornelis, GPGPU Training Supporting Document (2014), section 2.1 (a work-group's size divides
//! the global size) and table 1, whose kernel has no guard and so is right for such sizes only.

use crate::analysis::dependence::{Dependence, Sources, constant, space};
use crate::analysis::walk;
use crate::entry::{Family, Mistake};
use crate::static_checks::{Analyses, Reporter};
use launch::{Evidence, Level, MistakeId, Symptom};
use opencl_c::builtin::Name;
use opencl_c::program::{BinaryOp, Expr, ExprId, ExprKind, Function, Program};
use opencl_c::types::{AddressSpace, TypeId};

pub(crate) const MISTAKE: Mistake = Mistake {
    id: MistakeId::MissingBoundsGuard,
    level: Level::Warning,
    family: Family::Memory,
    symptom: Symptom::Varies,
    chapter: 7,
    launch: "global: 16\nlocal: 8\nbuffer: a float 16 iota read\nbuffer: b float 16 iota read\n\
             buffer: c float 16 uninit write\nvalue: n int 16",
    file: page_in!("missing_bounds_guard.rs"),
    read: Some(read),
    measure: None,
};

fn read(analyses: &Analyses<'_>, reporter: &mut Reporter<'_>) {
    for (_, kernel) in analyses.program.kernels() {
        let look = Look {
            program: analyses.program,
            dependence: &analyses.dependence,
            kernel,
        };
        if let Some((access, size)) = look.unguarded() {
            let name = &kernel.vars[size].name;
            let declared = kernel.vars[size].origin;
            reporter
                .at(
                    Evidence::Likely,
                    access,
                    format!("nothing compares the global id with `{name}` before it is an index"),
                )
                .label(format!("work-items beyond `{name}` come here too"))
                .with(declared, declared, "the size")
                .help(format!(
                    "guard the access: only work-items below `{name}` may make it"
                ))
                .kernel(kernel);
        }
    }
}

struct Look<'a> {
    program: &'a Program,
    dependence: &'a Dependence,
    kernel: &'a Function,
}

impl Look<'_> {
    fn each(&self, mut visit: impl FnMut(ExprId, &Expr)) {
        let program = self.program;
        walk::each_expression(program, &self.kernel.body, &mut |expr| {
            visit(expr, program.expr(expr));
        });
    }

    fn sources(&self, expr: ExprId) -> Sources {
        self.dependence.sources(expr)
    }

    /// The first access of a global buffer at an id that nothing guards, and the size argument that
    /// should.
    fn unguarded(&self) -> Option<(ExprId, usize)> {
        let accesses = self.accesses();
        let dimensions = accesses
            .iter()
            .fold(0, |so_far, (_, dimensions)| so_far | dimensions);
        if dimensions == 0 {
            return None;
        }
        let open = dimensions & !self.guarded()?;
        let (access, _) = accesses.iter().find(|(_, at)| at & open != 0)?;
        let used = self.other_uses();
        let size = (0..self.kernel.parameters.min(63)).find(|&number| {
            let parameter = &self.kernel.vars[number];
            is_integer(parameter.ty)
                && is_size_name(&parameter.name)
                && !used.unknown
                && !used.has_argument(number)
        })?;
        Some((*access, size))
    }

    /// The accesses of global memory at an index made of the work-item's position, each with the
    /// dimensions of that.
    fn accesses(&self) -> Vec<(ExprId, u8)> {
        let mut found = Vec::new();
        self.each(|expr, node| {
            if let ExprKind::Deref(pointer) = node.kind
                && space(self.program, pointer) == AddressSpace::Global
            {
                let sources = self.sources(pointer);
                if !sources.unknown && sources.position() != 0 {
                    found.push((expr, sources.position()));
                }
            }
        });
        found
    }

    /// The dimensions whose ids are compared with something, clamped, wrapped or given to a function
    /// that may do so; none where that is not known.
    fn guarded(&self) -> Option<u8> {
        let mut guarded = 0;
        let mut unknown = false;
        self.each(|_, node| {
            let operands = match &node.kind {
                ExprKind::Binary {
                    op, left, right, ..
                } if op.is_comparison() => {
                    let low = |expr| matches!(constant(self.program, expr), Some(0 | 1));
                    // `i > 0` looks at the other end.
                    if low(*left) || low(*right) {
                        return;
                    }
                    vec![*left, *right]
                }
                ExprKind::Binary {
                    op: BinaryOp::Remainder | BinaryOp::And,
                    left,
                    right,
                } => vec![*left, *right],
                ExprKind::CompoundAssign {
                    op: BinaryOp::Remainder | BinaryOp::And,
                    place,
                    value,
                    ..
                } => vec![*place, *value],
                ExprKind::Builtin { builtin, arguments }
                    if matches!(
                        builtin.name,
                        Name::Min | Name::Max | Name::Clamp | Name::Select
                    ) =>
                {
                    arguments.clone()
                }
                ExprKind::Call { arguments, .. } => arguments.clone(),
                _ => return,
            };
            let sources = operands
                .iter()
                .fold(Sources::default(), |so_far, &operand| {
                    so_far.join(self.sources(operand))
                });
            unknown |= sources.unknown;
            guarded |= sources.position();
            // A group that compares its local ids leaves out the tail in another way.
            guarded |= sources.local_ids;
        });
        (!unknown).then_some(guarded)
    }

    /// What goes into more than indices: into a condition, or a number of its own. What is multiplied is
    /// the length of a row or a part of a size, and no bound by itself.
    fn other_uses(&self) -> Sources {
        use opencl_c::program::StmtKind;
        let mut used = Sources::default();
        let mut uses = |expr: ExprId| used = used.join(self.sources(expr));
        self.each(|_, node| match &node.kind {
            ExprKind::Binary {
                op: BinaryOp::Add | BinaryOp::Subtract,
                ..
            } => {}
            ExprKind::Binary { left, right, .. } | ExprKind::ShortCircuit { left, right, .. } => {
                uses(*left);
                uses(*right);
            }
            ExprKind::CompoundAssign { value, .. } => uses(*value),
            ExprKind::Convert { value, .. }
                if !is_integer(node.ty) && is_integer(self.program.expr(*value).ty) =>
            {
                uses(*value);
            }
            ExprKind::Assign { place, value }
                if matches!(self.program.expr(*place).kind, ExprKind::Deref(_)) =>
            {
                uses(*value);
            }
            ExprKind::Conditional { condition, .. } => uses(*condition),
            ExprKind::Call { arguments, .. } | ExprKind::Builtin { arguments, .. } => {
                for &argument in arguments {
                    uses(argument);
                }
            }
            _ => {}
        });
        walk::statements(&self.kernel.body, &mut |stmt| {
            if let StmtKind::If { condition, .. }
            | StmtKind::While { condition, .. }
            | StmtKind::DoWhile { condition, .. }
            | StmtKind::Switch {
                value: condition, ..
            } = &stmt.kind
            {
                uses(*condition);
            }
        });
        used
    }
}

fn is_integer(ty: TypeId) -> bool {
    ty.as_scalar().is_some_and(|scalar| scalar.is_integer())
}

/// Is a parameter called what one calls the size of data?
fn is_size_name(name: &str) -> bool {
    let name = name.to_lowercase();
    let words = [
        "n", "m", "w", "h", "d", "size", "length", "len", "count", "total", "width", "height",
        "depth", "rows", "cols", "columns", "elements", "nx", "ny", "nz",
    ];
    words.contains(&name.as_str())
        || name.starts_with("n_")
        || name.starts_with("num")
        || ["size", "length", "_len", "count", "_n"]
            .iter()
            .any(|end| name.ends_with(end))
}
