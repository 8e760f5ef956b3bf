//! The values that a variable holds at a point of the text: equal forms are equal values, so two ways that
//! meet with one value do not part it, and a form in which the local id cancels is the group's.
//!
//! A global id is written as `group id * local size + local id`. A launch has no global offset.

use super::rules::{Node, UNIFORM};
use crate::analysis::form::{Form, Symbol};
use opencl_c::program::BinaryOp;
use opencl_c::types::{Scalar, TypeId};

/// The class and the form of a value.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) node: Node,
    pub(super) form: Option<Form>,
}

impl Value {
    /// The same for all, and not followed further.
    pub(super) const UNIFORM: Value = Value {
        node: UNIFORM,
        form: None,
    };

    /// A value of which the class alone is known.
    pub(super) fn of(node: Node) -> Value {
        Value { node, form: None }
    }

    pub(super) fn number(value: i64) -> Value {
        Value {
            node: UNIFORM,
            form: Some(Form::number(value)),
        }
    }

    pub(super) fn as_number(&self) -> Option<i64> {
        self.form.as_ref()?.as_number()
    }

    /// Are both known to be the same value?
    pub(super) fn is(&self, other: &Value) -> bool {
        self.form.is_some() && self.form == other.form
    }
}

/// The sizes of a work-group, as far as the kernel states them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes(pub(super) Option<[i64; 3]>);

impl Sizes {
    pub(super) fn local_size(self, dimension: u8) -> Form {
        match self.0 {
            Some(sizes) => Form::number(sizes[usize::from(dimension)]),
            None => Form::symbol(Symbol::LocalSize(dimension)),
        }
    }

    pub(super) fn local_id(self, dimension: u8) -> Form {
        match self.0 {
            Some(sizes) if sizes[usize::from(dimension)] == 1 => Form::number(0),
            _ => Form::symbol(Symbol::LocalId(dimension)),
        }
    }

    pub(super) fn global_id(self, dimension: u8) -> Option<Form> {
        Form::symbol(Symbol::GroupId(dimension))
            .times(&self.local_size(dimension))?
            .plus(&self.local_id(dimension), 1)
    }

    /// The least and the greatest value of a form of numbers and local ids.
    fn range(self, form: &Form) -> Option<(i64, i64)> {
        let (mut low, mut high) = (0_i64, 0_i64);
        for (symbols, factor) in form.terms() {
            let most = match symbols {
                [] => {
                    (low, high) = (low.checked_add(factor)?, high.checked_add(factor)?);
                    continue;
                }
                [Symbol::LocalId(dimension)] => self.0?[usize::from(*dimension)] - 1,
                _ => return None,
            };
            let end = factor.checked_mul(most)?;
            low = low.checked_add(end.min(0))?;
            high = high.checked_add(end.max(0))?;
        }
        Some((low, high))
    }

    /// The whole quotient, without the local id where it makes no difference.
    fn over(self, form: &Form, divisor: &Form) -> Option<Form> {
        let (own, shared) = form.split(&|symbol| matches!(symbol, Symbol::LocalId(_)));
        if own.as_number() != Some(0) && self.is_below_each_step(&own, &shared, divisor) {
            return shared.quotient(divisor);
        }
        form.quotient(divisor)
    }

    /// Is `own` never negative and always less than a number that divides both `shared` and `divisor`?
    fn is_below_each_step(self, own: &Form, shared: &Form, divisor: &Form) -> bool {
        let (symbols, times) = match divisor.only_term() {
            Some(term) => term,
            None => return false,
        };
        match (own.only_term(), symbols) {
            (Some(([Symbol::LocalId(of)], 1)), [Symbol::LocalSize(by)])
                if of == by && times > 0 =>
            {
                shared
                    .terms()
                    .all(|(symbols, _)| symbols.contains(&Symbol::LocalSize(*of)))
            }
            (_, []) if times > 0 => {
                let step = shared
                    .terms()
                    .fold(times, |step, (_, factor)| common_divisor(step, factor));
                self.range(own)
                    .is_some_and(|(low, high)| low >= 0 && high < step)
            }
            _ => false,
        }
    }
}

