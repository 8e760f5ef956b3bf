//! Irreducible loops made reducible, as LLVM's FixIrreducible does it.
//!
//! A loop that is entered in several places gets one entry: a guard, a node that branches on a choice to
//! the place that was meant. Every edge into the loop leads to the guard and makes the choice on its way,
//! and so does every edge back to the first of the entries. An edge from one entry forward to another
//! stays, so that work-items that entered in different places meet where their ways do.
//!
//! Promise: afterwards every loop is entered at its head alone, and a work-item takes the same stretches
//! in the same order as before.

use super::flow::{Flow, Leave, MOST_NODES, Node, Step, Ways};

impl<'a> Flow<'a> {
    /// Gives every loop one entry. `false` if the graph would grow beyond [`MOST_NODES`].
    pub(super) fn make_reducible(&mut self, ways: &mut Ways<'a>) -> bool {
        let mut open = vec![self.ordered()];
        while let Some(region) = open.pop() {
            let sources = self.sources();
            for cycle in cycles(&region, &sources) {
                let mut within = vec![false; sources.len()];
                cycle.iter().for_each(|&node| within[node] = true);
                let entered = |node: usize| sources[node].iter().any(|&from| !within[from]);
                let entries: Vec<usize> = cycle
                    .iter()
                    .copied()
                    .filter(|&node| entered(node))
                    .collect();
                if entries.len() > 1 {
                    self.guard(&entries, &within, &sources, ways);
                }
                if self.nodes.len() > MOST_NODES {
                    return false;
                }
                // Without its head, a loop leaves the loops within it.
                open.push(cycle[1..].to_vec());
            }
        }
        true
    }

    /// The nodes that lead to each node, of those that something leads to.
    fn sources(&self) -> Vec<Vec<usize>> {
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (from, node) in self.nodes.iter().enumerate() {
            if node.order.is_some() {
                for to in node.leave.edges() {
                    if sources[to].last() != Some(&from) {
                        sources[to].push(from);
                    }
                }
            }
        }
        sources
    }

    /// Puts a guard before the entries of a loop.
    fn guard(
        &mut self,
        entries: &[usize],
        within: &[bool],
        sources: &[Vec<usize>],
        ways: &mut Ways<'a>,
    ) {
        let guard = self.nodes.len();
        let first = &self.nodes[entries[0]];
        self.nodes.push(Node {
            begins: first.begins,
            order: first.order,
            leave: Leave::Dispatch {
                guard,
                to: entries.to_vec(),
            },
            ..Node::default()
        });
        for (choice, &entry) in entries.iter().enumerate() {
            for &from in &sources[entry] {
                if within[from] && choice > 0 {
                    continue;
                }
                let on_the_way = self.nodes.len();
                self.nodes.push(Node {
                    steps: vec![Step::Choose { guard, choice }],
                    order: self.nodes[from].order,
                    leave: Leave::Jump(guard),
                    ..Node::default()
                });
                self.nodes[from].leave.redirect(entry, on_the_way);
                if let Some(stmt) = ways.remove(&(from, entry)) {
                    ways.insert((on_the_way, guard), stmt);
                }
            }
        }
    }
}

/// The strongly connected parts of a region that have a cycle, each in the region's order.
///
/// The region is in an order in which only loops lead back, so one search along the sources finds each part
/// (Kosaraju), and the first node of a part is an entry of it.
fn cycles(region: &[usize], sources: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut part_of: Vec<Option<usize>> = vec![None; sources.len()];
    let mut is_open = vec![false; sources.len()];
    region.iter().for_each(|&node| is_open[node] = true);
    for &first in region {
        let mut search = vec![first];
        while let Some(node) = search.pop() {
            if std::mem::take(&mut is_open[node]) {
                part_of[node] = Some(first);
                search.extend(&sources[node]);
            }
        }
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); sources.len()];
    for &node in region {
        if let Some(first) = part_of[node] {
            parts[first].push(node);
        }
    }
    let has_cycle = |part: &Vec<usize>| match part[..] {
        [] => false,
        [node] => sources[node].contains(&node),
        _ => true,
    };
    parts.into_iter().filter(has_cycle).collect()
}
