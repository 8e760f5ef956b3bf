//! Initialisers: braces, designators and left-out braces resolved to bytes of the object.

use super::{Checker, Operand};
use crate::diagnostic::Diagnostic;
use crate::program::{ExprKind, InitEntry, Initializer};
use crate::syntax::{self, Designator, InitializerId, InitializerItem, InitializerKind};
use crate::types::{AddressSpace, Qualifiers, Type, TypeId};

/// Entries beyond this many are refused: `[0 ... 1000000000] = 1` is a short text.
const MOST_ENTRIES: usize = 1 << 20;

/// Part of an object: its type and where it starts, in bytes.
#[derive(Clone, Copy, Debug)]
struct Part {
    ty: TypeId,
    offset: u64,
}

/// The items of a list in braces, and how far they have been used.
struct Items<'a> {
    all: &'a [InitializerItem],
    next: usize,
}

impl<'a> Checker<'a> {
    /// Checks the initialiser of an object. An array without a size gets one: the type that the object
    /// has in the end is returned.
    pub(super) fn initialize(
        &mut self,
        ty: TypeId,
        is_unsized: bool,
        id: InitializerId,
    ) -> (TypeId, Initializer) {
        let mut entries = Vec::new();
        let mut ty = ty;
        if is_unsized && let Type::Array { element, .. } = *self.types.get(ty) {
            let length = self.unsized_array(element, id, &mut entries);
            ty = self.types.intern(Type::Array { element, length });
        } else {
            self.object(Part { ty, offset: 0 }, id, &mut entries);
        }
        let zero_rest = !self.covers(ty, &entries);
        (ty, Self::full(entries, zero_rest))
    }

    /// Do the entries, in ascending order, leave no byte of the object out?
    fn covers(&self, ty: TypeId, entries: &[InitEntry]) -> bool {
        let mut end = 0;
        for entry in entries {
            let size = self.types.size(self.type_of(entry.value));
            if entry.offset != end {
                return false;
            }
            end += size.unwrap_or_default();
        }
        self.types.size(ty) == Some(end)
    }

    fn unsized_array(
        &mut self,
        element: TypeId,
        id: InitializerId,
        entries: &mut Vec<InitEntry>,
    ) -> u64 {
        let tree = self.tree;
        let initializer = tree.initializer(id);
        let length = match &initializer.kind {
            InitializerKind::Expr(expr) => {
                let operand = self.expr(*expr);
                match self.string_length(operand).filter(|_| is_byte(element)) {
                    Some(length) => {
                        entries.push(InitEntry {
                            offset: 0,
                            value: operand.id,
                        });
                        length + 1
                    }
                    None => {
                        if !operand.is_error() {
                            self.needs_braces(operand);
                        }
                        0
                    }
                }
            }
            InitializerKind::List(all) => {
                if let [only] = all.as_slice()
                    && only.designators.is_empty()
                    && is_byte(element)
                    && let InitializerKind::Expr(_) = tree.initializer(only.value).kind
                    && self.is_string(only.value)
                {
                    return self.unsized_array(element, only.value, entries);
                }
                let mut items = Items { all, next: 0 };
                let whole = Part {
                    ty: element,
                    offset: 0,
                };
                self.elements(whole, None, &mut items, &[], true, entries)
            }
        };
        let size = self.types.size(element).unwrap_or_default();
        if size.checked_mul(length).is_none_or(|bytes| bytes > 1 << 40) {
            self.report(Diagnostic::error(
                initializer.first,
                "this array is too large",
            ));
            return 0;
        }
        length
    }

    fn is_string(&self, id: InitializerId) -> bool {
        let InitializerKind::Expr(mut expr) = self.tree.initializer(id).kind else {
            return false;
        };
        loop {
            match self.tree.expr(expr).kind {
                syntax::ExprKind::Paren(inner) => expr = inner,
                syntax::ExprKind::String(_) => return true,
                _ => return false,
            }
        }
    }

    fn string_length(&self, operand: Operand) -> Option<u64> {
        match &self.exprs[operand.id.0 as usize].kind {
            ExprKind::String(bytes) => Some(bytes.len() as u64),
            _ => None,
        }
    }

