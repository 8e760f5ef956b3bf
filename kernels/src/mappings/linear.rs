//! The four mappings of work-items on a one-dimensional array of `w` elements, `per_item` elements
//! to a work-item (Cornelis 2014, 2.2), here for any `w`: the NDRange is rounded up, and an index
//! of `w` or more is nobody's.

use crate::argument::{buffer, output, uint};
use crate::data::{Pattern, bytes, extreme_integers, least_extreme, most_extreme, preview};
use crate::sizes::{
    LARGEST, LARGEST_GROUP, WORK_GROUPS, choice_from, corner_sizes, number_from, range_for,
    simplicity, size_from, sizes,
};
use crate::{Domain, Expected, Fact, GroupSizes, Problem, Signature, Writers};
use launch::{Access, Launch, NdRange, Scalar};
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

/// The problem: one of the mappings.
#[derive(Clone, Copy, Debug)]
pub struct LinearMapping(pub Mapping);

/// How work-items share out an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapping {
    /// The work-item's global id is the index; one element each.
    OneToOne,
    /// `per_item` neighbours each.
    Contiguous,
    /// Elements one global size apart.
    GloballySpaced,
    /// Elements one work-group size apart, in a stretch that belongs to the work-group.
    LocallySpaced,
}

impl Mapping {
    /// Global id of the work-item that has the element `index`, where `global` work-items in groups
    /// of `local` have `per_item` elements each.
    pub fn owner(self, index: usize, global: usize, local: usize, per_item: usize) -> usize {
        match self {
            Mapping::OneToOne => index,
            Mapping::Contiguous => index / per_item,
            Mapping::GloballySpaced => index % global,
            Mapping::LocallySpaced => {
                let group = index / (per_item * local);
                group * local + index % local
            }
        }
    }

    fn is_one_to_one(self) -> bool {
        self == Mapping::OneToOne
    }
}

/// The most elements a work-item has: more than 8 bits count.
pub(crate) const MOST_PER_ITEM: usize = 300;

/// The most elements that a work-item has in most cases.
pub(crate) const FEW_PER_ITEM: usize = 8;

/// What scattered data is multiplied by: twice an element still fits an `int`, and most elements are
/// beyond 2^24, from which on `float` leaves integers out.
pub(crate) const FACTOR: i32 = 8101;

/// Elements of a work-item: mostly a few, now and then more than 8 bits count.
pub(crate) fn per_items(most: usize) -> BoxedStrategy<usize> {
    let few = most.min(FEW_PER_ITEM);
    prop_oneof![24 => 1..=few, 1 => few..=most].boxed()
}

/// One case of a [`LinearMapping`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Case {
    w: usize,
    local: usize,
    per_item: usize,
    pattern: Pattern,
}

impl Case {
    fn range(&self) -> NdRange {
        range_for(self.w.div_ceil(self.per_item), self.local)
    }

    /// Counted in tens, where it counts: 2 x + 1 of such a number is never one of another twice.
    fn data(&self) -> Vec<i32> {
        extreme_integers(self.w, self.pattern, 1, FACTOR)
    }
}

/// The work that the kernels do on an element. Only work that is done twice may not fit.
fn work(value: i32) -> i32 {
    value.wrapping_mul(2).wrapping_add(1)
}

impl LinearMapping {
    fn most_per_item(self) -> usize {
        if self.0.is_one_to_one() {
            1
        } else {
            MOST_PER_ITEM
        }
    }

    /// Corner cases around the elements of one work-group, for one number of elements an item.
    fn corners_of(self, local: usize, per_item: usize) -> Vec<Case> {
        let unit = local * per_item;
        let sizes = match per_item {
            1 if self.0.is_one_to_one() => corner_sizes(local),
            2 => vec![1, 0, 2, unit - 1, unit + 1, 3 * unit - 1, 4 * unit],
            3 => vec![unit - 1, unit, 2 * unit + 1, 97],
            _ => vec![2 * unit + 1],
        };
        let case = |w: usize| Case {
            w,
            local,
            per_item,
            pattern: ((w + 1) % 2) as Pattern,
        };
        sizes.into_iter().map(case).collect()
    }
}

