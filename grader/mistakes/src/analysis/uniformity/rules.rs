//! Classes that follow from one another by rules, and the least ones that all rules hold for.
//!
//! The rules stand in the order of the text. They are gone through from the first to the last, and again
//! from the top, as the text would be; but after the first round only those of which something they read
//! has risen. A class rises twice at most, so the work is that of the rules' sources, whatever the
//! number of rounds.

use super::{Cause, Class};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Something that has a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(u32);

/// What is the same for all, by nature.
pub(super) const UNIFORM: Node = Node(0);
/// What is not followed, by nature.
pub(super) const UNKNOWN: Node = Node(1);

/// How the sources of a rule make a class.
#[derive(Clone, Copy, Debug)]
enum How {
    /// As what is computed from all of them.
    Join,
    /// As what a pointer of the only source's class leads to in shared memory.
    Memory,
    /// As what a call gives: by the class of the function's result, which comes first, and for the
    /// cause by the arguments.
    Call,
}

#[derive(Clone, Copy, Debug)]
struct Rule {
    target: Node,
    how: How,
    /// Its sources end before this one; they begin where those of the rule before it end.
    end: u32,
}

/// Rules over nodes.
#[derive(Debug, Default)]
pub(super) struct Rules {
    classes: Vec<Class>,
    rules: Vec<Rule>,
    sources: Vec<Node>,
    /// The rules that make a node of their own, each before all those that read it.
    computed: Vec<u32>,
}

impl Rules {
    pub(super) fn new() -> Rules {
        Rules {
            classes: vec![Class::Uniform, Class::Unknown],
            ..Rules::default()
        }
    }

    /// A node that has a class to begin with.
    pub(super) fn node(&mut self, class: Class) -> Node {
        self.classes.push(class);
        Node(self.classes.len() as u32 - 1)
    }

    /// Raises a node's class to begin with.
    pub(super) fn begin(&mut self, node: Node, class: Class) {
        let old = &mut self.classes[node.0 as usize];
        *old = old.join(class);
    }

    /// `target` is at least what is computed from all of `sources`.
    pub(super) fn raise(&mut self, target: Node, sources: &[Node]) {
        if sources.iter().any(|source| *source != UNIFORM) {
            self.rule(target, How::Join, sources);
        }
    }

    /// What is computed from all of `sources`.
    pub(super) fn join(&mut self, sources: &[Node]) -> Node {
        let mut others = sources.iter().filter(|source| **source != UNIFORM);
        match (others.next(), others.next()) {
            (None, _) => UNIFORM,
            (Some(only), None) => *only,
            _ => self.computed(How::Join, sources),
        }
    }

    /// What a pointer leads to in shared memory.
    pub(super) fn memory(&mut self, pointer: Node) -> Node {
        if pointer == UNIFORM || pointer == UNKNOWN {
            return pointer;
        }
        self.computed(How::Memory, &[pointer])
    }

    /// What a call gives: `sources` are the function's result, then the arguments.
    pub(super) fn call(&mut self, sources: &[Node]) -> Node {
        self.computed(How::Call, sources)
    }

    fn computed(&mut self, how: How, sources: &[Node]) -> Node {
        let node = self.node(Class::Uniform);
        self.computed.push(self.rules.len() as u32);
        self.rule(node, how, sources);
        node
    }

    fn rule(&mut self, target: Node, how: How, sources: &[Node]) {
        let others = sources.iter().filter(|source| **source != UNIFORM);
        self.sources.extend(others);
        self.rules.push(Rule {
            target,
            how,
            end: self.sources.len() as u32,
        });
    }

    fn sources(&self, rule: usize) -> &[Node] {
        let begin = rule
            .checked_sub(1)
            .map_or(0, |before| self.rules[before].end);
        &self.sources[begin as usize..self.rules[rule].end as usize]
    }

    fn class(&self, node: Node) -> Class {
        self.classes[node.0 as usize]
    }

    /// What a rule makes of its sources.
    fn made(&self, rule: usize) -> Class {
        let all = |sources: &[Node]| {
            let classes = sources.iter().map(|&source| self.class(source));
            classes.fold(Class::Uniform, Class::join)
        };
        let sources = self.sources(rule);
        match (self.rules[rule].how, sources) {
            (How::Join, _) | (_, []) => all(sources),
            (How::Memory, [pointer, ..]) => match self.class(*pointer) {
                Class::Varying(cause) => Class::Varying(Cause {
                    through_memory: true,
                    ..cause
                }),
                other => other,
            },
            // The result was joined over all calls; what this one gives can differ only if its own
            // arguments do, or if the function finds a difference by itself.
            (How::Call, [result, arguments @ ..]) => match (self.class(*result), all(arguments)) {
                (Class::Varying(_), Class::Varying(cause)) => Class::Varying(cause),
                (result, _) => result,
            },
        }
    }