    fn needs_braces(&mut self, value: Operand) {
        let error = self
            .error_at(
                value.id,
                format!("an array cannot start as `{}`", self.name_of(value.ty)),
            )
            .help("list its elements in braces: `{1, 2, 3}`");
        self.report(error);
    }

    /// A whole object, or a part that has an initialiser of its own.
    fn object(&mut self, part: Part, id: InitializerId, entries: &mut Vec<InitEntry>) {
        let tree = self.tree;
        let initializer = tree.initializer(id);
        match &initializer.kind {
            InitializerKind::Expr(expr) => {
                let operand = self.expr(*expr);
                self.whole(part, operand, entries);
            }
            InitializerKind::List(all) => self.braces(part, initializer, all, entries),
        }
    }

    /// A part that one expression initialises.
    fn whole(&mut self, part: Part, operand: Operand, entries: &mut Vec<InitEntry>) {
        if operand.is_error() || part.ty == TypeId::ERROR {
            return;
        }
        if let Type::Array { element, length } = *self.types.get(part.ty) {
            match self.string_length(operand).filter(|_| is_byte(element)) {
                Some(own) => {
                    if own > length {
                        let mut warning = self.error_at(
                            operand.id,
                            format!("this string of {own} does not fit an array of {length}"),
                        );
                        warning.severity = crate::diagnostic::Severity::Warning;
                        self.report(warning);
                    }
                    entries.push(InitEntry {
                        offset: part.offset,
                        value: operand.id,
                    });
                }
                None => self.needs_braces(operand),
            }
            return;
        }
        let value = self.load(operand);
        let value = self.initial_value(value, part.ty);
        entries.push(InitEntry {
            offset: part.offset,
            value,
        });
    }

    fn braces(
        &mut self,
        part: Part,
        initializer: &'a syntax::Initializer,
        all: &'a [InitializerItem],
        entries: &mut Vec<InitEntry>,
    ) {
        if part.ty.as_vector().is_some() {
            return self.vector_braces(part, initializer, all, entries);
        }
        match *self.types.get(part.ty) {
            Type::Array { element, .. }
                if is_byte(element)
                    && all.len() == 1
                    && all[0].designators.is_empty()
                    && self.is_string(all[0].value) =>
            {
                self.object(part, all[0].value, entries);
            }
            Type::Array { element, length } => {
                let mut items = Items { all, next: 0 };
                let first = Part {
                    ty: element,
                    offset: part.offset,
                };
                self.elements(first, Some(length), &mut items, &[], true, entries);
            }
            Type::Record(_) => {
                let mut items = Items { all, next: 0 };
                self.fields(part, &mut items, &[], true, entries);
            }
            Type::Error => {
                for item in all {
                    self.object(part, item.value, entries);
                }
            }
            _ => match all {
                [] => {
                    self.report(
                        Diagnostic::error(initializer.first, "a scalar needs a value here")
                            .to(initializer.last),
                    );
                }
                [first, rest @ ..] => {
                    if let Some(designator) = first.designators.first() {
                        self.misplaced_designator(part.ty, designator);
                        return;
                    }
                    self.object(part, first.value, entries);
                    if !rest.is_empty() {
                        self.excess(rest[0].value);
                    }
                }
            },
        }
    }

    fn vector_braces(
        &mut self,
        part: Part,
        initializer: &'a syntax::Initializer,
        all: &'a [InitializerItem],
        entries: &mut Vec<InitEntry>,
    ) {
        // What no entry covers is zero.
        if all.is_empty() {
            return;
        }
        let tree = self.tree;
        let mut parts = Vec::with_capacity(all.len());
        for item in all {
            if let Some(designator) = item.designators.first() {
                self.misplaced_designator(part.ty, designator);
                return;
            }
            match tree.initializer(item.value).kind {
                InitializerKind::Expr(expr) => parts.push(self.value(expr)),
                InitializerKind::List(_) => {
                    let inner = tree.initializer(item.value);
                    self.report(
                        Diagnostic::error(
                            inner.first,
                            "a vector's components are not in braces of their own",
                        )
                        .to(inner.last),
                    );
                    return;
                }
            }
        }
        if let [one] = parts.as_slice()
            && one.ty == part.ty
        {
            entries.push(InitEntry {
                offset: part.offset,
                value: one.id,
            });
            return;
        }
        let place = (initializer.first, initializer.last);
        if let Some(values) = self.vector_parts(place, part.ty, &parts) {
            self.exprs.push(crate::program::Expr {
                kind: ExprKind::VectorLiteral(values),
                ty: part.ty,
                origin: initializer.first,
                end: initializer.last,
                at: initializer.first,
            });
            entries.push(InitEntry {
                offset: part.offset,
                value: crate::program::ExprId(self.exprs.len() as u32 - 1),
            });
        }
    }