impl Problem for LinearMapping {
    type Case = Case;

    fn name(&self) -> &'static str {
        match self.0 {
            Mapping::OneToOne => "map-one-to-one",
            Mapping::Contiguous => "map-contiguous",
            Mapping::GloballySpaced => "map-globally-spaced",
            Mapping::LocallySpaced => "map-locally-spaced",
        }
    }

    fn reference(&self) -> &'static str {
        match self.0 {
            Mapping::OneToOne => kernel_text!("one_to_one.cl"),
            Mapping::Contiguous => kernel_text!("contiguous.cl"),
            Mapping::GloballySpaced => kernel_text!("globally_spaced.cl"),
            Mapping::LocallySpaced => kernel_text!("locally_spaced.cl"),
        }
    }

    fn signature(&self) -> Signature {
        let parameters = [
            ("global", "int*", "data"),
            ("global", "uint*", "who"),
            ("private", "uint", "w"),
            ("private", "uint", "per_item"),
        ];
        // One element each needs no number.
        let count = if self.0.is_one_to_one() { 3 } else { 4 };
        Signature::new(&self.name().replace('-', "_"), &parameters[..count])
    }

    fn domain(&self) -> Domain {
        let domain = Domain::new().size("w", 0, 0, LARGEST);
        let domain = match self.0 {
            Mapping::OneToOne => domain,
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
        let per_items: &[usize] = if self.0.is_one_to_one() {
            &[1]
        } else {
            &[2, 3, 1, 7]
        };
        let mut corners: Vec<Case> = Vec::new();
        for local in WORK_GROUPS {
            for &per_item in per_items {
                corners.extend(self.corners_of(local, per_item));
            }
        }
        // More work-items than 16 bits count, and more elements to a work-item than 8 bits.
        if !self.0.is_one_to_one() {
            corners.extend([(5, 4), (4 * MOST_PER_ITEM + 1, 4)].map(|(w, local)| Case {
                w,
                local,
                per_item: MOST_PER_ITEM,
                pattern: 1,
            }));
        }
        corners.push(Case {
            w: LARGEST,
            local: 64,
            per_item: 1,
            pattern: 1,
        });
        corners.sort_by_key(|case| simplicity(case.w));
        corners.dedup();
        corners
    }

    /// Several warps, and as many elements an item as show how far apart neighbours go.
    fn counted(&self) -> Vec<Case> {
        let per_item = self.most_per_item().min(FEW_PER_ITEM);
        vec![Case {
            w: 4096 * per_item,
            local: 64,
            per_item,
            pattern: 1,
        }]
    }

    fn cases(&self) -> BoxedStrategy<Case> {
        let per_items = per_items(self.most_per_item());
        (select(&WORK_GROUPS[..]), per_items, any::<Pattern>())
            .prop_flat_map(|(local, per_item, pattern)| {
                sizes(local * per_item).prop_map(move |w| Case {
                    w: w.min(LARGEST),
                    local,
                    per_item,
                    pattern,
                })
            })
            .boxed()
    }

    fn shrinking_from(&self, case: &Case) -> BoxedStrategy<Case> {
        (
            size_from(case.w),
            choice_from(&WORK_GROUPS, case.local),
            size_from(case.per_item),
            number_from(case.pattern.into()),
        )
            .prop_map(|(w, local, per_item, pattern)| Case {
                w,
                local,
                per_item,
                pattern: pattern as Pattern,
            })
            .boxed()
    }

    fn admits(&self, case: &Case) -> bool {
        case.w <= LARGEST
            && WORK_GROUPS.contains(&case.local)
            && (1..=self.most_per_item()).contains(&case.per_item)
    }

    fn describe(&self, case: &Case) -> Vec<Fact> {
        let mut facts = vec![Fact::new("w", case.w)];
        if !self.0.is_one_to_one() {
            facts.push(Fact::new("per_item", case.per_item));
        }
        facts.extend([
            Fact::new("work-group", case.local),
            Fact::new("work-items", case.range().global[0]),
            Fact::new("data", preview(&case.data())),
        ]);
        facts
    }

    fn launch(&self, case: &Case) -> Launch {
        let data = bytes(&case.data(), i32::to_le_bytes);
        let mut arguments = vec![
            buffer("data", Scalar::Int, data, Access::ReadWrite),
            output("who", Scalar::UInt, case.w),
            uint("w", case.w),
        ];
        if !self.0.is_one_to_one() {
            arguments.push(uint("per_item", case.per_item));
        }
        Launch {
            kernel: Problem::signature(self).kernel,
            arguments,
            range: case.range(),
        }
    }

    fn expected(&self, case: &Case) -> Vec<Expected> {
        let global = case.range().global[0];
        let data: Vec<i32> = case.data().iter().map(|&value| work(value)).collect();
        let who: Vec<u32> = (0..case.w)
            .map(|index| self.0.owner(index, global, case.local, case.per_item) as u32)
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
        // `case.range()` allocates, and this is called for each element.
        let work_items = case.w.div_ceil(case.per_item);
        let global = work_items.max(1).next_multiple_of(case.local);
        let owner = self.0.owner(element, global, case.local, case.per_item);
        (owner < global).then(|| vec![owner])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements in the order in which the definition of the mapping hands them out: those of
    /// work-item 0 first, in the order of its loop.
    fn handed_out(mapping: Mapping, global: usize, local: usize, per_item: usize) -> Vec<usize> {
        (0..global)
            .flat_map(|gid| (0..per_item).map(move |k| (gid, k)))
            .map(|(gid, k)| match mapping {
                Mapping::OneToOne => gid,
                Mapping::Contiguous => gid * per_item + k,
                Mapping::GloballySpaced => gid + k * global,
                Mapping::LocallySpaced => {
                    (gid / local) * per_item * local + gid % local + k * local
                }
            })
            .collect()
    }

    const MANY: [Mapping; 3] = [
        Mapping::Contiguous,
        Mapping::GloballySpaced,
        Mapping::LocallySpaced,
    ];

    #[test]
    fn each_element_has_one_owner_and_it_is_the_one_the_definition_says() {
        for mapping in MANY {
            for (global, local, per_item) in [(8, 4, 2), (8, 4, 3), (48, 24, 7), (5, 1, 1)] {
                let handed = handed_out(mapping, global, local, per_item);
                let mut owners = vec![None; global * per_item];
                for (position, &index) in handed.iter().enumerate() {
                    assert_eq!(owners[index].replace(position / per_item), None);
                }
                for (index, owner) in owners.into_iter().enumerate() {
                    let said = mapping.owner(index, global, local, per_item);
                    assert_eq!(owner, Some(said), "{mapping:?} {index}");
                }
            }
        }
    }

    #[test]
    fn the_textbook_picture_of_24_elements_comes_out() {
        let owners = |mapping: Mapping| -> Vec<usize> {
            (0..24)
                .map(|index| mapping.owner(index, 12, 4, 2))
                .collect()
        };
        assert_eq!(owners(Mapping::Contiguous)[..6], [0, 0, 1, 1, 2, 2]);
        assert_eq!(owners(Mapping::GloballySpaced)[10..14], [10, 11, 0, 1]);
        assert_eq!(
            owners(Mapping::LocallySpaced)[..10],
            [0, 1, 2, 3, 0, 1, 2, 3, 4, 5]
        );
    }

    #[test]
    fn the_range_covers_every_size_with_no_work_group_to_spare() {
        for w in 0..200 {
            for local in WORK_GROUPS {
                for per_item in 1..=FEW_PER_ITEM {
                    let case = Case {
                        w,
                        local,
                        per_item,
                        pattern: 0,
                    };
                    let global = case.range().global[0];
                    assert!(global * per_item >= w);
                    assert!(global == local || (global - local) * per_item < w);
                }
            }
        }
    }

    #[test]
    fn some_corner_tells_each_mapping_from_each_other() {
        for asked in MANY {
            for taken in MANY.into_iter().filter(|taken| *taken != asked) {
                let corners = LinearMapping(asked).corners();
                let told = corners.iter().filter(|case| {
                    LinearMapping(asked).expected(case) != LinearMapping(taken).expected(case)
                });
                assert!(told.count() > 20, "{asked:?} from {taken:?}");
            }
        }
    }
}
