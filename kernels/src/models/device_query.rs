//! device-query: from what two devices say of themselves, the work-group and the NDRange of one launch.
//!
//! The launch covers a picture with a work-item for each pixel; each work-item takes some bytes of local
//! memory, so the largest work-group hangs on two limits, and its shape on a third.

use crate::{Answers, Form, Judgement, Question, Sheet};
use std::fmt::Write as _;

/// The sheet.
#[derive(Clone, Copy, Debug)]
pub struct DeviceQuery;

/// Columns and rows of the picture.
const PICTURE: [u64; 2] = [1000, 700];

/// Local memory that each work-item takes, in bytes.
const LOCAL_PER_ITEM: u64 = 160;

/// What `clGetDeviceInfo` and `clGetKernelWorkGroupInfo` give for a device.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// `CL_DEVICE_MAX_COMPUTE_UNITS`
    compute_units: u64,
    /// `CL_DEVICE_MAX_WORK_GROUP_SIZE`, in work-items.
    work_group: u64,
    /// `CL_DEVICE_MAX_WORK_ITEM_SIZES`, the first two, in work-items.
    sizes: [u64; 2],
    /// `CL_DEVICE_LOCAL_MEM_SIZE`, in bytes: of a work-group, and all that a compute unit has.
    local_memory: u64,
    /// `CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE`, in work-items.
    multiple: u64,
}

/// The devices, by the names of their tables in the file.
const DEVICES: [(&str, Limits); 2] = [
    (
        "large",
        Limits {
            compute_units: 24,
            work_group: 1024,
            sizes: [1024, 1024],
            local_memory: 48 * 1024,
            multiple: 32,
        },
    ),
    (
        "small",
        Limits {
            compute_units: 4,
            work_group: 32,
            sizes: [32, 2],
            local_memory: 16 * 1024,
            multiple: 16,
        },
    ),
];

impl Sheet for DeviceQuery {
    fn name(&self) -> &'static str {
        "device-query"
    }

    fn questions(&self) -> Vec<Question> {
        let question = |key, asks, form| Question { key, asks, form };
        vec![
            question(
                "large.most",
                "the most work-items of a work-group",
                Form::Whole,
            ),
            question("large.local", "a work-group of that many", Form::Sizes(2)),
            question(
                "large.global",
                "the smallest NDRange over it all",
                Form::Sizes(2),
            ),
            question("large.idle", "its work-items without a pixel", Form::Whole),
            question(
                "large.at_once",
                "work-groups there is room for",
                Form::Whole,
            ),
            question(
                "small.most",
                "the most work-items of a work-group",
                Form::Whole,
            ),
            question("small.local", "a work-group of that many", Form::Sizes(2)),
            question(
                "small.global",
                "the smallest NDRange over it all",
                Form::Sizes(2),
            ),
            question("small.idle", "its work-items without a pixel", Form::Whole),
            question(
                "small.at_once",
                "work-groups there is room for",
                Form::Whole,
            ),
        ]
    }

    fn judge(&self, key: &str, answers: &Answers) -> Judgement {
        let (table, asked) = key.split_once('.').unwrap_or_default();
        let Some((_, limits)) = DEVICES.iter().find(|(name, _)| *name == table) else {
            return Judgement::Right;
        };
        let of = |asked: &str| format!("{table}.{asked}");
        let whole = |asked| answers.whole(&of(asked)).unwrap_or_default();
        let sizes = |asked| answers.sizes(&of(asked)).map(pair).unwrap_or_default();
        let stands = |asked| {
            answers.0.contains_key(of(asked).as_str())
                && self.judge(&of(asked), answers) == Judgement::Right
        };
        match asked {
            "most" => limits.judge_most(whole("most")),
            "local" if !stands("most") => Judgement::waits(of("most")),
            "local" => limits.judge_local(sizes("local")),
            "global" if !stands("local") => Judgement::waits(of("local")),
            "global" => judge_global(sizes("global"), sizes("local")),
            "idle" if !stands("global") => Judgement::waits(of("global")),
            "idle" => judge_idle(whole("idle"), sizes("global")),
            "at_once" if !stands("most") => Judgement::waits(of("most")),
            _ => limits.judge_at_once(whole("at_once")),
        }
    }
}