    /// Follows a rule. Did its target rise?
    fn follow(&mut self, rule: usize) -> bool {
        let target = self.rules[rule].target.0 as usize;
        let old = self.classes[target];
        let new = old.join(self.made(rule));
        self.classes[target] = new;
        std::mem::discriminant(&old) != std::mem::discriminant(&new)
    }

    /// The least class of each node for which all rules hold.
    pub(super) fn solve(mut self) -> Classes {
        let readers = Readers::of(&self);
        // By round and rule, those to be followed again, each once.
        let mut waiting: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        let mut waits = vec![false; self.rules.len()];
        for rule in 0..self.rules.len() {
            if self.follow(rule) {
                for &reader in readers.of_node(self.rules[rule].target) {
                    let again = reader as usize <= rule && !waits[reader as usize];
                    if again {
                        waits[reader as usize] = true;
                        waiting.push(Reverse((1, reader)));
                    }
                }
            }
        }
        while let Some(Reverse((round, rule))) = waiting.pop() {
            waits[rule as usize] = false;
            if self.follow(rule as usize) {
                for &reader in readers.of_node(self.rules[rule as usize].target) {
                    if !std::mem::replace(&mut waits[reader as usize], true) {
                        waiting.push(Reverse((round + u32::from(reader <= rule), reader)));
                    }
                }
            }
        }
        // Of several causes of a computed value, the first in the text is named.
        for index in 0..self.computed.len() {
            let rule = self.computed[index] as usize;
            let target = self.rules[rule].target.0 as usize;
            self.classes[target] = self.made(rule);
        }
        Classes(self.classes)
    }
}

/// The rules that read each node.
struct Readers {
    /// By node, where its readers begin in `rules`; those of the next begin where they end.
    begins: Vec<u32>,
    rules: Vec<u32>,
}

impl Readers {
    fn of(rules: &Rules) -> Readers {
        let mut begins = vec![0_u32; rules.classes.len() + 1];
        for source in &rules.sources {
            begins[source.0 as usize + 1] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut next = begins.clone();
        let mut readers = vec![0; rules.sources.len()];
        for (rule, number) in (0..rules.rules.len()).zip(0..) {
            for source in rules.sources(rule) {
                let at = &mut next[source.0 as usize];
                readers[*at as usize] = number;
                *at += 1;
            }
        }
        Readers {
            begins,
            rules: readers,
        }
    }

    fn of_node(&self, node: Node) -> &[u32] {
        let node = node.0 as usize;
        &self.rules[self.begins[node] as usize..self.begins[node + 1] as usize]
    }
}

/// The classes that were found.
#[derive(Debug)]
pub(super) struct Classes(Vec<Class>);

impl Classes {
    pub(super) fn of(&self, node: Node) -> Class {
        self.0[node.0 as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::program::ExprId;

    fn varying(source: u32) -> Class {
        Class::Varying(Cause {
            source: ExprId(source),
            through_memory: false,
        })
    }

    #[test]
    fn a_difference_goes_against_the_order_of_the_rules() {
        let mut rules = Rules::new();
        let nodes: Vec<Node> = (0..1000).map(|_| rules.node(Class::Uniform)).collect();
        for pair in nodes.windows(2) {
            rules.raise(pair[0], &[pair[1]]);
        }
        rules.begin(nodes[999], varying(7));
        let classes = rules.solve();
        assert_eq!(classes.of(nodes[0]), varying(7));
    }

    #[test]
    fn rules_in_a_circle_have_the_least_classes() {
        let mut rules = Rules::new();
        let (one, other) = (rules.node(Class::Uniform), rules.node(Class::Uniform));
        rules.raise(one, &[other]);
        rules.raise(other, &[one]);
        let classes = rules.solve();
        assert_eq!(classes.of(one), Class::Uniform);
    }

    #[test]
    fn a_computed_value_names_the_cause_that_comes_first_in_the_text() {
        let mut rules = Rules::new();
        let (early, late) = (rules.node(Class::Uniform), rules.node(varying(2)));
        let sum = rules.join(&[early, late]);
        let given = rules.node(varying(1));
        rules.raise(early, &[given]);
        assert_eq!(rules.solve().of(sum), varying(1));
    }

    #[test]
    fn what_a_call_gives_differs_only_if_the_result_does() {
        let mut rules = Rules::new();
        let argument = rules.node(varying(3));
        let (plain, own) = (rules.node(Class::Uniform), rules.node(varying(4)));
        let first = rules.call(&[plain, argument]);
        let second = rules.call(&[own, argument]);
        let third = rules.call(&[own, UNIFORM]);
        let classes = rules.solve();
        assert_eq!(classes.of(first), Class::Uniform);
        assert_eq!(classes.of(second), varying(3));
        assert_eq!(classes.of(third), varying(4));
    }
}
