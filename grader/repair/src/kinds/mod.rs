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
mod named_constant;
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
use crate::subject::Subject;

/// All edits of a program. Those that show a cause come first.
pub(crate) fn changes(subject: &Subject<'_>) -> Vec<Change> {
    let mut changes = share::changes(subject);
    changes.extend(comparison::while_as_if(subject));
    changes.extend(declared_type::wider(subject));
    changes.extend(macro_text::changes(subject));
    changes.extend(query::exchanged(subject));
    changes.extend(comparison::changes(subject));
    changes.extend(operator::rounded_up(subject));
    changes.extend(query::uses(subject));
    changes.extend(declared_type::others(subject));
    let kinds: [fn(&Subject<'_>) -> Vec<Change>; 37] = [
        empty_body::changes,
        barrier::changes,
        early_return::changes,
        atomic::changes,
        wait::changes,
        double_buffer::changes,
        guard::changes,
        initial::changes,
        initial::each_round,
        old_value::changes,
        store::changes,
        declared_type::elements,
        address_space::changes,
        named_constant::changes,
        built_in::changes,
        cast::changes,
        constant::lengths,
        constant::changes,
        constant::everywhere,
        variable::changes,
        variable::exchanged,
        variable::everywhere,
        cast::without_all,
        named_constant::signs,
        index::through_unused,
        share::strided,
        index::changes,
        operator::wrapped,
        operator::changes,
        grouping::changes,
        comparison::with_one_bound,
        variable::squares,
        query::for_constants,
        index::group_runs,
        step::changes,
        statement::changes,
        comparison::asked_first,
    ];
    for kind in kinds {
        changes.extend(kind(subject));
    }
    changes
}
