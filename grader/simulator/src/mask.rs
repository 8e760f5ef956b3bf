//! Masks: which work-items of a group execute.

/// A set of work-items of one group. Lanes outside `first..end` are not in it, whatever their entry.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mask {
    /// 1 for each work-item in the set, else 0.
    pub(crate) lanes: Vec<u32>,
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) count: usize,
}

impl Mask {
    pub(crate) fn empty(work_items: usize) -> Mask {
        Mask {
            lanes: vec![0; work_items],
            first: 0,
            end: 0,
            count: 0,
        }
    }

    /// Activates the first `count` lanes alone.
    pub(crate) fn fill(&mut self, count: usize) {
        self.lanes[..count].fill(1);
        self.first = 0;
        self.end = count;
        self.count = count;
    }

    pub(crate) fn clear(&mut self) {
        self.first = 0;
        self.end = 0;
        self.count = 0;
    }

    /// Nobody is missing between the first and the last.
    #[inline(always)]
    pub(crate) fn is_dense(&self) -> bool {
        self.count == self.end - self.first
    }

    #[inline(always)]
    pub(crate) fn has(&self, lane: usize) -> bool {
        lane >= self.first && lane < self.end && self.lanes[lane] != 0
    }

    /// The work-items in the set, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        (self.first..self.end).filter(|&lane| self.lanes[lane] != 0)
    }

    /// How many warps of this width have an active work-item.
    pub(crate) fn warps(&self, warp: usize) -> usize {
        if self.is_dense() {
            if self.count == 0 {
                return 0;
            }
            return (self.end - 1) / warp - self.first / warp + 1;
        }
        let mut last = usize::MAX;
        let mut warps = 0;
        for lane in self.iter() {
            if lane / warp != last {
                last = lane / warp;
                warps += 1;
            }
        }
        warps
    }

    fn measure(&mut self, first: usize, end: usize) {
        let lanes = &self.lanes[first..end];
        self.count = lanes.iter().map(|&lane| lane as usize).sum();
        match (
            lanes.iter().position(|&lane| lane != 0),
            lanes.iter().rposition(|&lane| lane != 0),
        ) {
            (Some(low), Some(high)) => {
                self.first = first + low;
                self.end = first + high + 1;
            }
            _ => self.clear(),
        }
    }

    /// Keeps those for which `test` holds; the others go to `rest`, whose contents are replaced.
    pub(crate) fn split(&mut self, rest: &mut Mask, test: impl Fn(usize) -> bool) {
        let (first, end) = (self.first, self.end);
        for lane in first..end {
            let was = self.lanes[lane];
            let kept = was & u32::from(test(lane));
            self.lanes[lane] = kept;
            rest.lanes[lane] = was ^ kept;
        }
        self.measure(first, end);
        rest.measure(first, end);
    }

    /// Adds the work-items of another set, disjoint from this one, and empties that.
    pub(crate) fn absorb(&mut self, other: &mut Mask) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            std::mem::swap(self, other);
            other.clear();
            return;
        }
        let (first, end) = (self.first.min(other.first), self.end.max(other.end));
        self.lanes[first..self.first].fill(0);
        self.lanes[self.end..end].fill(0);
        for lane in other.first..other.end {
            self.lanes[lane] |= other.lanes[lane];
        }
        self.first = first;
        self.end = end;
        self.count += other.count;
        other.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(work_items: usize) -> Mask {
        let mut mask = Mask::empty(work_items);
        mask.fill(work_items);
        mask
    }

    #[test]
    fn a_split_mask_is_whole_again_when_its_parts_meet() {
        let mut mask = full(10);
        let mut rest = Mask::empty(10);
        mask.split(&mut rest, |lane| lane % 3 == 0);
        assert_eq!(mask.iter().collect::<Vec<_>>(), [0, 3, 6, 9]);
        assert_eq!(rest.iter().collect::<Vec<_>>(), [1, 2, 4, 5, 7, 8]);
        assert_eq!((rest.first, rest.end, rest.count), (1, 9, 6));
        mask.absorb(&mut rest);
        assert!(mask.is_dense() && mask.count == 10 && rest.count == 0);
    }

    #[test]
    fn stale_entries_outside_the_bounds_do_not_come_back() {
        let mut mask = full(8);
        let mut rest = Mask::empty(8);
        mask.split(&mut rest, |lane| lane < 2);
        let mut last = Mask::empty(8);
        rest.split(&mut last, |lane| lane < 6);
        // `mask` 0..2, `rest` 2..6, `last` 6..8; entries of 2..8 in `mask` are stale.
        mask.absorb(&mut last);
        assert_eq!(mask.iter().collect::<Vec<_>>(), [0, 1, 6, 7]);
    }

    #[test]
    fn warps_are_counted_where_somebody_is_active() {
        let mut mask = full(100);
        assert_eq!(mask.warps(32), 4);
        let mut rest = Mask::empty(100);
        mask.split(&mut rest, |lane| lane == 40 || lane == 99);
        assert_eq!(mask.warps(32), 2);
        assert_eq!(mask.warps(64), 2);
    }
}
