//! The values of a kernel as a graph, with each value once. Work that a compiler removes is not counted: common
//! subexpressions, dead code, loop-invariant code.

use std::collections::{BTreeMap, HashMap};

pub(crate) type Node = u32;

/// The type of an operation's operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Number {
    /// Integers of up to 32 bits.
    Int,
    /// Unsigned integers where the sign makes a difference, as in divisions.
    UInt,
    /// Integers of 64 bits.
    Long,
    /// `float`, and `half`, which is computed as `float`.
    Float,
    Double,
}

impl Number {
    /// The type's name in OpenCL C.
    pub fn name(self) -> &'static str {
        match self {
            Number::Int => "int",
            Number::UInt => "uint",
            Number::Long => "long",
            Number::Float => "float",
            Number::Double => "double",
        }
    }
}

/// An operation that costs time, such as `+` on `float`. Division by a constant, which compilers turn into a
/// multiplication, is `/ constant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    pub number: Number,
    pub kind: &'static str,
}

/// The identity of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Constant(u64),
    /// A parameter of the kernel.
    Parameter(u32),
    /// A work-item function and its dimension.
    WorkItem(&'static str, u64),
    Operation(&'static str, u32, Vec<Node>),
    /// A variable of a call.
    Object(u32, u32),
    /// A load of an address, after a number of writes that may have changed it.
    Load(Node, u32, u32),
    /// Equal to no other value.
    Unique(u32),
}

#[derive(Debug)]
struct Vertex {
    operation: Option<(Operation, f64)>,
    weight: f64,
    parents: Vec<Node>,
    access: Option<usize>,
    /// Whether it is a compile-time constant.
    is_constant: bool,
    /// Whether it may vary along a row of the work-group.
    varies_along_row: bool,
    in_loop: bool,
    /// Whether it depends on arguments and constants alone, so that it is computed before all work-items.
    is_invariant: bool,
    /// Whether it is a launch-invariant value plus another value.
    is_offset_from_invariant: bool,
    /// Its weight in LLVM's unrolling cost model.
    size: usize,
}

impl Vertex {
    /// Whether LICM moves it out of the work-item loop.
    fn is_hoisted(&self) -> bool {
        !self.varies_along_row && !self.in_loop
    }
}

impl Operation {
    /// A load from a private array that is indexed at run time, which registers cannot hold.
    pub(crate) const PRIVATE_READ: Operation = Operation {
        number: Number::Float,
        kind: "private read",
    };

    /// A store to such an array.
    pub(crate) const PRIVATE_WRITE: Operation = Operation {
        number: Number::Float,
        kind: "private write",
    };
}

/// The approximate latency of an operation, precise enough to find the critical path.
fn latency_weight(kind: &str) -> f64 {
    match kind {
        "+" | "-" | "*" | "bits" | "compare" | "select" | "min" | "max" | "fmin" | "fmax"
        | "fma" | "mad" | "abs" | "fabs" | "convert" | "clamp" => 1.0,
        _ => 4.0,
    }
}

/// Weight of one value in LLVM's unrolling cost model; a division counts as four instructions. Conversions are
/// free, except that a signed 32-bit index is extended to 64 bits.
fn size(key: &Key, operation: Option<(Operation, f64)>) -> usize {
    match (key, operation.map(|(operation, _)| operation.kind)) {
        (_, Some("/" | "%" | "/ constant" | "% constant")) => 4,
        (Key::Operation("convert" | OFFSET_WITHOUT_SIGN, ..), None) => 0,
        _ => 1,
    }
}

/// An address offset by an unsigned index.
pub(crate) const OFFSET_WITHOUT_SIGN: &str = "offset without a sign";

#[derive(Debug, Default)]
pub(crate) struct Graph {
    vertices: Vec<Vertex>,
    known: HashMap<Key, Node>,
    /// The keys in order of insertion, so that those of a branch can be forgotten after it.
    added: Vec<Key>,
    roots: Vec<Node>,
    unique: u32,
    /// The depth of enclosing loops.
    loops: u32,
}

/// The live values of a kernel, and how often a work-item computes them.
#[derive(Debug, Default)]
pub(crate) struct Live {
    pub(crate) operations: BTreeMap<Operation, f64>,
    /// Operations that LICM moves out of the work-item loop.
    pub(crate) hoisted: BTreeMap<Operation, f64>,
    /// The critical path, on which a vector operation counts once, without hoisted operations.
    pub(crate) critical_path: BTreeMap<Operation, f64>,
    /// Indices of the accesses.
    pub(crate) accesses: Vec<usize>,
    /// Whether each value is live.
    pub(crate) seen: Vec<bool>,
    /// Whether each value is a product that is fused with a sum.
    pub(crate) fused: Vec<bool>,
    /// The weights of all computed values that are not launch-invariant.
    pub(crate) code_size: usize,
}

impl Graph {
    /// The value of a key, if it is known.
    pub(crate) fn find(&self, key: &Key) -> Option<Node> {
        self.known.get(key).copied()
    }

    /// A key that equals no other.
    pub(crate) fn unique(&mut self) -> Key {
        self.unique += 1;
        Key::Unique(self.unique)
    }

    /// The value of a key, created if it is not known: `operation` has a vector width, and is executed `weight`
    /// times by each work-item.
    pub(crate) fn value(
        &mut self,
        key: Key,
        operation: Option<(Operation, f64)>,
        weight: f64,
        parents: &[Node],
    ) -> Node {
        if let Some(&node) = self.known.get(&key) {
            return node;
        }
        let node = self.vertices.len() as Node;
        let (is_constant, varies_along_row) = match &key {
            Key::Constant(_) | Key::Object(..) => (true, false),
            Key::Operation(_, _, of) => (
                of.iter().all(|&of| self.is_constant(of)),
                of.iter().any(|&of| self.varies_along_row(of)),
            ),
            Key::Parameter(_) => (false, false),
            Key::WorkItem(name, dimension) => (
                false,
                *dimension == 0 && matches!(*name, "get_global_id" | "get_local_id"),
            ),
            // No compiler knows how stores change it.
            Key::Load(..) | Key::Unique(_) => (false, true),
        };
        let is_invariant = match &key {
            Key::Constant(_) | Key::Object(..) | Key::Parameter(_) => true,
            Key::Operation(_, _, of) => {
                of.iter().all(|&of| self.vertices[of as usize].is_invariant)
            }
            Key::WorkItem(name, _) => !name.ends_with("_id"),
            Key::Load(..) | Key::Unique(_) => false,
        };
        let of = |wanted: &dyn Fn(&Vertex) -> bool| match &key {
            Key::Operation("+" | "-", _, of) => {
                of.iter().any(|&of| wanted(&self.vertices[of as usize]))
            }
            _ => false,
        };
        let is_offset_from_invariant = !is_invariant && of(&|vertex| vertex.is_invariant);
        // The invariant parts of two sums are added before all work-items.
        let is_joined = is_offset_from_invariant && of(&|vertex| vertex.is_offset_from_invariant);
        let size = if is_joined { 0 } else { size(&key, operation) };
        self.vertices.push(Vertex {
            is_invariant,
            is_offset_from_invariant,
            size,
            operation,
            weight,
            parents: parents.to_vec(),
            access: None,
            is_constant,
            varies_along_row,
            in_loop: self.loops > 0,
        });
        self.known.insert(key.clone(), node);
        self.added.push(key);
        node
    }

    /// Whether a value is a compile-time constant.
    pub(crate) fn is_constant(&self, node: Node) -> bool {
        self.vertices[node as usize].is_constant
    }

    pub(crate) fn varies_along_row(&self, node: Node) -> bool {
        self.vertices[node as usize].varies_along_row
    }

    pub(crate) fn enter_loop(&mut self) {
        self.loops += 1;
    }

    pub(crate) fn leave_loop(&mut self) {
        self.loops -= 1;
    }

    pub(crate) fn is_in_loop(&self) -> bool {
        self.loops > 0
    }

    /// Marks a value as the result of an access.
    pub(crate) fn set_access(&mut self, node: Node, access: usize) {
        self.vertices[node as usize].access = Some(access);
    }

    /// Marks a value as having an effect, which keeps it alive.
    pub(crate) fn root(&mut self, node: Node) {
        self.roots.push(node);
    }

    /// Gives a value another key.
    pub(crate) fn know(&mut self, key: Key, node: Node) {
        self.known.insert(key.clone(), node);
        self.added.push(key);
    }

    /// The number of values so far.
    pub(crate) fn len(&self) -> usize {
        self.vertices.len()
    }

    /// A value's operation, access and parents.
    pub(crate) fn vertex(&self, node: Node) -> (Option<Operation>, Option<usize>, &[Node]) {
        let vertex = &self.vertices[node as usize];
        let operation = vertex.operation.map(|(operation, _)| operation);
        (operation, vertex.access, &vertex.parents)
    }

    /// The position at which a branch begins.
    pub(crate) fn branch(&self) -> usize {
        self.added.len()
    }

    /// Forgets the values of a branch: they may not have been computed.
    pub(crate) fn leave(&mut self, branch: usize) {
        for key in self.added.drain(branch..) {
            self.known.remove(&key);
        }
    }

    /// Finds the values that the effects depend on.
    pub(crate) fn live(&self) -> Live {
        let mut uses = vec![0_u32; self.vertices.len()];
        let mut waiting = self.roots.clone();
        let mut seen = vec![false; self.vertices.len()];
        while let Some(node) = waiting.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            for &parent in &self.vertices[node as usize].parents {
                uses[parent as usize] += 1;
                waiting.push(parent);
            }
        }
        let mut live = Live::default();
        let is = |node: Node, wanted: &str| {
            matches!(&self.vertices[node as usize].operation, Some((operation, _))
                if operation.kind == wanted && operation.number >= Number::Float)
        };
        // A product with a single use in a sum is fused with it (FMA). In a difference, one operand has to be
        // negated, which is another value unless it is a constant.
        let mut joined = vec![false; self.vertices.len()];
        let mut is_free = vec![false; self.vertices.len()];
        for (index, vertex) in self.vertices.iter().enumerate() {
            if seen[index] && (is(index as Node, "+") || is(index as Node, "-")) {
                let product = vertex
                    .parents
                    .iter()
                    .find(|&&parent| is(parent, "*") && uses[parent as usize] == 1);
                if let Some(&product) = product {
                    joined[product as usize] = true;
                    is_free[product as usize] = is(index as Node, "+")
                        || vertex
                            .parents
                            .iter()
                            .any(|&parent| self.is_constant(parent));
                }
            }
        }
        // Parents come first, so that one pass finds the critical path.
        let mut longest = vec![0.0_f64; self.vertices.len()];
        let mut before: Vec<Option<Node>> = vec![None; self.vertices.len()];
        for (index, vertex) in self.vertices.iter().enumerate() {
            if !seen[index] {
                continue;
            }
            if !vertex.parents.is_empty() && !vertex.is_invariant && !is_free[index] {
                live.code_size += vertex.size;
            }
            for &parent in &vertex.parents {
                let so_far = longest[parent as usize];
                if so_far > longest[index] {
                    (longest[index], before[index]) = (so_far, Some(parent));
                }
            }
            if let Some((operation, count)) = vertex.operation
                && !joined[index]
            {
                *live.operations.entry(operation).or_default() += count * vertex.weight;
                if vertex.is_hoisted() {
                    *live.hoisted.entry(operation).or_default() += count * vertex.weight;
                } else {
                    longest[index] += vertex.weight * latency_weight(operation.kind);
                }
            }
            live.accesses.extend(vertex.access);
        }
        let mut last = (0..self.vertices.len() as Node)
            .max_by(|&a, &b| longest[a as usize].total_cmp(&longest[b as usize]));
        while let Some(node) = last {
            let vertex = &self.vertices[node as usize];
            if let Some((operation, _)) = vertex.operation
                && !joined[node as usize]
                && !vertex.is_hoisted()
            {
                *live.critical_path.entry(operation).or_default() += vertex.weight;
            }
            last = before[node as usize];
        }
        live.seen = seen;
        live.fused = joined;
        live
    }
}