fn pair(sizes: &[u64]) -> [u64; 2] {
    [
        sizes.first().copied().unwrap_or_default(),
        sizes.get(1).copied().unwrap_or_default(),
    ]
}

impl Limits {
    /// Work-items for whose local memory there is room in a compute unit.
    fn by_memory(&self) -> u64 {
        self.local_memory / LOCAL_PER_ITEM
    }

    /// The most work-items of a work-group that is a multiple of what the kernel prefers.
    fn most(&self) -> u64 {
        let most = self.work_group.min(self.by_memory());
        most - most % self.multiple
    }

    fn judge_most(&self, most: u64) -> Judgement {
        if let Some(wrong) = self.too_large(most) {
            return wrong;
        }
        if !most.is_multiple_of(self.multiple) {
            return Judgement::wrong(
                format!(
                    "{most} is no multiple of the {} that the kernel prefers",
                    self.multiple
                ),
                "the last warp of each work-group would run half empty",
            );
        }
        if most < self.most() {
            return Judgement::wrong(
                format!("{most} is allowed, but it is not the most"),
                "take the smaller of two limits: the device's, and what local memory has room for",
            );
        }
        Judgement::Right
    }

    /// What is against a work-group of so many work-items.
    fn too_large(&self, items: u64) -> Option<Judgement> {
        if items > self.work_group {
            return Some(Judgement::wrong(
                format!(
                    "{items} work-items, where a work-group may have {}",
                    self.work_group
                ),
                "clEnqueueNDRangeKernel would return CL_INVALID_WORK_GROUP_SIZE",
            ));
        }
        (items > self.by_memory()).then(|| {
            Judgement::wrong(
                format!(
                    "{items} work-items take {} bytes of local memory, where there are {}",
                    items.saturating_mul(LOCAL_PER_ITEM),
                    self.local_memory
                ),
                "clEnqueueNDRangeKernel would return CL_OUT_OF_RESOURCES",
            )
        })
    }

    fn judge_local(&self, [width, height]: [u64; 2]) -> Judgement {
        for (dimension, (size, most)) in [width, height].into_iter().zip(self.sizes).enumerate() {
            if size > most {
                return Judgement::wrong(
                    format!("{size} work-items in dimension {dimension}, where {most} are allowed"),
                    "clEnqueueNDRangeKernel would return CL_INVALID_WORK_ITEM_SIZE",
                );
            }
        }
        let items = width.saturating_mul(height);
        if let Some(wrong) = self.too_large(items) {
            return wrong;
        }
        if items != self.most() {
            return Judgement::wrong(
                format!("{width} x {height} is {items} work-items, not the most there may be"),
                "choose two sizes whose product is the number asked for before",
            );
        }
        Judgement::Right
    }

    fn judge_at_once(&self, at_once: u64) -> Judgement {
        let each = self.by_memory() / self.most();
        if at_once == each * self.compute_units {
            return Judgement::Right;
        }
        let mut because = format!("{at_once} is not it");
        if at_once == each {
            let _ = write!(because, ": so many fit a compute unit");
        } else if at_once == self.compute_units {
            let _ = write!(
                because,
                ": that is one for each compute unit, and there is room for more"
            );
        }
        Judgement::wrong(
            because,
            "how often do the local bytes of a work-group go into those of a compute unit, and how \
             many compute units are there?",
        )
    }
}