    fn misplaced_designator(&mut self, ty: TypeId, designator: &Designator) {
        let origin = match designator {
            Designator::Field(name) => name.origin,
            Designator::Index { origin, .. } => *origin,
        };
        let error = Diagnostic::error(
            origin,
            format!("`{}` has no part that this could name", self.name_of(ty)),
        );
        self.report(error);
    }

    fn excess(&mut self, id: InitializerId) {
        let initializer = self.tree.initializer(id);
        self.report(
            Diagnostic::warning(
                initializer.first,
                "there are more values than places for them",
            )
            .to(initializer.last)
            .labelled("this value and those after it are ignored"),
        );
    }

    /// Elements of an array, `first` being the first. Returns how many there are up to the last that
    /// was initialised. `path` starts inside a designation; `braced` says that the items are this
    /// array's own.
    fn elements(
        &mut self,
        first: Part,
        length: Option<u64>,
        items: &mut Items<'a>,
        path: &'a [Designator],
        braced: bool,
        entries: &mut Vec<InitEntry>,
    ) -> u64 {
        let size = self.types.size(first.ty).unwrap_or_default();
        let (mut at, mut most, mut path) = (0u64, 0u64, path);
        loop {
            if path.is_empty() {
                let Some(item) = items.all.get(items.next) else {
                    return most;
                };
                if !item.designators.is_empty() {
                    if !braced {
                        return most;
                    }
                    path = &item.designators;
                }
            }
            let mut last = None;
            let rest = match path.split_first() {
                None => path,
                Some((Designator::Index { index, end, .. }, rest)) => {
                    let range = self.designated_range(*index, *end, length);
                    let Some((start, stop)) = range else {
                        items.next += 1;
                        path = &[];
                        continue;
                    };
                    at = start;
                    last = Some(stop);
                    rest
                }
                Some((field, _)) => {
                    self.misplaced_designator(first.ty, field);
                    items.next += 1;
                    path = &[];
                    continue;
                }
            };
            if length.is_some_and(|length| at >= length) {
                if braced {
                    self.excess(items.all[items.next].value);
                    items.next = items.all.len();
                }
                return most;
            }
            let Some(offset) = at
                .checked_mul(size)
                .and_then(|bytes| bytes.checked_add(first.offset))
                .filter(|&bytes| bytes < 1 << 40)
            else {
                let initializer = self.tree.initializer(items.all[items.next].value);
                self.report(Diagnostic::error(
                    initializer.first,
                    "this array is too large",
                ));
                return 0;
            };
            let part = Part {
                ty: first.ty,
                offset,
            };
            let before = entries.len();
            self.part(part, items, rest, entries);
            path = &[];
            if let Some(stop) = last
                && stop > at
            {
                if !self.repeat(entries, before, stop - at, size) {
                    let initializer = self.tree.initializer(items.all[items.next - 1].value);
                    self.unsupported(
                        initializer.first,
                        initializer.last,
                        "a range of so many elements is not analysed",
                    );
                    return 0;
                }
                at = stop;
            }
            at += 1;
            most = most.max(at);
        }
    }

    /// Repeats the entries since `before` for `count` further elements.
    fn repeat(&self, entries: &mut Vec<InitEntry>, before: usize, count: u64, size: u64) -> bool {
        let once = entries[before..].to_vec();
        let total = (once.len() as u64).saturating_mul(count);
        if total > MOST_ENTRIES as u64 {
            return false;
        }
        for step in 1..=count {
            entries.extend(once.iter().map(|entry| InitEntry {
                offset: entry.offset + step * size,
                value: entry.value,
            }));
        }
        true
    }

