//! What the variables of a function hold where the analysis stands, and what they hold where ways meet.
//!
//! Promise: a variable keeps its value over a meeting of ways if each of them leaves it with the same one;
//! else it has a new one, computed from theirs and from what decides between the ways.

use super::rules::{Node, Rules, UNIFORM};
use super::values::Value;
use crate::analysis::form::{Form, Symbol};
use opencl_c::program::VarId;
use std::collections::BTreeMap;

/// What the variables of one call of a function hold.
#[derive(Default)]
pub(super) struct Environment {
    /// By number.
    values: Vec<Value>,
    /// What was overwritten, in order.
    overwritten: Vec<(usize, Value)>,
    /// Does a way lead here?
    pub(super) live: bool,
}

/// A point that can be gone back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

/// A way from a mark: what it changes.
pub(super) struct Way {
    changes: BTreeMap<usize, Value>,
    live: bool,
}

impl Environment {
    pub(super) fn new(values: Vec<Value>) -> Environment {
        Environment {
            values,
            overwritten: Vec::new(),
            live: true,
        }
    }

    pub(super) fn get(&self, var: VarId) -> &Value {
        &self.values[var.0 as usize]
    }

    pub(super) fn set(&mut self, var: VarId, value: Value) {
        self.put(var.0 as usize, value);
    }

    fn put(&mut self, at: usize, value: Value) {
        let old = std::mem::replace(&mut self.values[at], value);
        self.overwritten.push((at, old));
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.overwritten.len())
    }

    /// The way from a mark to here.
    pub(super) fn way(&self, from: Mark) -> Way {
        let changed = self.overwritten[from.0..].iter();
        Way {
            changes: changed
                .map(|&(at, _)| (at, self.values[at].clone()))
                .collect(),
            live: self.live,
        }
    }

    /// Goes back to a mark.
    pub(super) fn back(&mut self, to: Mark) {
        while self.overwritten.len() > to.0 {
            if let Some((at, old)) = self.overwritten.pop() {
                self.values[at] = old;
            }
        }
    }

    /// Ways from here meet, between which `deciding` decides.
    pub(super) fn meet(
        &mut self,
        rules: &mut Rules,
        fresh: &mut Vec<Node>,
        ways: &[Way],
        deciding: &[Node],
    ) {
        let live: Vec<&Way> = ways.iter().filter(|way| way.live).collect();
        self.live = !live.is_empty();
        let mut changed: Vec<usize> = live
            .iter()
            .flat_map(|way| way.changes.keys().copied())
            .collect();
        changed.sort_unstable();
        changed.dedup();
        for at in changed {
            let values: Vec<&Value> = live
                .iter()
                .map(|way| way.changes.get(&at).unwrap_or(&self.values[at]))
                .collect();
            let value = match values[..] {
                [first, ref others @ ..] if others.iter().all(|other| first.is(other)) => {
                    first.clone()
                }
                _ => {
                    let nodes = values.iter().map(|value| value.node);
                    let nodes: Vec<Node> = nodes.chain(deciding.iter().copied()).collect();
                    new_value(rules.join(&nodes), fresh)
                }
            };
            self.put(at, value);
        }
    }
}

impl Way {
    /// The way that changes nothing.
    pub(super) fn straight(live: bool) -> Way {
        Way {
            changes: BTreeMap::new(),
            live,
        }
    }

    /// The way as it is if nothing can go it.
    pub(super) fn closed(self) -> Way {
        Way {
            live: false,
            ..self
        }
    }
}

/// A value that equals no other, of the class of `node`.
pub(super) fn new_value(node: Node, fresh: &mut Vec<Node>) -> Value {
    fresh.push(node);
    Value {
        node,
        form: Some(Form::symbol(Symbol::Value(fresh.len() as u32 - 1))),
    }
}

/// What decides about a statement, in the order of the text: conditions, and the jumps out of the loops
/// around.
#[derive(Default)]
pub(super) struct Deciding(Vec<Node>);

impl Deciding {
    pub(super) fn depth(&self) -> usize {
        self.0.len()
    }

    pub(super) fn push(&mut self, node: Node) {
        self.0.push(node);
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// What decides since there were `depth` of them.
    pub(super) fn since(&self, depth: usize) -> Vec<Node> {
        let nodes = self.0.iter().copied();
        nodes.skip(depth).filter(|node| *node != UNIFORM).collect()
    }
}
