//! Forms: integer values as polynomials in the ids of a work-item, the sizes of the launch, the
//! kernel's arguments and the rounds of the loops around.
//!
//! Promise: two values with equal forms are equal in every launch; [`Form::at`] gives what the program
//! would compute, as long as no integer overflows and what is divided is not negative. A form never
//! grows beyond [`MOST_WEIGHT`] symbols: what would is not followed.

use launch::{Argument, Launch};
use opencl_c::program::{Function, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most symbols of a form, those within quotients included.
const MOST_WEIGHT: usize = 64;

/// What a form is computed from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Symbol {
    /// `get_global_id`.
    GlobalId(u8),
    /// `get_local_id`.
    LocalId(u8),
    /// `get_group_id`.
    GroupId(u8),
    /// `get_global_size`.
    GlobalSize(u8),
    /// `get_local_size`.
    LocalSize(u8),
    /// `get_num_groups`.
    NumGroups(u8),
    /// A parameter that is never assigned.
    Argument(VarId),
    /// How often a variable was stepped since it got its first value: the round of its loop.
    Counter(VarId),
    /// A variable that changes, but is the same for the whole work-group.
    Same(VarId),
    /// A value that is not followed further, by its number in an analysis.
    Value(u32),
    /// A whole quotient of two forms.
    Quotient(Arc<(Form, Form)>),
}

impl Symbol {
    fn weight(&self) -> usize {
        match self {
            Symbol::Quotient(parts) => 1 + parts.0.weight() + parts.1.weight(),
            _ => 1,
        }
    }

    /// Does it or what it is computed from match?
    fn holds(&self, wanted: &dyn Fn(&Symbol) -> bool) -> bool {
        wanted(self)
            || match self {
                Symbol::Quotient(parts) => parts.0.holds(wanted) || parts.1.holds(wanted),
                _ => false,
            }
    }

    /// Is it an id, one that differs between work-items?
    pub(crate) fn is_id(&self) -> bool {
        matches!(
            self,
            Symbol::GlobalId(_) | Symbol::LocalId(_) | Symbol::GroupId(_)
        )
    }
}

/// A sum of products with whole coefficients, none of them zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Form {
    /// By the symbols multiplied, in order; the empty product is the constant.
    terms: BTreeMap<Vec<Symbol>, i64>,
}

impl Form {
    pub(crate) fn number(value: i64) -> Form {
        let mut terms = BTreeMap::new();
        if value != 0 {
            terms.insert(Vec::new(), value);
        }
        Form { terms }
    }

    pub(crate) fn symbol(symbol: Symbol) -> Form {
        Form::term(vec![symbol], 1)
    }

    /// The product of symbols and a number.
    fn term(symbols: Vec<Symbol>, factor: i64) -> Form {
        let mut form = Form::default();
        form.terms.insert(symbols, factor);
        form
    }

    /// Its value if it is a number.
    pub(crate) fn as_number(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    fn weight(&self) -> usize {
        let product = |symbols: &Vec<Symbol>| symbols.iter().map(Symbol::weight).sum::<usize>();
        self.terms.keys().map(|symbols| 1 + product(symbols)).sum()
    }

    fn kept(self) -> Option<Form> {
        (self.weight() <= MOST_WEIGHT).then_some(self)
    }

    /// The sum with `times` another form.
    pub(crate) fn plus(&self, other: &Form, times: i64) -> Option<Form> {
        let mut terms = self.terms.clone();
        for (symbols, factor) in &other.terms {
            let sum = terms.entry(symbols.clone()).or_default();
            *sum = sum.checked_add(factor.checked_mul(times)?)?;
            if *sum == 0 {
                terms.remove(symbols);
            }
        }
        Form { terms }.kept()
    }

    /// The product.
    pub(crate) fn times(&self, other: &Form) -> Option<Form> {
        let mut product = Form::default();
        for (left, one) in &self.terms {
            for (right, two) in &other.terms {
                let mut symbols: Vec<Symbol> = left.iter().chain(right).cloned().collect();
                symbols.sort();
                let term = Form::term(symbols, one.checked_mul(*two)?);
                if *one != 0 && *two != 0 {
                    product = product.plus(&term, 1)?;
                }
            }
        }
        product.kept()
    }

    /// The terms: the symbols multiplied, and the number before them.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&[Symbol], i64)> {
        let terms = self.terms.iter();
        terms.map(|(symbols, factor)| (symbols.as_slice(), *factor))
    }