fn common_divisor(left: i64, right: i64) -> i64 {
    let (mut left, mut right) = (left.unsigned_abs(), right.unsigned_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    i64::try_from(left).unwrap_or(1)
}

/// What an operator that works in type `ty` makes of two forms.
pub(super) fn combine(
    sizes: Sizes,
    op: BinaryOp,
    ty: TypeId,
    left: &Form,
    right: &Form,
) -> Option<Form> {
    let scalar = ty.as_scalar().filter(|scalar| scalar.is_integer())?;
    let numbers = || Some((left.as_number()?, right.as_number()?));
    let power = || {
        let bits = right.as_number().filter(|bits| (0..62).contains(bits))?;
        Some(Form::number(1 << bits))
    };
    let modulo = |form: &Form, divisor: &Form| {
        let quotient = sizes.over(form, divisor)?;
        form.plus(&quotient.times(divisor)?, -1)
    };
    let divides = matches!(
        op,
        BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::ShiftRight
    );
    let is_negative = |form: &Form| form.as_number().is_some_and(|number| number < 0);
    if divides && (is_negative(left) || is_negative(right)) {
        return None;
    }
    let made = match op {
        BinaryOp::Add => left.plus(right, 1),
        BinaryOp::Subtract => left.plus(right, -1),
        BinaryOp::Multiply => left.times(right),
        BinaryOp::Divide => sizes.over(left, right),
        BinaryOp::Remainder => modulo(left, right),
        BinaryOp::ShiftLeft => left.times(&power()?),
        BinaryOp::ShiftRight => sizes.over(left, &power()?),
        BinaryOp::And => match (left.as_number(), right.as_number()) {
            (Some(one), Some(two)) => Some(Form::number(one & two)),
            (None, None) => None,
            (number, other) => {
                let form = if number.is_some() { right } else { left };
                let mask = number.or(other)?;
                // `x & ~63u` of a wider `x` is meant to leave all upper bits.
                let width = match mask >> 31 {
                    1 => u32::MAX.into(),
                    _ => bits(scalar),
                };
                match (low_bits(mask), low_bits(!mask & width)) {
                    (Some(bound), _) => modulo(form, &Form::number(bound)),
                    (None, Some(bound)) => form.plus(&modulo(form, &Form::number(bound))?, -1),
                    (None, None) => None,
                }
            }
        },
        BinaryOp::Or => numbers().map(|(one, two)| Form::number(one | two)),
        BinaryOp::Xor => numbers().map(|(one, two)| Form::number(one ^ two)),
        _ => compared(sizes, op, left, right).map(|truth| Form::number(truth.into())),
    }?;
    // A number that the type cannot hold wraps around.
    match made.as_number() {
        Some(number) if !holds(scalar, number) => None,
        _ => Some(made),
    }
}

/// What `~` makes of a number of type `ty`.
pub(super) fn complement(ty: TypeId, form: &Form) -> Option<Form> {
    let scalar = ty.as_scalar().filter(|scalar| scalar.is_integer())?;
    let number = !form.as_number()?;
    Some(Form::number(match scalar.is_signed() {
        true => number,
        false => number & bits(scalar),
    }))
}

/// Does a conversion leave a form, as long as nothing overflows?
pub(super) fn is_kept(from: TypeId, to: TypeId, form: &Form) -> bool {
    let integer = |ty: TypeId| ty.as_scalar().filter(|scalar| scalar.is_integer());
    let (Some(from), Some(to)) = (integer(from), integer(to)) else {
        return false;
    };
    match form.as_number() {
        Some(number) if number < 0 => to.size() >= 4,
        Some(number) => holds(to, number),
        None => to.size() >= from.size().min(4),
    }
}

/// The bound that a mask of low bits keeps a value below.
fn low_bits(mask: i64) -> Option<i64> {
    let bound = mask.checked_add(1)?;
    (bound > 0 && bound & mask == 0).then_some(bound)
}

fn bits(scalar: Scalar) -> i64 {
    match scalar.size() {
        8 => -1,
        size => (1 << (8 * size)) - 1,
    }
}

fn holds(scalar: Scalar, number: i64) -> bool {
    match (scalar.size(), scalar.is_signed()) {
        (8, true) => true,
        (8, false) => number >= 0,
        (_, false) => (0..=bits(scalar)).contains(&number),
        (size, true) => {
            let limit = 1_i64 << (8 * size - 1);
            (-limit..limit).contains(&number)
        }
    }
}

/// The truth of a comparison that is the same whatever the ids.
fn compared(sizes: Sizes, op: BinaryOp, left: &Form, right: &Form) -> Option<bool> {
    let (below, equal) = if left == right {
        (Some(false), Some(true))
    } else if let (Some(([Symbol::LocalId(one)], 1)), Some(([Symbol::LocalSize(two)], 1))) =
        (left.only_term(), right.only_term())
    {
        (Some(true).filter(|_| one == two), Some(false))
    } else {
        let ((low, high), (least, most)) = (sizes.range(left)?, sizes.range(right)?);
        // A negative number is a large one in an unsigned type.
        if low < 0 || least < 0 {
            return None;
        }
        let below = match (high < least, low >= most) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        let apart = high < least || low > most;
        let equal = match (apart, low == high && least == most && low == least) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        };
        (below, equal)
    };
    match op {
        BinaryOp::Less => below,
        BinaryOp::GreaterEqual => below.map(|below| !below),
        BinaryOp::Equal => equal,
        BinaryOp::NotEqual => equal.map(|equal| !equal),
        BinaryOp::Greater | BinaryOp::LessEqual => {
            let above = match (below, equal) {
                (Some(true), _) | (_, Some(true)) => Some(false),
                (Some(false), Some(false)) => Some(true),
                _ => None,
            };
            above.map(|above| above == (op == BinaryOp::Greater))
        }
        _ => None,
    }
}
