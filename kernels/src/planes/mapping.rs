//! The six mappings of work-items on a plane of `w` x `h` elements (Cornelis 2014, 2.3), here for
//! any plane and any shape of work-group: the NDRange is rounded up in both dimensions, and an
//! element outside of the plane is nobody's.
//!
//! Each is a mapping of a line along one dimension and one-to-one along the other. The source's
//! table 8, the vertical globally spaced mapping, strides by the size of dimension 0; its picture,
//! and this definition, take that of dimension 1.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, extreme_integers, least_extreme, most_extreme, preview};
use crate::mappings::{FACTOR, MOST_PER_ITEM, Mapping, per_items};
use crate::sizes::{
    LARGEST_GROUP, LARGEST_PLANE, choice_from, corner_planes, is_plane, number_from, plane_from,
    plane_simplicity, planes, range_over, size_from,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Access, ElementType, Launch, NdRange, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem: one of the mappings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaneMapping {
    /// The work-item's global id is the element's column and row; one element each.
    OneToOne,
    /// `per_item` neighbours in a row each.
    Contiguous,
    /// Elements of a row, as far apart as the NDRange is wide.
    HorizontalGlobal,
    /// Elements of a column, as far apart as the NDRange is high.
    VerticalGlobal,
    /// Elements of a row, one work-group apart, in a tile that belongs to the work-group.
    HorizontalLocal,
    /// Elements of a column, one work-group apart, in a tile that belongs to the work-group.
    VerticalLocal,
}

/// What `who` holds: the global ids of dimensions 0 and 1.
const WHO: ElementType = ElementType {
    scalar: Scalar::UInt,
    width: 2,
};

/// Shapes of work-groups, width first, the simplest first: none is square but the single work-item,
/// the odd one divides no power of two, and two are large, one of them wide and one tall. Few, since a
/// device may compile a kernel anew for each.
const GROUPS: [[usize; 2]; 6] = [[4, 2], [1, 1], [2, 4], [5, 3], [LARGEST_GROUP, 1], [1, 150]];

/// Around a multiple of as many elements sides are drawn, where those of a work-group are more: planes stay
/// within [`LARGEST_PLANE`].
const MOST_DRAWN: usize = 256;

/// The most rounds of all work-items in a drawn case. In a flat plane with large work-groups nearly all of them have
/// nothing to do, and still take the time of a launch that a simulator stops.
const MOST_ROUNDS: usize = 1 << 20;

/// The shapes that are met with every number of elements to a work-item.
const SMALL_GROUPS: usize = 4;

impl PlaneMapping {
    /// Global id of the work-item that has the element in column and row `element`, where `global`
    /// work-items in groups of `local` have `per_item` elements each; all are width first.
    pub fn owner(
        self,
        element: [usize; 2],
        global: [usize; 2],
        local: [usize; 2],
        per_item: usize,
    ) -> [usize; 2] {
        let (axis, mapping) = self.along();
        let mut owner = element;
        owner[axis] = mapping.owner(element[axis], global[axis], local[axis], per_item);
        owner
    }

    /// The dimension along which a work-item's elements lie, and how they lie there.
    fn along(self) -> (usize, Mapping) {
        match self {
            PlaneMapping::OneToOne => (0, Mapping::OneToOne),
            PlaneMapping::Contiguous => (0, Mapping::Contiguous),
            PlaneMapping::HorizontalGlobal => (0, Mapping::GloballySpaced),
            PlaneMapping::VerticalGlobal => (1, Mapping::GloballySpaced),
            PlaneMapping::HorizontalLocal => (0, Mapping::LocallySpaced),
            PlaneMapping::VerticalLocal => (1, Mapping::LocallySpaced),
        }
    }

    fn is_one_to_one(self) -> bool {
        self == PlaneMapping::OneToOne
    }

    fn most_per_item(self) -> usize {
        if self.is_one_to_one() {
            1
        } else {
            MOST_PER_ITEM
        }
    }

    /// Elements of one work-group, width first.
    fn unit(self, local: [usize; 2], per_item: usize) -> [usize; 2] {
        let mut unit = local;
        unit[self.along().0] *= per_item;
        unit
    }

    /// Work-items for a case, width first.
    fn global(self, case: &Case) -> [usize; 2] {
        let mut work_items = case.plane;
        let (axis, _) = self.along();
        work_items[axis] = work_items[axis].div_ceil(case.per_item);
        let mut global = [0; 2];
        global.copy_from_slice(&range_over(work_items, case.local).global);
        global
    }

    /// Rounds of all work-items, with and without an element.
    fn rounds(self, case: &Case) -> usize {
        self.global(case).iter().product::<usize>() * case.per_item
    }

    /// Owners in the order of the elements.
    fn owners(self, case: &Case) -> impl Iterator<Item = [usize; 2]> {
        let global = self.global(case);
        let (local, per_item) = (case.local, case.per_item);
        let [w, h] = case.plane;
        (0..h).flat_map(move |y| (0..w).map(move |x| self.owner([x, y], global, local, per_item)))
    }

    /// Corner cases around the elements of one work-group, for one number of elements an item.
    fn corners_of(self, local: [usize; 2], per_item: usize) -> Vec<Case> {
        let unit @ [w, h] = self.unit(local, per_item);
        let planes = match per_item {
            1 if self.is_one_to_one() => corner_planes(unit),
            2 => corner_planes(unit),
            3 => vec![[w + 1, h], [w, h + 1], [13, 7]],
            _ => vec![[2 * w + 1, 2 * h + 1]],
        };
        let case = |plane: [usize; 2]| Case {
            plane,
            local,
            per_item,
            pattern: ((plane[0] + 1) % 2) as Pattern,
        };
        planes.into_iter().map(case).collect()
    }
}

/// One case of a [`PlaneMapping`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    plane: [usize; 2],
    local: [usize; 2],
    per_item: usize,
    pattern: Pattern,
}