    fn designated_range(
        &mut self,
        index: syntax::ExprId,
        end: Option<syntax::ExprId>,
        length: Option<u64>,
    ) -> Option<(u64, u64)> {
        let start = self.designated_index(index, length)?;
        let Some(end) = end else {
            return Some((start, start));
        };
        let stop = self.designated_index(end, length)?;
        if stop < start {
            let expr = self.tree.expr(end);
            self.report(Diagnostic::error(
                expr.first,
                "this range ends before it starts",
            ));
            return None;
        }
        Some((start, stop))
    }

    fn designated_index(&mut self, index: syntax::ExprId, length: Option<u64>) -> Option<u64> {
        let value = self.value(index);
        if value.is_error() {
            return None;
        }
        let Some(number) = self.evaluate_integer(value.id) else {
            self.not_constant(value.id, "this index");
            return None;
        };
        if (number as i64) < 0 || length.is_some_and(|length| number >= length) {
            let error = self.error_at(
                value.id,
                match length {
                    Some(length) => {
                        format!(
                            "there is no element {}: the array has {length}",
                            number as i64
                        )
                    }
                    None => "an index cannot be negative".to_owned(),
                },
            );
            self.report(error);
            return None;
        }
        Some(number)
    }

    /// Fields of a struct, or the first (or the designated one) of a union.
    fn fields(
        &mut self,
        whole: Part,
        items: &mut Items<'a>,
        path: &'a [Designator],
        braced: bool,
        entries: &mut Vec<InitEntry>,
    ) {
        let Type::Record(record) = *self.types.get(whole.ty) else {
            return;
        };
        let is_union = self.types.record(record).is_union;
        let (mut at, mut path) = (0usize, path);
        loop {
            if path.is_empty() {
                let Some(item) = items.all.get(items.next) else {
                    return;
                };
                if !item.designators.is_empty() {
                    if !braced {
                        return;
                    }
                    path = &item.designators;
                }
            }
            let mut rest = path;
            let mut inner: Option<Part> = None;
            if let Some((designator, after)) = path.split_first() {
                let found = match designator {
                    Designator::Field(name) => {
                        let text = self.text(name.symbol);
                        self.field_path(record, text)
                    }
                    Designator::Index { .. } => None,
                };
                let Some(fields) = found else {
                    self.unknown_field(whole.ty, designator);
                    items.next += 1;
                    path = &[];
                    continue;
                };
                if let Designator::Field(name) = designator {
                    self.field_used(name.origin, record, &fields);
                }
                at = fields[0] as usize;
                rest = after;
                if fields.len() > 1 {
                    let mut part = whole;
                    for index in &fields {
                        let Type::Record(record) = *self.types.get(part.ty) else {
                            return;
                        };
                        let field = &self.fields_of(record)[*index as usize];
                        part = Part {
                            ty: field.ty,
                            offset: part.offset + field.offset,
                        };
                    }
                    inner = Some(part);
                }
            }
            let Some(field) = self.fields_of(record).get(at) else {
                if braced {
                    self.excess(items.all[items.next].value);
                    items.next = items.all.len();
                }
                return;
            };
            let part = inner.unwrap_or(Part {
                ty: field.ty,
                offset: whole.offset + field.offset,
            });
            self.part(part, items, rest, entries);
            path = &[];
            at = if is_union {
                self.fields_of(record).len()
            } else {
                at + 1
            };
        }
    }

    fn unknown_field(&mut self, ty: TypeId, designator: &Designator) {
        let Designator::Field(name) = designator else {
            return self.misplaced_designator(ty, designator);
        };
        let text = self.text(name.symbol);
        let owner = self.name_of(ty);
        let mut error = Diagnostic::error(name.origin, format!("`{owner}` has no field `{text}`"));
        if let Some(meant) = self.similar_field(ty, text) {
            error = error
                .help(format!("did you mean `{meant}`?"))
                .guess(name.origin, meant);
        }
        self.report(error);
    }