    /// The term, if it is a single one.
    pub(crate) fn only_term(&self) -> Option<(&[Symbol], i64)> {
        self.terms().next().filter(|_| self.terms.len() == 1)
    }

    /// The terms in which a symbol that matches occurs, and the others.
    pub(crate) fn split(&self, wanted: &dyn Fn(&Symbol) -> bool) -> (Form, Form) {
        let terms = self.terms.clone().into_iter();
        let (own, others) =
            terms.partition(|(symbols, _)| symbols.iter().any(|symbol| symbol.holds(wanted)));
        (Form { terms: own }, Form { terms: others })
    }

    /// Calls `visit` with each symbol, those within quotients included.
    pub(crate) fn each_symbol(&self, visit: &mut dyn FnMut(&Symbol)) {
        for symbol in self.terms.keys().flatten() {
            visit(symbol);
            if let Symbol::Quotient(parts) = symbol {
                parts.0.each_symbol(visit);
                parts.1.each_symbol(visit);
            }
        }
    }

    /// The whole quotient, without what is a multiple of the divisor where all of it is.
    pub(crate) fn quotient(&self, divisor: &Form) -> Option<Form> {
        let exact = || {
            let (symbols, times) = divisor.only_term().filter(|(_, times)| *times > 0)?;
            let mut terms = BTreeMap::new();
            for (of, factor) in self.terms() {
                let mut rest = of.to_vec();
                for symbol in symbols {
                    let at = rest.iter().position(|other| other == symbol)?;
                    rest.remove(at);
                }
                if factor % times != 0 {
                    return None;
                }
                terms.insert(rest, factor / times);
            }
            Some(Form { terms })
        };
        exact().or_else(|| self.over(divisor))
    }

    /// The whole quotient.
    pub(crate) fn over(&self, divisor: &Form) -> Option<Form> {
        if let (Some(one), Some(two)) = (self.as_number(), divisor.as_number()) {
            return Some(Form::number(one.checked_div(two)?));
        }
        if divisor.as_number() == Some(1) {
            return Some(self.clone());
        }
        if divisor.as_number() == Some(0) {
            return None;
        }
        let parts = Arc::new((self.clone(), divisor.clone()));
        Form::symbol(Symbol::Quotient(parts)).kept()
    }

    /// The remainder: what is left when the quotient is taken away as often.
    pub(crate) fn modulo(&self, divisor: &Form) -> Option<Form> {
        let quotient = self.over(divisor)?;
        self.plus(&quotient.times(divisor)?, -1)
    }

    /// Does a symbol that matches occur, in a quotient too?
    pub(crate) fn holds(&self, wanted: &dyn Fn(&Symbol) -> bool) -> bool {
        let mut symbols = self.terms.keys().flatten();
        symbols.any(|symbol| symbol.holds(wanted))
    }

    /// How many different counters it is computed from.
    pub(crate) fn counters(&self) -> usize {
        let mut found = BTreeSet::new();
        let mut waiting: Vec<&Form> = vec![self];
        while let Some(form) = waiting.pop() {
            for symbol in form.terms.keys().flatten() {
                match symbol {
                    Symbol::Counter(var) => {
                        found.insert(*var);
                    }
                    Symbol::Quotient(parts) => waiting.extend([&parts.0, &parts.1]),
                    _ => {}
                }
            }
        }
        found.len()
    }

    /// Does it differ between work-items?
    pub(crate) fn has_id(&self) -> bool {
        self.holds(&Symbol::is_id)
    }

    /// Do ids go through a division or a remainder?
    pub(crate) fn folds_ids(&self) -> bool {
        self.terms
            .keys()
            .flatten()
            .any(|symbol| matches!(symbol, Symbol::Quotient(_)) && symbol.holds(&Symbol::is_id))
    }

