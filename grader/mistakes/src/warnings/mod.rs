//! Mistakes that are suspicious.

pub(crate) mod double_literal;
pub(crate) mod float_equality;
pub(crate) mod half_sum;
pub(crate) mod integer_overflow_in_index;
pub(crate) mod macro_hygiene;
pub(crate) mod missing_bounds_guard;
pub(crate) mod narrowing_store;
pub(crate) mod private_array_spill;
pub(crate) mod signed_unsigned_compare;
pub(crate) mod sub_group_size_assumed;
pub(crate) mod three_component_vector;
pub(crate) mod unbarriered_reuse;
pub(crate) mod unused_argument;
pub mod whole_problem_loop;
