//! What a kernel computes, as a graph: each value once, however often the text names it, so that what a
//! compiler leaves out is not counted: what is computed twice, what nobody uses, what does not change in
//! a loop.

use std::collections::{BTreeMap, HashMap};

/// A value.
pub(crate) type Node = u32;

/// Numbers that an operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Number {
    /// Integers of up to 32 bits.
    Int,
    /// The same without a sign, where it makes a difference: divided.
    UInt,
    /// Integers of 64 bits.
    Long,
    /// `float`, and `half`, which is computed as such.
    Float,
    /// `double`.
    Double,
}

impl Number {
    /// Its type in OpenCL C.
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

/// An operation that costs time: numbers and the operator or function, such as `float` and `+`. Division
/// by a constant, which no compiler divides for, is `/ constant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Operation {
    /// What it works on.
    pub number: Number,
    /// What it does.
    pub kind: &'static str,
}

/// What makes two values the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Constant(u64),
    /// A parameter of the kernel.
    Parameter(u32),
    /// `get_global_id(0)` and its like.
    Place(&'static str, u64),
    Operation(&'static str, u32, Vec<Node>),
    /// A variable of a call, as a place.
    Object(u32, u32),
    /// What lies at an address, after so many writes that might have changed it.
    Load(Node, u32, u32),
    /// Never the same.
    Fresh(u32),
}

#[derive(Debug)]
struct Vertex {
    operation: Option<(Operation, f64)>,
    weight: f64,
    parents: Vec<Node>,
    access: Option<usize>,
    /// Is it made of what the text says alone, without arguments, ids and data?
    is_told: bool,
    /// May it differ from one work-item to the next along a row of the work-group?
    is_across: bool,
    /// Is it computed in a loop?
    is_looped: bool,
    /// Is it made of arguments and of what the text says, so that it is computed before all work-items?
    is_fixed: bool,
    /// Is it a sum of such a value and another?
    is_from_fixed: bool,
    /// As how many values a compiler counts it that asks whether a kernel is too large to be written out.
    size: usize,
}

impl Vertex {
    /// Is it computed once for all work-items of a row of the work-group, where a compiler makes a loop of them?
    fn is_in_common(&self) -> bool {
        !self.is_across && !self.is_looped
    }
}

impl Operation {
    /// A read of a private array whose element is chosen while the kernel runs: such an array has no place in
    /// registers.
    pub(crate) const PRIVATE_READ: Operation = Operation {
        number: Number::Float,
        kind: "private read",
    };

    /// A write of one.
    pub(crate) const PRIVATE_WRITE: Operation = Operation {
        number: Number::Float,
        kind: "private write",
    };
}

/// Numbers of a vector that needs no compiler to be one.
const WIDE: f64 = 4.0;

/// How long an operation makes the next one wait, roughly: enough to tell which row is the longest.
fn patience(kind: &str) -> f64 {
    match kind {
        "+" | "-" | "*" | "bits" | "compare" | "select" | "min" | "max" | "fmin" | "fmax"
        | "fma" | "mad" | "abs" | "fabs" | "convert" | "clamp" => 1.0,
        _ => 4.0,
    }
}

/// As how many values a compiler counts one that asks whether a kernel is too large to be written out. LLVM takes a
/// division, of whole numbers or not, for as much code as four. An address takes a number of 64 bits, which a shorter one
/// has to be made into if it has a sign.
fn size(key: &Key, operation: Option<(Operation, f64)>) -> usize {
    match (key, operation.map(|(operation, _)| operation.kind)) {
        (_, Some("/" | "%" | "/ constant" | "% constant")) => 4,
        (Key::Operation("convert" | OFFSET_WITHOUT_SIGN, ..), None) => 0,
        _ => 1,
    }
}

/// An address of so many elements from another, of whose number the text says that it has no sign.
pub(crate) const OFFSET_WITHOUT_SIGN: &str = "offset without a sign";

/// The graph.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    vertices: Vec<Vertex>,
    known: HashMap<Key, Node>,
    /// What was added since a branch began, so that it can be forgotten after the branch.
    added: Vec<Key>,
    roots: Vec<Node>,
    fresh: u32,
    /// Loops around what is computed now.
    loops: u32,
}

/// What is computed for a result, and how often for each work-item.
#[derive(Debug, Default)]
pub(crate) struct Live {
    pub(crate) operations: BTreeMap<Operation, f64>,
    /// Those of vectors of at least [`WIDE`] numbers.
    pub(crate) wide: BTreeMap<Operation, f64>,
    /// Those that come to the same for all work-items of a row of the work-group.
    pub(crate) in_common: BTreeMap<Operation, f64>,
    /// The longest row of operations that wait for one another, a vector's as one, without those in common.
    pub(crate) path: BTreeMap<Operation, f64>,
    /// Accesses, by number.
    pub(crate) accesses: Vec<usize>,
    /// Values that are made of others and differ from work-item to work-item, those that cost nothing among them; a
    /// division counts as more than one.
    pub(crate) values: usize,
    /// Those of them that are computed for each work-item of a row of the work-group, and not once for the row.
    pub(crate) own_values: usize,
}