fn judge_global(global: [u64; 2], local: [u64; 2]) -> Judgement {
    for dimension in 0..2 {
        let (size, step) = (global[dimension], local[dimension]);
        if size % step != 0 {
            return Judgement::wrong(
                format!(
                    "{size} is no multiple of the {step} of the work-group in dimension {dimension}"
                ),
                "clEnqueueNDRangeKernel would return CL_INVALID_WORK_GROUP_SIZE",
            );
        }
        if size < PICTURE[dimension] {
            return Judgement::wrong(
                format!(
                    "{size} work-items do not cover {} pixels in dimension {dimension}",
                    PICTURE[dimension]
                ),
                "round up, not down",
            );
        }
        if size >= PICTURE[dimension] + step {
            return Judgement::wrong(
                format!("{size} in dimension {dimension} is a whole work-group more than it takes"),
                "a launch of fewer work-groups covers the picture as well",
            );
        }
    }
    Judgement::Right
}

fn judge_idle(idle: u64, [width, height]: [u64; 2]) -> Judgement {
    if idle == width * height - PICTURE[0] * PICTURE[1] {
        return Judgement::Right;
    }
    Judgement::wrong(
        format!(
            "the NDRange has {} work-items and the picture {} pixels",
            width * height,
            PICTURE[0] * PICTURE[1]
        ),
        "those are the work-items that the guard sends home",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Answer;
    use std::collections::BTreeMap;

    /// `most`, `local`, `global`, `idle` and `at_once` of the small device.
    fn small(
        most: u64,
        local: [u64; 2],
        global: [u64; 2],
        idle: u64,
        at_once: u64,
    ) -> [Judgement; 5] {
        let answers = Answers(BTreeMap::from([
            ("small.most", Answer::Whole(most)),
            ("small.local", Answer::Sizes(local.to_vec())),
            ("small.global", Answer::Sizes(global.to_vec())),
            ("small.idle", Answer::Whole(idle)),
            ("small.at_once", Answer::Whole(at_once)),
        ]));
        ["most", "local", "global", "idle", "at_once"]
            .map(|asked| DeviceQuery.judge(&format!("small.{asked}"), &answers))
    }

    #[test]
    fn every_legal_shape_is_taken_and_what_follows_from_it() {
        for (local, global, idle) in [([32, 1], [1024, 700], 16_800), ([16, 2], [1008, 700], 5600)]
        {
            let judged = small(32, local, global, idle, 12);
            assert_eq!(judged, [const { Judgement::Right }; 5], "{local:?}");
        }
    }

    #[test]
    fn limits_of_three_kinds_are_told_apart() {
        let because = |judgement: &Judgement| match judgement {
            Judgement::Wrong { because, .. } => because.clone(),
            other => format!("{other:?}"),
        };
        let judged = small(96, [8, 4], [1024, 700], 0, 0);
        assert_eq!(
            because(&judged[0]),
            "96 work-items, where a work-group may have 32"
        );
        assert_eq!(judged[1], Judgement::waits("small.most"));
        let judged = small(32, [8, 4], [1024, 700], 0, 0);
        assert_eq!(
            because(&judged[1]),
            "4 work-items in dimension 1, where 2 are allowed"
        );
        assert_eq!(judged[2], Judgement::waits("small.local"));
        assert_eq!(judged[3], Judgement::waits("small.global"));
        let (_, large) = DEVICES[0];
        assert_eq!(
            because(&large.judge_most(1024)),
            "1024 work-items take 163840 bytes of local memory, where there are 49152"
        );
        assert_eq!(large.judge_most(288), Judgement::Right);
        assert!(matches!(large.judge_most(300), Judgement::Wrong { .. }));
        assert!(matches!(large.judge_most(256), Judgement::Wrong { .. }));
    }

    #[test]
    fn an_ndrange_covers_the_picture_and_no_more() {
        let judged = |global| judge_global(global, [32, 2]);
        assert_eq!(judged([1024, 700]), Judgement::Right);
        for global in [[1000, 700], [992, 700], [1056, 700], [1024, 702]] {
            assert!(
                matches!(judged(global), Judgement::Wrong { .. }),
                "{global:?}"
            );
        }
    }
}
