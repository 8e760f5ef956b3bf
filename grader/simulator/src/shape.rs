//! The NDRange of a launch as the simulator walks it.

use launch::WorkItem;

/// Sizes of a launch in three dimensions; those beyond `dimensions` are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) dimensions: usize,
    pub(crate) global: [usize; 3],
    pub(crate) local: [usize; 3],
    pub(crate) groups: [usize; 3],
    /// What the global ids begin at.
    pub(crate) offset: [usize; 3],
}

impl Shape {
    /// The last group of a dimension has what is left where `local` does not divide `global`.
    pub(crate) fn new(global: &[usize], local: &[usize]) -> Shape {
        let padded = |sizes: &[usize]| {
            let mut all = [1; 3];
            for (to, &from) in all.iter_mut().zip(sizes) {
                *to = from;
            }
            all
        };
        let (dimensions, global, local) = (global.len(), padded(global), padded(local));
        let groups = [0, 1, 2].map(|dimension| global[dimension].div_ceil(local[dimension].max(1)));
        Shape {
            dimensions,
            global,
            local,
            groups,
            offset: [0; 3],
        }
    }

    /// The same launch with its global ids beginning elsewhere.
    pub(crate) fn from(self, offset: &[usize]) -> Shape {
        let mut from = [0; 3];
        for (to, &offset) in from.iter_mut().zip(offset) {
            *to = offset;
        }
        Shape {
            offset: from,
            ..self
        }
    }

    /// A work-group size where the launch names none: up to 64 work-items, whole divisors only.
    pub(crate) fn choose_local(global: &[usize]) -> Vec<usize> {
        let mut room = 64;
        global
            .iter()
            .map(|&size| {
                let chosen = (1..=room.min(size.max(1)))
                    .rev()
                    .find(|&local| size.is_multiple_of(local))
                    .unwrap_or(1);
                room /= chosen;
                chosen
            })
            .collect()
    }

    /// The size of a work-group: at the end of a dimension it may be smaller than of the others.
    pub(crate) fn local_of(&self, group: usize) -> [usize; 3] {
        let at = Shape::coordinates(self.groups, group);
        [0, 1, 2].map(|d| {
            let left = self.global[d].saturating_sub(at[d] * self.local[d]);
            self.local[d].min(left)
        })
    }

    /// Work-items of the largest group.
    pub(crate) fn work_items(&self) -> usize {
        self.local.iter().product()
    }

    pub(crate) fn group_count(&self) -> usize {
        self.groups.iter().product()
    }

    /// Coordinates of an index that counts the first dimension fastest.
    pub(crate) fn coordinates(sizes: [usize; 3], index: usize) -> [usize; 3] {
        let plane = sizes[0] * sizes[1];
        [index % sizes[0], index % plane / sizes[0], index / plane]
    }

    /// The work-item of this number among all of the launch, dimension 0 counting fastest.
    pub(crate) fn numbered(&self, number: u32) -> WorkItem {
        let global = Shape::coordinates(self.global, number as usize);
        let cut = |ids: [usize; 3]| ids[..self.dimensions].to_vec();
        let pairs = [0, 1, 2].map(|d| (global[d], self.local[d].max(1)));
        WorkItem {
            global: cut([0, 1, 2].map(|d| global[d] + self.offset[d])),
            local: cut(pairs.map(|(id, size)| id % size)),
            group: cut(pairs.map(|(id, size)| id / size)),
        }
    }

    /// The number that `get_global_linear_id` gives a work-item.
    pub(crate) fn linear(&self, group: usize, lane: usize) -> usize {
        let local = Shape::coordinates(self.local_of(group), lane);
        let group = Shape::coordinates(self.groups, group);
        let global = [0, 1, 2].map(|d| group[d] * self.local[d] + local[d]);
        (global[2] * self.global[1] + global[1]) * self.global[0] + global[0]
    }

    /// The ids of a work-item.
    pub(crate) fn work_item(&self, group: usize, lane: usize) -> WorkItem {
        let local = Shape::coordinates(self.local_of(group), lane);
        let group = Shape::coordinates(self.groups, group);
        let global = [0, 1, 2].map(|d| self.offset[d] + group[d] * self.local[d] + local[d]);
        let cut = |ids: [usize; 3]| ids[..self.dimensions].to_vec();
        WorkItem {
            global: cut(global),
            local: cut(local),
            group: cut(group),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_group_size_is_chosen_that_divides() {
        assert_eq!(Shape::choose_local(&[1000]), [50]);
        assert_eq!(Shape::choose_local(&[128, 128]), [64, 1]);
        assert_eq!(Shape::choose_local(&[7, 13]), [7, 1]);
    }

    #[test]
    fn the_last_groups_have_what_is_left() {
        let shape = Shape::new(&[10, 3], &[4, 2]);
        assert_eq!(shape.groups, [3, 2, 1]);
        assert_eq!(shape.local_of(0), [4, 2, 1]);
        assert_eq!(shape.local_of(5), [2, 1, 1]);
        assert_eq!(shape.work_item(5, 1).global, [9, 2]);
        assert_eq!(shape.linear(2, 3), 19);
    }

    #[test]
    fn a_work_item_knows_its_ids() {
        let shape = Shape::new(&[8, 6], &[4, 2]);
        let item = shape.work_item(3, 5);
        assert_eq!((item.group, item.local), (vec![1, 1], vec![1, 1]));
        assert_eq!(item.global, [5, 3]);
    }
}