    /// What is multiplied with the symbols that match, each taken once: the step of the value when
    /// they grow by one. `None` where the value is not linear in them.
    pub(crate) fn slope(&self, wanted: &dyn Fn(&Symbol) -> bool) -> Option<Form> {
        let mut slope = Form::default();
        for (symbols, &factor) in &self.terms {
            let of_them = symbols.iter().filter(|symbol| wanted(symbol)).count();
            let hidden = symbols
                .iter()
                .any(|symbol| !wanted(symbol) && symbol.holds(wanted));
            match of_them {
                _ if hidden => return None,
                0 => {}
                1 => {
                    let rest = symbols.iter().filter(|symbol| !wanted(symbol));
                    let term = Form::term(rest.cloned().collect(), factor);
                    slope = slope.plus(&term, 1)?;
                }
                _ => return None,
            }
        }
        Some(slope)
    }

    /// The bound of `value % bound`, or of a multiple of it: the value stays below. `None` where no
    /// remainder by a number is all it is made of.
    pub(crate) fn below(&self) -> Option<u64> {
        let symbols = self.terms.keys().flatten();
        let mut quotients = symbols.filter_map(|symbol| match symbol {
            Symbol::Quotient(parts) => Some(parts),
            _ => None,
        });
        quotients.find_map(|parts| {
            let bound = parts.1.as_number().filter(|bound| *bound > 0)?;
            let remainder = parts.0.modulo(&parts.1)?;
            let (symbols, factor) = remainder.terms.iter().next()?;
            let times = self.terms.get(symbols)?.checked_div(*factor)?;
            let rest = self.plus(&remainder, times.checked_neg()?)?;
            let rest = u64::try_from(rest.as_number()?).ok()?;
            let most = u64::try_from(bound.checked_mul(times)?).ok()?;
            most.checked_add(rest)
        })
    }

    /// The value for one work-item of one launch. `None` where something is not known or overflows.
    pub(crate) fn at(&self, point: &Point<'_>) -> Option<i64> {
        let mut sum = 0_i64;
        for (symbols, &factor) in &self.terms {
            let mut product = factor;
            for symbol in symbols {
                product = product.checked_mul(point.value(symbol)?)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }
}

/// The numbers of a launch that are the same for every work-item.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    /// Work-items in each dimension; 1 in those the launch has not.
    pub(crate) global: [i64; 3],
    /// Work-items of a work-group.
    pub(crate) local: [i64; 3],
    arguments: BTreeMap<VarId, i64>,
}

impl Values {
    /// Of a launch of a kernel. `None` where the launch leaves the size of a work-group to the runtime.
    pub(crate) fn of(kernel: &Function, launch: &Launch) -> Option<Values> {
        let required = kernel
            .kernel
            .as_ref()
            .and_then(|attributes| attributes.required_work_group_size);
        let mut values = Values {
            global: [1; 3],
            local: [1; 3],
            arguments: BTreeMap::new(),
        };
        for (dimension, &size) in launch.range.global.iter().enumerate().take(3) {
            values.global[dimension] = i64::try_from(size).ok()?;
            let local = match (&launch.range.local, required) {
                (Some(local), _) => *local.get(dimension)? as u64,
                (None, Some(required)) => required[dimension],
                (None, None) => return None,
            };
            values.local[dimension] = i64::try_from(local).ok().filter(|size| *size > 0)?;
        }
        for (index, (argument, var)) in launch.arguments.iter().zip(&kernel.vars).enumerate() {
            if let Argument::Value { bytes, .. } = argument
                && let Some(scalar) = var.ty.as_scalar().filter(|scalar| scalar.is_integer())
                && (1..=8).contains(&bytes.len())
            {
                let mut wide = [0; 8];
                wide[..bytes.len()].copy_from_slice(bytes);
                let unused = 64 - 8 * bytes.len() as u32;
                let bits = i64::from_le_bytes(wide) << unused;
                let value = if scalar.is_signed() {
                    bits >> unused
                } else {
                    (bits as u64 >> unused) as i64
                };
                values.arguments.insert(VarId(index as u32), value);
            }
        }
        Some(values)
    }

    /// Work-groups in each dimension.
    pub(crate) fn groups(&self) -> [i64; 3] {
        [0, 1, 2].map(|dimension| self.global[dimension] / self.local[dimension])
    }