impl Case {
    fn elements(&self) -> usize {
        self.plane[0] * self.plane[1]
    }

    /// Counted in tens, where it counts: 2 x + 1 of such a number is never one of another twice.
    fn data(&self) -> Vec<i32> {
        extreme_integers(self.elements(), self.pattern, 1, FACTOR)
    }
}

/// The work that the kernels do on an element. Only work that is done twice may not fit.
fn work(value: i32) -> i32 {
    value.wrapping_mul(2).wrapping_add(1)
}

impl Problem for PlaneMapping {
    type Case = Case;

    fn name(&self) -> &'static str {
        match self {
            PlaneMapping::OneToOne => "map-2d-one-to-one",
            PlaneMapping::Contiguous => "map-2d-contiguous",
            PlaneMapping::HorizontalGlobal => "map-2d-horizontal-global",
            PlaneMapping::VerticalGlobal => "map-2d-vertical-global",
            PlaneMapping::HorizontalLocal => "map-2d-horizontal-local",
            PlaneMapping::VerticalLocal => "map-2d-vertical-local",
        }
    }

    fn reference(&self) -> &'static str {
        match self {
            PlaneMapping::OneToOne => kernel_text!("one_to_one.cl"),
            PlaneMapping::Contiguous => kernel_text!("contiguous.cl"),
            PlaneMapping::HorizontalGlobal => kernel_text!("horizontal_global.cl"),
            PlaneMapping::VerticalGlobal => kernel_text!("vertical_global.cl"),
            PlaneMapping::HorizontalLocal => kernel_text!("horizontal_local.cl"),
            PlaneMapping::VerticalLocal => kernel_text!("vertical_local.cl"),
        }
    }

    fn signature(&self) -> Signature {
        let parameters = [
            ("global", "int*", "data"),
            ("global", "uint2*", "who"),
            ("private", "uint", "w"),
            ("private", "uint", "h"),
            ("private", "uint", "per_item"),
        ];
        // One element each needs no number.
        let count = if self.is_one_to_one() { 4 } else { 5 };
        Signature::new(&self.name().replace('-', "_"), &parameters[..count])
    }

    fn domain(&self) -> Domain {
        let (axis, _) = self.along();
        let domain = Domain::new();
        let domain = match (self, axis) {
            (PlaneMapping::OneToOne, _) => {
                domain
                    .size("w", 0, 0, LARGEST_PLANE)
                    .size("h", 1, 0, LARGEST_PLANE)
            }
            (_, 0) => domain
                .side("w", 0, LARGEST_PLANE)
                .size("h", 1, 0, LARGEST_PLANE),
            _ => domain
                .size("w", 0, 0, LARGEST_PLANE)
                .side("h", 0, LARGEST_PLANE),
        };
        let domain = domain.elements(&["w", "h"], 0, LARGEST_PLANE);
        let domain = match self {
            PlaneMapping::OneToOne => domain,
            _ => domain.count("per_item", 1, MOST_PER_ITEM),
        };
        domain
            .value(
                "data",
                f64::from(least_extreme(FACTOR)),
                f64::from(most_extreme(FACTOR)),
            )
            .work_group(GroupSizes::Any, 1, LARGEST_GROUP)
    }

    fn corners(&self) -> Vec<Case> {
        let per_items: &[usize] = if self.is_one_to_one() {
            &[1]
        } else {
            &[2, 3, 1, 7]
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in &GROUPS[..SMALL_GROUPS] {
            for &per_item in per_items {
                corners.extend(self.corners_of(*local, per_item));
            }
        }
        for local in &GROUPS[SMALL_GROUPS..] {
            corners.extend(self.corners_of(*local, per_items[per_items.len() / 2]));
        }
        // More columns and rows of work-items than 16 bits count, in work-groups that lie along the plane,
        // and more elements to a work-item than 8 bits.
        let (axis, _) = self.along();
        let mut along = [2; 2];
        along[axis] = MOST_PER_ITEM + 1;
        let large = [
            ([LARGEST_PLANE, 1], 1, 4),
            ([1, LARGEST_PLANE], 1, 5),
            (along, MOST_PER_ITEM, 0),
        ];
        corners.extend(large.map(|(plane, per_item, group)| Case {
            plane,
            local: GROUPS[group],
            per_item: per_item.min(self.most_per_item()),
            pattern: 1,
        }));
        corners.sort_by_key(|case| plane_simplicity(case.plane));
        corners.dedup();
        corners
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let mapping = *self;
        (
            select(&GROUPS[..]),
            per_items(self.most_per_item()),
            any::<Pattern>(),
        )
            .prop_flat_map(move |(local, per_item, pattern)| {
                let unit = mapping.unit(local, per_item);
                planes(unit.map(|side| side.min(MOST_DRAWN))).prop_map(move |plane| Case {
                    plane,
                    local,
                    per_item,
                    pattern,
                })
            })
            .prop_filter("too many rounds", move |case| {
                mapping.rounds(case) <= MOST_ROUNDS
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            plane_from(case.plane),
            choice_from(&GROUPS, case.local),
            size_from(case.per_item),
            number_from(case.pattern.into()),
        )
            .prop_map(|(plane, local, per_item, pattern)| Case {
                plane,
                local,
                per_item,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        is_plane(case.plane)
            && GROUPS.contains(&case.local)
            && (1..=self.most_per_item()).contains(&case.per_item)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let by = |[width, height]: [usize; 2]| format!("{width} x {height}");
        let [w, h] = case.plane;
        let mut facts = vec![Fact::new("w", w), Fact::new("h", h)];
        if !self.is_one_to_one() {
            facts.push(Fact::new("per_item", case.per_item));
        }
        facts.extend([
            Fact::new("work-group", by(case.local)),
            Fact::new("work-items", by(self.global(case))),
            Fact::new("data", preview(&case.data())),
        ]);
        facts
    }

    fn launch(&self, case: &Case) -> Launch {
        let data = bytes(&case.data(), i32::to_le_bytes);
        let [w, h] = case.plane;
        let mut arguments = vec![
            buffer("data", Scalar::Int, data, Access::ReadWrite),
            output("who", WHO, case.elements()),
            uint("w", w),
            uint("h", h),
        ];
        if !self.is_one_to_one() {
            arguments.push(uint("per_item", case.per_item));
        }
        Launch {
            kernel: Problem::signature(self).kernel,
            arguments,
            range: NdRange {
                offset: None,
                global: self.global(case).to_vec(),
                local: Some(case.local.to_vec()),
                sub_group: None,
            },
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let data: Vec<i32> = case.data().iter().map(|&value| work(value)).collect();
        let who: Vec<u32> = self
            .owners(case)
            .flatten()
            .map(|component| component as u32)
            .collect();
        vec![
            Expected::Exact(bytes(&data, i32::to_le_bytes)),
            Expected::Exact(bytes(&who, u32::to_le_bytes)),
        ]
    }

    fn done_twice(&self, case: &Case, buffer: usize, element: usize) -> Option<Vec<u8>> {
        let value = case.data()[element];
        (buffer == 0).then(|| work(work(value)).to_le_bytes().to_vec())
    }

    fn records_work_items(&self, buffer: usize) -> bool {
        buffer == 1
    }

    fn writers(&self, _: &Case, _: usize) -> Writers {
        Writers::Owner
    }

    fn owner(&self, case: &Case, _: usize, element: usize) -> Option<Vec<usize>> {
        let [w, _] = case.plane;
        let place = [element % w, element / w];
        let owner = PlaneMapping::owner(*self, place, self.global(case), case.local, case.per_item);
        Some(owner.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mappings::FEW_PER_ITEM;

    const MANY: [PlaneMapping; 5] = [
        PlaneMapping::Contiguous,
        PlaneMapping::HorizontalGlobal,
        PlaneMapping::VerticalGlobal,
        PlaneMapping::HorizontalLocal,
        PlaneMapping::VerticalLocal,
    ];

    /// The element that the work-item `id` does in round `k`, by the definition of the mapping.
    fn element(
        mapping: PlaneMapping,
        id: [usize; 2],
        k: usize,
        global: [usize; 2],
        local: [usize; 2],
        per_item: usize,
    ) -> [usize; 2] {
        let [x, y] = id;
        match mapping {
            PlaneMapping::OneToOne => id,
            PlaneMapping::Contiguous => [x * per_item + k, y],
            PlaneMapping::HorizontalGlobal => [x + k * global[0], y],
            PlaneMapping::VerticalGlobal => [x, y + k * global[1]],
            PlaneMapping::HorizontalLocal => {
                let left = x / local[0] * local[0] * per_item;
                [left + x % local[0] + k * local[0], y]
            }
            PlaneMapping::VerticalLocal => {
                let top = y / local[1] * local[1] * per_item;
                [x, top + y % local[1] + k * local[1]]
            }
        }
    }

    #[test]
    fn each_element_has_one_owner_and_it_is_the_one_the_definition_says() {
        for mapping in MANY {
            for local in GROUPS {
                for plane in [[1, 1], [13, 7], [7, 13], [40, 3], [3, 40], [24, 24]] {
                    for per_item in 1..=FEW_PER_ITEM {
                        let case = Case {
                            plane,
                            local,
                            per_item,
                            pattern: 0,
                        };
                        let global @ [across, down] = mapping.global(&case);
                        let mut owners = vec![None; plane[0] * plane[1]];
                        for y in 0..down {
                            for x in 0..across {
                                for k in 0..per_item {
                                    let place =
                                        element(mapping, [x, y], k, global, local, per_item);
                                    if place[0] < plane[0] && place[1] < plane[1] {
                                        let index = place[1] * plane[0] + place[0];
                                        assert_eq!(owners[index].replace([x, y]), None);
                                    }
                                }
                            }
                        }
                        let said: Vec<_> = mapping.owners(&case).map(Some).collect();
                        assert_eq!(owners, said, "{mapping:?} {case:?}");
                    }
                }
            }
        }
    }

    /// The picture of 16 x 16 elements in groups of 4 x 4, two elements to a work-item.
    #[test]
    fn the_textbook_pictures_of_a_square_come_out() {
        let owner = |mapping: PlaneMapping, x: usize, y: usize| {
            let global = if mapping.along().0 == 0 {
                [8, 16]
            } else {
                [16, 8]
            };
            PlaneMapping::owner(mapping, [x, y], global, [4, 4], 2)
        };
        assert_eq!(owner(PlaneMapping::Contiguous, 15, 3), [7, 3]);
        assert_eq!(owner(PlaneMapping::HorizontalGlobal, 8, 2), [0, 2]);
        assert_eq!(owner(PlaneMapping::VerticalGlobal, 5, 8), [5, 0]);
        assert_eq!(owner(PlaneMapping::HorizontalLocal, 4, 9), [0, 9]);
        assert_eq!(owner(PlaneMapping::HorizontalLocal, 8, 9), [4, 9]);
        assert_eq!(owner(PlaneMapping::VerticalLocal, 9, 4), [9, 0]);
        assert_eq!(owner(PlaneMapping::VerticalLocal, 9, 8), [9, 4]);
    }

    /// Striding dimension 1 by the size of dimension 0 leaves elements of its own to nobody.
    #[test]
    fn most_corners_are_launched_with_sides_that_differ() {
        for mapping in MANY {
            let corners = mapping.corners();
            let uneven = corners.iter().filter(|case| {
                let [across, down] = mapping.global(case);
                across != down
            });
            assert!(uneven.count() * 3 > corners.len() * 2, "{mapping:?}");
        }
    }

    #[test]
    fn some_corner_tells_each_mapping_from_each_other() {
        for asked in MANY {
            for taken in MANY.into_iter().filter(|taken| *taken != asked) {
                let corners = asked.corners();
                let told = corners
                    .iter()
                    .filter(|case| asked.expected(case) != taken.expected(case));
                assert!(told.count() > 20, "{asked:?} from {taken:?}");
            }
        }
    }
}
