//! The kinds of edit, one file each.

mod address_space;
mod atomic;
mod barrier;
mod built_in;
mod cast;
mod comparison;
mod constant;
mod declared_type;
mod double_buffer;
mod early_return;
mod empty_body;
mod grouping;
mod guard;
mod index;
mod initial;
mod macro_text;
pub(crate) mod named_constant;
mod old_value;
mod operator;
mod query;
mod share;
mod statement;
mod step;
mod store;
mod variable;
mod wait;

use crate::change::Change;
use crate::kind::Kind;
use crate::subject::Subject;

pub(crate) use guard::has_word;

/// What makes edits of a program.
pub(crate) struct Maker {
    pub(crate) changes: fn(&Subject<'_>) -> Vec<Change>,
    /// The kinds of its edits.
    pub(crate) kinds: &'static [Kind],
    /// May one of them come before all edits of other makers?
    pub(crate) comes_first: bool,
}

const fn maker(changes: fn(&Subject<'_>) -> Vec<Change>, kinds: &'static [Kind]) -> Maker {
    Maker {
        changes,
        kinds,
        comes_first: false,
    }
}

const fn first(changes: fn(&Subject<'_>) -> Vec<Change>, kinds: &'static [Kind]) -> Maker {
    Maker {
        comes_first: true,
        ..maker(changes, kinds)
    }
}

/// Of edits that are as likely as each other, those of the first maker are tried first.
pub(crate) const MAKERS: &[Maker] = &[
    first(empty_body::changes, &[Kind::EmptyBody]),
    first(share::changes, &[Kind::Share]),
    maker(comparison::while_as_if, &[Kind::Statement]),
    first(declared_type::wider, &[Kind::Type]),
    maker(macro_text::changes, &[Kind::Macro]),
    first(query::exchanged, &[Kind::Query]),
    maker(comparison::changes, &[Kind::Comparison]),
    maker(operator::rounded_up, &[Kind::Rounding]),
    first(query::uses, &[Kind::Query]),
    first(declared_type::others, &[Kind::Type]),
    maker(
        barrier::changes,
        &[
            Kind::Barrier,
            Kind::BarrierMoved,
            Kind::BarrierRemoved,
            Kind::Fence,
        ],
    ),
    maker(early_return::changes, &[Kind::EarlyReturn]),
    maker(atomic::changes, &[Kind::Atomic]),
    maker(wait::changes, &[Kind::Wait]),
    maker(double_buffer::changes, &[Kind::DoubleBuffer]),
    maker(guard::around_statements, &[Kind::Guard]),
    maker(guard::early_returns, &[Kind::Guard]),
    maker(guard::further_conditions, &[Kind::Guard]),
    maker(guard::other_conditions, &[Kind::Comparison, Kind::Initial]),
    maker(guard::around_values, &[Kind::Guard]),
    maker(guard::removed, &[Kind::GuardRemoved, Kind::Comparison]),
    maker(initial::changes, &[Kind::Initial]),
    maker(initial::each_round, &[Kind::Initial]),
    maker(old_value::changes, &[Kind::OldValue]),
    maker(store::changes, &[Kind::Store]),
    first(declared_type::elements, &[Kind::Type]),
    maker(address_space::changes, &[Kind::AddressSpace]),
    first(named_constant::changes, &[Kind::Constant]),
    maker(built_in::changes, &[Kind::Builtin]),
    first(cast::changes, &[Kind::Cast]),
    maker(constant::lengths, &[Kind::Constant]),
    maker(
        constant::changes,
        &[Kind::Constant, Kind::Term, Kind::Variable],
    ),
    maker(constant::everywhere, &[Kind::Constant]),
    maker(
        variable::changes,
        &[Kind::Constant, Kind::Query, Kind::Variable],
    ),
    maker(variable::exchanged, &[Kind::Swap, Kind::Variable]),
    maker(variable::everywhere, &[Kind::Swap, Kind::Variable]),
    maker(cast::without_all, &[Kind::Cast]),
    maker(named_constant::signs, &[Kind::Type]),
    maker(index::through_unused, &[Kind::Variable]),
    maker(share::strided, &[Kind::Share]),
    maker(index::changes, &[Kind::Offset, Kind::Stride, Kind::Swap]),
    maker(operator::wrapped, &[Kind::Offset]),
    maker(
        operator::changes,
        &[
            Kind::Comparison,
            Kind::Operator,
            Kind::Rounding,
            Kind::Share,
            Kind::Swap,
            Kind::Term,
        ],
    ),
    maker(grouping::changes, &[Kind::Grouping]),
    maker(comparison::with_one_bound, &[Kind::Comparison]),
    maker(variable::squares, &[Kind::Variable]),
    maker(query::for_constants, &[Kind::Query]),
    maker(index::group_runs, &[Kind::Stride]),
    maker(step::changes, &[Kind::Step]),
    maker(statement::changes, &[Kind::Statement]),
    maker(comparison::asked_first, &[Kind::Statement]),
];

/// All edits of a program.
pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let makers = MAKERS.iter();
    makers.flat_map(|maker| (maker.changes)(subject)).collect()
}

/// The edits of those makers of which some show a cause.
pub(crate) fn causes(subject: &Subject<'_>) -> Vec<Change> {
    let makers = MAKERS.iter().filter(|maker| maker.comes_first);
    makers.flat_map(|maker| (maker.changes)(subject)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use opencl_c::preprocessor::{NoIncludes, Options};
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    #[test]
    fn makers_make_the_kinds_that_they_state() {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        let mut made: Vec<BTreeSet<Kind>> = vec![BTreeSet::new(); MAKERS.len()];
        for folder in fs::read_dir(cases).unwrap() {
            for entry in fs::read_dir(folder.unwrap().path()).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_none_or(|it| it != "cl") {
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                let read =
                    opencl_c::compile("k.cl", &text, &Options::default(), &mut NoIncludes).unwrap();
                for dimensions in 1..=3 {
                    let subject = Subject::of(&read.program, "k", dimensions).unwrap();
                    for (maker, made) in MAKERS.iter().zip(&mut made) {
                        for change in (maker.changes)(&subject) {
                            let name = path.display();
                            assert!(maker.comes_first || change.cause.is_none(), "{name}");
                            made.insert(change.kind);
                        }
                    }
                }
            }
        }
        for (number, (maker, made)) in MAKERS.iter().zip(made).enumerate() {
            let stated = BTreeSet::from_iter(maker.kinds.iter().copied());
            assert_eq!(stated, made, "maker {number}");
        }
    }
}