    /// Work-items of a work-group.
    pub(crate) fn group_size(&self) -> i64 {
        self.local.iter().product()
    }

    /// How many work-groups.
    pub(crate) fn group_count(&self) -> i64 {
        self.groups().iter().product()
    }

    /// The work-group of a number, dimension 0 running fastest.
    pub(crate) fn group(&self, number: i64) -> [i64; 3] {
        coordinates(number, self.groups())
    }

    /// The local id of a work-item of a work-group.
    pub(crate) fn lane(&self, number: i64) -> [i64; 3] {
        coordinates(number, self.local)
    }
}

fn coordinates(number: i64, sizes: [i64; 3]) -> [i64; 3] {
    let [width, height, _] = sizes.map(|size| size.max(1));
    [
        number % width,
        number / width % height,
        number / width / height,
    ]
}

/// A work-item in some round of its loops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point<'a> {
    /// The launch.
    pub(crate) values: &'a Values,
    /// Its work-group.
    pub(crate) group: [i64; 3],
    /// Its local id.
    pub(crate) lane: [i64; 3],
    /// The rounds of the loops around, by their counters; a counter that is not here is in round 0.
    pub(crate) rounds: &'a [(VarId, i64)],
}

impl Point<'_> {
    fn value(&self, symbol: &Symbol) -> Option<i64> {
        let values = self.values;
        let of = |sizes: &[i64; 3], dimension: u8| sizes.get(usize::from(dimension)).copied();
        match symbol {
            Symbol::GlobalId(d) => of(&self.group, *d)?
                .checked_mul(of(&values.local, *d)?)?
                .checked_add(of(&self.lane, *d)?),
            Symbol::LocalId(d) => of(&self.lane, *d),
            Symbol::GroupId(d) => of(&self.group, *d),
            Symbol::GlobalSize(d) => of(&values.global, *d),
            Symbol::LocalSize(d) => of(&values.local, *d),
            Symbol::NumGroups(d) => of(&values.groups(), *d),
            Symbol::Argument(var) => values.arguments.get(var).copied(),
            Symbol::Counter(var) => {
                let found = self.rounds.iter().find(|(counter, _)| counter == var);
                Some(found.map_or(0, |(_, round)| *round))
            }
            Symbol::Same(_) | Symbol::Value(_) => None,
            Symbol::Quotient(parts) => {
                let (one, two) = (parts.0.at(self)?, parts.1.at(self)?);
                (one >= 0 && two > 0).then(|| one / two)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> Form {
        Form::symbol(Symbol::GlobalId(0))
    }

    fn width() -> Form {
        Form::symbol(Symbol::Argument(VarId(1)))
    }

    #[test]
    fn row_and_column_put_together_again_are_the_index_they_came_from() {
        let row = id().over(&width()).unwrap();
        let column = id().modulo(&width()).unwrap();
        assert!(column.folds_ids());
        let again = row.times(&width()).unwrap().plus(&column, 1).unwrap();
        assert_eq!(again, id());
    }

    #[test]
    fn the_slope_of_a_product_of_two_ids_is_not_known() {
        let ids: &dyn Fn(&Symbol) -> bool = &Symbol::is_id;
        let square = id().times(&id()).unwrap();
        assert_eq!(square.slope(ids), None);
        let scaled = id().times(&width()).unwrap();
        assert_eq!(scaled.slope(ids), Some(width()));
        assert_eq!(id().over(&width()).unwrap().slope(ids), None);
    }

    #[test]
    fn a_remainder_by_a_number_stays_below_it() {
        let bytes = id().modulo(&Form::number(256)).unwrap();
        let bytes = bytes.times(&Form::number(4)).unwrap();
        assert_eq!(bytes.below(), Some(1024));
        assert_eq!(id().below(), None);
        assert_eq!(bytes.plus(&id(), 1).unwrap().below(), None);
    }

    #[test]
    fn a_form_that_grows_without_end_is_not_followed() {
        let mut form = Some(id().plus(&width(), 1).unwrap());
        for _ in 0..40 {
            form = form.and_then(|form| form.times(&form));
        }
        assert_eq!(form, None);
        let large = Form::number(i64::MAX);
        assert_eq!(large.plus(&large, 1), None);
    }
}