impl Graph {
    /// The value of a key, if it was computed before.
    pub(crate) fn find(&self, key: &Key) -> Option<Node> {
        self.known.get(key).copied()
    }

    /// A key that is like no other.
    pub(crate) fn fresh(&mut self) -> Key {
        self.fresh += 1;
        Key::Fresh(self.fresh)
    }

    /// The value of a key, computed now if it was not before: `operation` so many at once, `weight` times
    /// for each work-item.
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
        let (is_told, is_across) = match &key {
            Key::Constant(_) | Key::Object(..) => (true, false),
            Key::Operation(_, _, of) => (
                of.iter().all(|&of| self.is_told(of)),
                of.iter().any(|&of| self.is_across(of)),
            ),
            Key::Parameter(_) => (false, false),
            Key::Place(name, dimension) => (
                false,
                *dimension == 0 && matches!(*name, "get_global_id" | "get_local_id"),
            ),
            // What stores between do to it no compiler knows.
            Key::Load(..) | Key::Fresh(_) => (false, true),
        };
        let is_fixed = match &key {
            Key::Constant(_) | Key::Object(..) | Key::Parameter(_) => true,
            Key::Operation(_, _, of) => of.iter().all(|&of| self.vertices[of as usize].is_fixed),
            Key::Place(name, _) => !name.ends_with("_id"),
            Key::Load(..) | Key::Fresh(_) => false,
        };
        let of = |wanted: &dyn Fn(&Vertex) -> bool| match &key {
            Key::Operation("+" | "-", _, of) => {
                of.iter().any(|&of| wanted(&self.vertices[of as usize]))
            }
            _ => false,
        };
        let is_from_fixed = !is_fixed && of(&|vertex| vertex.is_fixed);
        // What is fixed of two sums is added up before all work-items.
        let is_joined = is_from_fixed && of(&|vertex| vertex.is_from_fixed);
        let size = if is_joined { 0 } else { size(&key, operation) };
        self.vertices.push(Vertex {
            is_fixed,
            is_from_fixed,
            size,
            operation,
            weight,
            parents: parents.to_vec(),
            access: None,
            is_told,
            is_across,
            is_looped: self.loops > 0,
        });
        self.known.insert(key.clone(), node);
        self.added.push(key);
        node
    }

    /// Does the text alone tell a value?
    pub(crate) fn is_told(&self, node: Node) -> bool {
        self.vertices[node as usize].is_told
    }

    /// May a value differ from one work-item to the next along a row of the work-group?
    pub(crate) fn is_across(&self, node: Node) -> bool {
        self.vertices[node as usize].is_across
    }

    /// What is computed from here on is computed in a loop, or in one more.
    pub(crate) fn enter_loop(&mut self) {
        self.loops += 1;
    }

    /// The loop ends that was entered last.
    pub(crate) fn leave_loop(&mut self) {
        self.loops -= 1;
    }

    /// Is what is computed now computed in a loop?
    pub(crate) fn is_in_loop(&self) -> bool {
        self.loops > 0
    }

    /// Notes that computing a value is an access.
    pub(crate) fn set_access(&mut self, node: Node, access: usize) {
        self.vertices[node as usize].access = Some(access);
    }

    /// Notes that a value has an effect: it is computed whoever uses it.
    pub(crate) fn root(&mut self, node: Node) {
        self.roots.push(node);
    }

    /// Where a branch begins.
    pub(crate) fn branch(&self) -> usize {
        self.added.len()
    }

    /// Forgets what was computed since: after the branch it may not have been.
    pub(crate) fn leave(&mut self, branch: usize) {
        for key in self.added.drain(branch..) {
            self.known.remove(&key);
        }
    }

    /// What the effects need.
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
        // A product that only a sum uses is computed with it, in one instruction. In a difference one of the three has to be
        // made negative, which is a value more where it is no constant.
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
                        || vertex.parents.iter().any(|&parent| self.is_told(parent));
                }
            }
        }
        // Parents come before children: one pass finds how long each value takes to come about.
        let mut longest = vec![0.0_f64; self.vertices.len()];
        let mut before: Vec<Option<Node>> = vec![None; self.vertices.len()];
        for (index, vertex) in self.vertices.iter().enumerate() {
            if !seen[index] {
                continue;
            }
            if !vertex.parents.is_empty() && !vertex.is_fixed && !is_free[index] {
                live.values += vertex.size;
                if !vertex.is_in_common() {
                    live.own_values += vertex.size;
                }
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
                if count >= WIDE {
                    *live.wide.entry(operation).or_default() += count * vertex.weight;
                }
                if vertex.is_in_common() {
                    *live.in_common.entry(operation).or_default() += count * vertex.weight;
                } else {
                    longest[index] += vertex.weight * patience(operation.kind);
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
                && !vertex.is_in_common()
            {
                *live.path.entry(operation).or_default() += vertex.weight;
            }
            last = before[node as usize];
        }
        live
    }
}
