//! Mistakes that are suspicious.

mod double_literal;
mod float_equality;
mod integer_overflow_in_index;
mod macro_hygiene;
mod missing_bounds_guard;
mod narrowing_store;
mod private_array_spill;
mod signed_unsigned_compare;
mod three_component_vector;
mod unbarriered_reuse;
mod unused_argument;
pub(crate) mod whole_problem_loop;

use crate::entry::Mistake;

/// In the order in which to mend them.
pub(crate) const ALL: &[Mistake] = &[
    unbarriered_reuse::MISTAKE,
    whole_problem_loop::MISTAKE,
    missing_bounds_guard::MISTAKE,
    unused_argument::MISTAKE,
    macro_hygiene::MISTAKE,
    integer_overflow_in_index::MISTAKE,
    signed_unsigned_compare::MISTAKE,
    three_component_vector::MISTAKE,
    narrowing_store::MISTAKE,
    float_equality::MISTAKE,
    double_literal::MISTAKE,
    private_array_spill::MISTAKE,
];
