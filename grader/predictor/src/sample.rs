//! The work-items that represent a launch: four neighbouring work-groups, which show how groups share data, and
//! parts of scattered groups, which meet a condition on ids as often as the whole launch does.

use crate::shape::Shape;
use launch::noise;
use std::ops::Range;

/// The work-groups of the sample.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// The last is surrounded by the others.
    pub(crate) neighbours: Vec<[u64; 3]>,
    /// Empty if the neighbours are the whole launch.
    pub(crate) scattered: Vec<[u64; 3]>,
}

/// Work-items of each neighbouring group.
const ITEMS_OF_A_NEIGHBOUR: u64 = 256;

/// Work-items of each scattered group.
const ITEMS_OF_A_SCATTERED: u64 = 32;

/// Scattered groups.
const SCATTERED: u64 = 16;

/// The sampled work-items, one a lane.
#[derive(Debug)]
pub(crate) struct Sample {
    /// Ids by dimension, then lane.
    pub(crate) global: [Vec<i64>; 3],
    pub(crate) local: [Vec<i64>; 3],
    pub(crate) group: [Vec<i64>; 3],
    pub(crate) warps: Vec<Range<usize>>,
    /// Lanes of the warps of scattered groups.
    pub(crate) scattered: Vec<Range<usize>>,
    /// Lanes of each neighbouring group, the surrounded one last.
    pub(crate) neighbours: Vec<Range<usize>>,
}

impl Groups {
    pub(crate) fn of(shape: &Shape) -> Groups {
        let groups = shape.groups();
        // Neither an edge nor the middle.
        let corner = groups.map(|count| count.saturating_sub(1) / 3);
        let mut chosen = Groups::default();
        for offset in [[0, 0], [1, 0], [0, 1], [1, 1]] {
            let group = [corner[0] + offset[0], corner[1] + offset[1], corner[2]];
            if group[0] < groups[0] && group[1] < groups[1] {
                chosen.neighbours.push(group);
            }
        }
        // A different step in each dimension keeps the groups off a common line.
        let total: u64 = groups.iter().product();
        if total > 4 {
            for number in 0..SCATTERED {
                // A random place within the step: even steps would only meet even ids.
                let part = |count: u64, step: u64| {
                    let share = number * step % SCATTERED;
                    let (start, end) = (share * count / SCATTERED, (share + 1) * count / SCATTERED);
                    start + noise::bits(step, number) % (end - start).max(1)
                };
                let group = [part(groups[0], 1), part(groups[1], 5), part(groups[2], 7)];
                chosen.scattered.push(group);
            }
        }
        chosen
    }
}

impl Sample {
    pub(crate) fn of(shape: &Shape, warp: usize) -> Sample {
        let chosen = Groups::of(shape);
        let local = shape.local();
        let mut sample = Sample {
            global: Default::default(),
            local: Default::default(),
            group: Default::default(),
            warps: Vec::new(),
            scattered: Vec::new(),
            neighbours: Vec::new(),
        };
        for group in chosen.neighbours {
            let lanes = sample.add(group, local, ITEMS_OF_A_NEIGHBOUR, warp);
            sample.neighbours.push(lanes);
        }
        if chosen.scattered.is_empty() {
            sample.scattered.clone_from(&sample.warps);
        } else {
            let around = sample.warps.len();
            for group in chosen.scattered {
                sample.add(group, local, ITEMS_OF_A_SCATTERED, warp);
            }
            sample.scattered = sample.warps[around..].to_vec();
        }
        sample
    }

    fn add(&mut self, group: [u64; 3], local: [u64; 3], most: u64, warp: usize) -> Range<usize> {
        let size: u64 = local.iter().product();
        let first = self.lanes();
        for item in 0..size.min(most) {
            let place = [
                item % local[0],
                item / local[0] % local[1],
                item / local[0] / local[1],
            ];
            for dimension in 0..3 {
                self.local[dimension].push(place[dimension] as i64);
                self.group[dimension].push(group[dimension] as i64);
                self.global[dimension]
                    .push((group[dimension] * local[dimension] + place[dimension]) as i64);
            }
        }
        let end = self.lanes();
        let mut start = first;
        while start < end {
            let stop = (start + warp).min(end);
            self.warps.push(start..stop);
            start = stop;
        }
        first..end
    }

    pub(crate) fn lanes(&self) -> usize {
        self.global[0].len()
    }
}
