//! The work-items that stand for all of a launch: four neighbouring work-groups, whose sharing of memory
//! tells what each group adds, and parts of others spread over the range, so that a condition on a
//! work-item's place is met as often as in the whole.

use crate::shape::Shape;
use launch::noise;
use std::ops::Range;

/// The work-groups that stand for all of a launch.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// Neighbours; the last one is that which the others surround.
    pub(crate) neighbours: Vec<[u64; 3]>,
    /// Others, spread over the range; none where the neighbours are all.
    pub(crate) places: Vec<[u64; 3]>,
}

/// Work-items of one group that are looked at.
const OF_A_GROUP: u64 = 256;

/// Work-items of a group that only stands for its place.
const OF_A_PLACE: u64 = 32;

/// Places beside the neighbours.
const PLACES: u64 = 16;

/// The chosen work-items, one a lane.
#[derive(Debug)]
pub(crate) struct Crowd {
    /// Ids by dimension, then lane.
    pub(crate) global: [Vec<i64>; 3],
    pub(crate) local: [Vec<i64>; 3],
    pub(crate) group: [Vec<i64>; 3],
    /// Lanes of each warp.
    pub(crate) warps: Vec<Range<usize>>,
    /// Lanes of the warps at the places, which lie as evenly as all warps of the launch do.
    pub(crate) places: Vec<Range<usize>>,
    /// Lanes of each of the neighbouring groups; the last one is that which the others surround.
    pub(crate) neighbours: Vec<Range<usize>>,
}

impl Groups {
    pub(crate) fn of(shape: &Shape) -> Groups {
        let groups = shape.groups();
        // A place that is neither an edge nor the middle.
        let corner = groups.map(|count| count.saturating_sub(1) / 3);
        let mut chosen = Groups::default();
        for offset in [[0, 0], [1, 0], [0, 1], [1, 1]] {
            let group = [corner[0] + offset[0], corner[1] + offset[1], corner[2]];
            if group[0] < groups[0] && group[1] < groups[1] {
                chosen.neighbours.push(group);
            }
        }
        // Along two dimensions in different steps: the places lie on no line.
        let total: u64 = groups.iter().product();
        if total > 4 {
            for number in 0..PLACES {
                // Somewhere within its share of the range: even steps would meet all that is even.
                let part = |count: u64, step: u64| {
                    let share = number * step % PLACES;
                    let (start, end) = (share * count / PLACES, (share + 1) * count / PLACES);
                    start + noise::bits(step, number) % (end - start).max(1)
                };
                let group = [part(groups[0], 1), part(groups[1], 5), part(groups[2], 7)];
                chosen.places.push(group);
            }
        }
        chosen
    }
}

impl Crowd {
    pub(crate) fn of(shape: &Shape, warp: usize) -> Crowd {
        let chosen = Groups::of(shape);
        let local = shape.local();
        let mut crowd = Crowd {
            global: Default::default(),
            local: Default::default(),
            group: Default::default(),
            warps: Vec::new(),
            places: Vec::new(),
            neighbours: Vec::new(),
        };
        for group in chosen.neighbours {
            let lanes = crowd.add(group, local, OF_A_GROUP, warp);
            crowd.neighbours.push(lanes);
        }
        if chosen.places.is_empty() {
            crowd.places.clone_from(&crowd.warps);
        } else {
            let around = crowd.warps.len();
            for group in chosen.places {
                crowd.add(group, local, OF_A_PLACE, warp);
            }
            crowd.places = crowd.warps[around..].to_vec();
        }
        crowd
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