    /// One element or field: designated further, in braces, or from the next items.
    fn part(
        &mut self,
        part: Part,
        items: &mut Items<'a>,
        path: &'a [Designator],
        entries: &mut Vec<InitEntry>,
    ) {
        let tree = self.tree;
        if !path.is_empty() {
            match *self.types.get(part.ty) {
                Type::Array { element, length } => {
                    let first = Part {
                        ty: element,
                        offset: part.offset,
                    };
                    self.elements(first, Some(length), items, path, false, entries);
                }
                Type::Record(_) => self.fields(part, items, path, false, entries),
                _ => {
                    self.misplaced_designator(part.ty, &path[0]);
                    items.next += 1;
                }
            }
            return;
        }
        let id = items.all[items.next].value;
        let InitializerKind::Expr(expr) = tree.initializer(id).kind else {
            items.next += 1;
            self.object(part, id, entries);
            return;
        };
        if entries.len() >= MOST_ENTRIES {
            items.next = items.all.len();
            return;
        }
        // An expression that was looked at to see whether braces were left out is not checked again.
        let operand = match self.pending.take() {
            Some((pending, operand)) if pending == id => operand,
            _ => self.expr(expr),
        };
        match *self.types.get(part.ty) {
            Type::Array { element, length } => {
                if is_byte(element) && self.string_length(operand).is_some() {
                    items.next += 1;
                    self.whole(part, operand, entries);
                    return;
                }
                self.pending = Some((id, operand));
                let first = Part {
                    ty: element,
                    offset: part.offset,
                };
                let before = items.next;
                self.elements(first, Some(length), items, &[], false, entries);
                if items.next == before {
                    // An array of no elements takes no items: without this it would never end.
                    self.pending = None;
                    self.excess(id);
                    items.next += 1;
                }
            }
            Type::Record(_) if operand.ty != part.ty && !operand.is_error() => {
                self.pending = Some((id, operand));
                let before = items.next;
                self.fields(part, items, &[], false, entries);
                if items.next == before {
                    self.pending = None;
                    items.next += 1;
                    self.whole(part, operand, entries);
                }
            }
            _ => {
                items.next += 1;
                self.whole(part, operand, entries);
            }
        }
    }

    /// `(type){ ... }`
    pub(super) fn compound_literal(
        &mut self,
        at: &syntax::Expr,
        ty: syntax::TypeNameId,
        initializer: InitializerId,
    ) -> Operand {
        let tree = self.tree;
        let declared = self.type_name(ty);
        let is_unsized = matches!(
            tree.type_name(ty).declarator.derivations.first(),
            Some(syntax::Derivation::Array {
                size: syntax::ArraySize::None,
                ..
            })
        );
        let (ty, init) = self.initialize(declared.ty, is_unsized, initializer);
        if ty == TypeId::ERROR {
            return self.error_operand(at);
        }
        if self.is_forbidden_half(ty) {
            self.report_half_type(at.first, at.last);
            return self.error_operand(at);
        }
        if self.types.size(ty).is_none() {
            if !self.is_opaque(ty) {
                let error = self.error_on(
                    at,
                    format!("there is no object of type `{}`", self.name_of(ty)),
                );
                self.report(error);
            }
            return self.error_operand(at);
        }
        if self.body.function.is_none() {
            // At program scope only its value matters: a scalar's or a vector's.
            return match init.entries.as_slice() {
                [entry] if entry.offset == 0 && self.type_of(entry.value) == ty => Operand {
                    id: entry.value,
                    ty,
                    place: None,
                },
                _ => {
                    self.unsupported(
                        at.first,
                        at.last,
                        "a compound literal outside functions is not analysed",
                    );
                    self.error_operand(at)
                }
            };
        }
        let var = self.unnamed_object(ty, at.first);
        self.body.vars[var.0 as usize].qualifiers = declared.qualifiers;
        let kind = ExprKind::CompoundLiteral { var, init };
        let qualifiers = Qualifiers {
            restrict: false,
            ..declared.qualifiers
        };
        self.place_operand(at, kind, ty, qualifiers, AddressSpace::Private)
    }
}

fn is_byte(ty: TypeId) -> bool {
    use crate::types::Scalar;
    matches!(ty.as_scalar(), Some(Scalar::Char | Scalar::UChar))
}
