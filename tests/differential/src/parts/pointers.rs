//! Parts that move pointers about: through assignments of every kind whose value is used, members, arrays
//! of pointers, casts between pointee types, comparisons, differences, helper functions and conditions, in
//! private, global, local and constant memory.
//!
//! Each pointer is known to have so many elements below it and above it, whatever the data, so no move and
//! no access leaves its object. No full expression names a pointer twice, so nothing is unsequenced.

mod objects;

pub(super) use objects::PRELUDE;

use agreement::Random;
use objects::{ELEMENTS, Element, Object, Reach};
use std::fmt::Write;

/// A pointer that may be read and assigned to.
#[derive(Clone, Debug)]
struct Pointer {
    place: String,
    space: &'static str,
    element: Element,
    reach: Reach,
    /// Its address is never taken, so that it may live in a register.
    plain: bool,
}

struct Pointers<'a> {
    random: &'a mut Random,
    tag: String,
    objects: Vec<Object>,
    pointers: Vec<Pointer>,
    /// Pointers that the full expression being written names.
    busy: Vec<usize>,
    /// The pointers that are elements of one array, in their order.
    array: Vec<usize>,
    /// The pointers that are members of the record.
    members: Vec<usize>,
    helpers: String,
    names: usize,
}

/// The text of the part of a seed: a function `part_SEED` and what it calls.
pub(super) fn part(seed: u64) -> String {
    let mut random = Random::new(seed);
    let writer = Pointers {
        random: &mut random,
        tag: seed.to_string(),
        objects: Vec::new(),
        pointers: Vec::new(),
        busy: Vec::new(),
        array: Vec::new(),
        members: Vec::new(),
        helpers: String::new(),
        names: 0,
    };
    writer.write()
}

impl Pointers<'_> {
    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn write(mut self) -> String {
        let (fill, fold) = self.objects();
        let (types, declared) = self.pointers();
        let mut body = String::new();
        for _ in 0..5 + self.random.below(6) {
            body += &self.statement(1, 2);
        }
        let mut ending = fold;
        for pointer in self.pointers.clone() {
            if let Some(object) = pointer.reach.object {
                let bytes = format!("{} uchar *", pointer.space);
                let base = &self.objects[object].name;
                writeln!(
                    ending,
                    "    hash = hash * 31u + (uint)(({bytes}){} - ({bytes}){base});",
                    pointer.place
                )
                .expect("a string");
            }
        }
        let tag = &self.tag;
        format!(
            "{types}{}APART uint part_{tag}(global uint *g, local uint *l, uint x)\n{{\n    \
             uint y = x * 2654435761u, z = x ^ (y >> 7), hash = {tag}u;\n\
             {fill}{declared}{body}{ending}    return hash;\n}}\n\n",
            self.helpers
        )
    }

    /// Some arrays: the text that fills them, and the text that takes in what they hold in the end.
    fn objects(&mut self) -> (String, String) {
        let private = [
            ("a", Element::UInt, 8),
            ("w", Element::ULong, 4),
            ("s", Element::UChar, 16),
            ("t", Element::UShort, 8),
            ("v", Element::UInt2, 4),
            ("it", Element::Item, 3),
        ];
        let (mut fill, mut fold) = (String::new(), String::new());
        let wanted: Vec<_> = private
            .into_iter()
            .filter(|(name, ..)| *name == "a" || self.random.once_in(3))
            .collect();
        for (name, element, length) in wanted {
            let ty = element.name();
            writeln!(
                fill,
                "    {ty} {name}[{length}];\n    fill_{name}({name}, x, y);"
            )
            .expect("a string");
            writeln!(fold, "    hash = fold_{name}({name}, hash);").expect("a string");
            self.objects.push(Object {
                name: name.to_owned(),
                space: "private",
                element,
                bytes: length * element.size(),
                align: element.align(),
            });
            if element == Element::Item {
                let at = self.random.below(3);
                self.objects.push(Object {
                    name: format!("it[{at}].b"),
                    space: "private",
                    element: Element::UInt,
                    bytes: 16,
                    align: 4,
                });
            }
        }
        for (name, space, length) in [("g", "global", 32), ("l", "local", 16)] {
            if self.random.once_in(2) {
                writeln!(fill, "    fill_{name}({name}, x, y);").expect("a string");
                writeln!(fold, "    hash = fold_{name}({name}, hash);").expect("a string");
                self.objects.push(Object {
                    name: name.to_owned(),
                    space,
                    element: Element::UInt,
                    bytes: length * 4,
                    align: if space == "global" { 8 } else { 4 },
                });
            }
        }
        if self.random.once_in(3) {
            self.objects.push(Object {
                name: "table".to_owned(),
                space: "constant",
                element: Element::UInt,
                bytes: 64,
                align: 4,
            });
        }
        (fill, fold)
    }

    /// An object that elements of a type can lie in.
    fn home(&mut self, space: &'static str, element: Element) -> Option<usize> {
        let fits: Vec<usize> = (0..self.objects.len())
            .filter(|&at| {
                let object = &self.objects[at];
                object.space == space
                    && object.align >= element.align()
                    && object.bytes >= element.size()
                    // Only bytes, and the other sign, may alias what is no vector or record.
                    && (object.element == element
                        || matches!(element, Element::UChar | Element::UInt2)
                        || (object.element == Element::UInt && element == Element::Int))
            })
            .collect();
        (!fits.is_empty()).then(|| *self.random.pick(&fits))
    }

    /// A pointer value into a new place of an object.
    fn start(&mut self, space: &'static str, element: Element) -> Option<(String, Reach)> {
        let object = self.home(space, element)?;
        let all = self.objects[object].bytes / element.size();
        let below = self.random.below(all as usize + 1) as i64;
        let reach = Reach {
            object: Some(object),
            below,
            above: all - below,
        };
        let Object {
            name, element: own, ..
        } = &self.objects[object];
        let base = if *own == element {
            name.clone()
        } else {
            format!("(({space} {} *){name})", element.name())
        };
        let text = match (below, self.random.below(3)) {
            (0, _) => base,
            (_, 0) if below < all => format!("&{base}[{below}]"),
            _ => format!("{base} + {below}"),
        };
        Some((text, reach))
    }

    fn kind(&mut self) -> Option<(&'static str, Element)> {
        for _ in 0..20 {
            let space = *self.random.pick(&[
                "private", "private", "private", "global", "local", "constant",
            ]);
            let element = *self.random.pick(&ELEMENTS);
            if self.home(space, element).is_some() {
                return Some((space, element));
            }
        }
        None
    }

    /// The pointers of the part: types, and declarations.
    fn pointers(&mut self) -> (String, String) {
        let (mut types, mut text) = (String::new(), String::new());
        let add = |this: &mut Self, place: String, (space, element): (&'static str, Element)| {
            let (value, reach) = this.start(space, element)?;
            let plain = !this.random.once_in(3);
            this.pointers.push(Pointer {
                place,
                space,
                element,
                reach,
                plain,
            });
            Some(value)
        };
        let first = self.kind().unwrap_or(("private", Element::UInt));
        for number in 0..3 + self.random.below(3) {
            // Several of one type, so that they meet.
            let kind = match number {
                0 | 1 => Some(first),
                _ => self.kind(),
            };
            let Some(kind) = kind else { continue };
            if let Some(value) = add(self, format!("p{number}"), kind) {
                let (space, element) = kind;
                writeln!(text, "    {space} {} *p{number} = {value};", element.name())
                    .expect("a string");
            }
        }
        if self.random.once_in(2) {
            let tag = &self.tag;
            write!(types, "typedef struct {{ ").expect("a string");
            writeln!(text, "    record_{tag} r;").expect("a string");
            for number in 0..2 {
                let kind = if number == 0 {
                    Some(first)
                } else {
                    self.kind()
                };
                let Some(kind) = kind else { continue };
                if let Some(value) = add(self, format!("r.m{number}"), kind) {
                    let (space, element) = kind;
                    write!(types, "{space} {} *m{number}; ", element.name()).expect("a string");
                    writeln!(text, "    r.m{number} = {value};").expect("a string");
                    self.members.push(self.pointers.len() - 1);
                }
            }
            writeln!(types, "uint n; }} record_{};", self.tag).expect("a string");
            writeln!(text, "    r.n = x;").expect("a string");
        }
        if self.random.once_in(2) {
            let kind = if self.random.once_in(2) {
                Some(first)
            } else {
                self.kind()
            };
            if let Some(kind) = kind {
                let (space, element) = kind;
                let mut values = Vec::new();
                for number in 0..3 {
                    if let Some(value) = add(self, format!("q[{number}]"), kind) {
                        values.push(value);
                        self.array.push(self.pointers.len() - 1);
                    }
                }
                writeln!(
                    text,
                    "    {space} {} *q[3] = {{{}}};",
                    element.name(),
                    values.join(", ")
                )
                .expect("a string");
            }
        }
        (types, text)
    }

    // Expressions.

    /// A number that moves and stores leave alone.
    fn number(&mut self) -> String {
        let name = *self.random.pick(&["x", "y", "z"]);
        match self.random.below(4) {
            0 => format!("{}u", self.random.bits() >> 40),
            1 => name.to_owned(),
            2 => format!("({name} >> {})", self.random.below(24)),
            _ => format!("({name} ^ {}u)", self.random.below(1000)),
        }
    }

    fn condition(&mut self) -> String {
        format!("({} & {}u)", self.number(), 1 << self.random.below(3))
    }

    /// A number of elements to move by, and its bounds, which lie within `low..=high`.
    fn step(&mut self, low: i64, high: i64) -> (String, (i64, i64)) {
        let from = low + self.random.below((high - low + 1) as usize) as i64;
        let room = high - from;
        if room > 0 && !self.random.once_in(3) {
            let mask = if room >= 3 && self.random.once_in(2) {
                3
            } else {
                1
            };
            let value = format!("((int)({} & {mask}u) + {from})", self.number());
            return (value, (from, from + mask));
        }
        (format!("({from})"), (from, from))
    }

    /// Takes a pointer that this full expression does not name yet.
    fn take(&mut self, wanted: impl Fn(&Pointer) -> bool) -> Option<usize> {
        let free: Vec<usize> = (0..self.pointers.len())
            .filter(|at| !self.busy.contains(at) && wanted(&self.pointers[*at]))
            .collect();
        if free.is_empty() {
            return None;
        }
        let at = *self.random.pick(&free);
        self.busy.push(at);
        Some(at)
    }

    fn take_like(&mut self, at: usize) -> Option<usize> {
        let (space, element) = (self.pointers[at].space, self.pointers[at].element);
        self.take(|other| other.space == space && other.element == element)
    }

    /// An expression whose value is that pointer's, or near it, and which may move it.
    fn moved(&mut self, at: usize) -> (String, Reach) {
        let Pointer {
            place,
            space,
            element,
            reach,
            plain,
        } = self.pointers[at].clone();
        let ty = format!("{space} {} *", element.name());
        let choice = self.random.below(20);
        match choice {
            0 | 1 => (place, reach),
            2 | 3 => {
                let (by, bounds) = self.step(-reach.below, reach.above);
                let text = match self.random.below(3) {
                    0 => format!("(&{place}[{by}])"),
                    _ => format!("({place} + {by})"),
                };
                // One past the end has an address, but no element.
                if text.starts_with("(&") && reach.moved(bounds).above < 1 {
                    return (place, reach);
                }
                (text, reach.moved(bounds))
            }
            4 => {
                let (by, (low, high)) = self.step(-reach.above, reach.below);
                (format!("({place} - {by})"), reach.moved((-high, -low)))
            }
            5..=7 => {
                let (by, bounds) = self.step(-reach.below, reach.above);
                let reach = self.moves(at, bounds);
                (format!("({place} += {by})"), reach)
            }
            8 | 9 => {
                let (by, (low, high)) = self.step(-reach.above, reach.below);
                let reach = self.moves(at, (-high, -low));
                (format!("({place} -= {by})"), reach)
            }
            10 if reach.above > 0 => {
                let new = self.moves(at, (1, 1));
                if self.random.once_in(2) {
                    (format!("(++{place})"), new)
                } else {
                    (format!("({place}++)"), reach)
                }
            }
            11 if reach.below > 0 => {
                let new = self.moves(at, (-1, -1));
                if self.random.once_in(2) {
                    (format!("(--{place})"), new)
                } else {
                    (format!("({place}--)"), reach)
                }
            }
            12 => match self.take_like(at) {
                Some(other) => {
                    let (value, reach) = self.moved(other);
                    self.pointers[at].reach = reach;
                    (format!("({place} = {value})"), reach)
                }
                None => (place, reach),
            },
            13 => match self.take_like(at) {
                Some(other) => {
                    let condition = self.condition();
                    let before = self.pointers.clone();
                    let (value, other_reach) = self.moved(other);
                    // What moves, moves for some alone.
                    self.join(&before);
                    (
                        format!("({condition} ? {place} : {value})"),
                        reach.or(other_reach),
                    )
                }
                None => (place, reach),
            },
            14 => {
                let (by, bounds) = self.step(-reach.below, reach.above);
                let reach = self.moves(at, bounds);
                (format!("({place} += {by}, {place})"), reach)
            }
            15 => {
                let helper = self.stepper(&ty);
                let (by, bounds) = self.step(-reach.below, reach.above);
                (format!("{helper}({place}, {by})"), reach.moved(bounds))
            }
            16 if !plain => {
                let helper = self.bumper(&ty);
                let (by, bounds) = self.step(-reach.below, reach.above);
                let reach = self.moves(at, bounds);
                (format!("{helper}(&{place}, {by})"), reach)
            }
            17 => {
                let (by, bounds) = self.step(-reach.below, reach.above);
                let size = element.size();
                (
                    format!("(({ty})(({space} uchar *){place} + {by} * {size}))"),
                    reach.moved(bounds),
                )
            }
            18 => {
                let condition = self.condition();
                let (by, bounds) = self.step(-reach.below, reach.above);
                let moved = reach.moved(bounds).or(reach);
                self.pointers[at].reach = moved;
                (
                    format!("({condition} ? ({place} += {by}) : {place})"),
                    moved,
                )
            }
            19 if !plain => (format!("(*&{place})"), reach),
            _ => (format!("({place})"), reach),
        }
    }

    /// The pointers are where they are, or where these are.
    fn join(&mut self, others: &[Pointer]) {
        for (pointer, other) in self.pointers.iter_mut().zip(others) {
            pointer.reach = pointer.reach.or(other.reach);
        }
    }

    fn moves(&mut self, at: usize, bounds: (i64, i64)) -> Reach {
        let reach = self.pointers[at].reach.moved(bounds);
        self.pointers[at].reach = reach;
        reach
    }

    /// A function that gives a pointer moved by some elements.
    fn stepper(&mut self, ty: &str) -> String {
        let name = self.fresh(&format!("step_{}_", self.tag));
        let body = *self.random.pick(&[
            "return p += k;",
            "p += k; return p;",
            "return &p[k];",
            "while (k > 0) { ++p; --k; } while (k < 0) { --p; ++k; } return p;",
            "return k < 0 ? p - -k : (p += k);",
            "TYPE q; q = p += k; return q;",
            "TYPE q = p; if ((q += k) != p) return q; return p;",
        ]);
        let body = body.replace("TYPE", ty);
        writeln!(self.helpers, "{ty}{name}({ty}p, int k) {{ {body} }}").expect("a string");
        name
    }

    /// A function that moves the pointer that it is given the address of.
    fn bumper(&mut self, ty: &str) -> String {
        let name = self.fresh(&format!("bump_{}_", self.tag));
        let body = *self.random.pick(&[
            "return *p += k;",
            "*p += k; return *p;",
            "*p = &(*p)[k]; return p[0];",
            "while (k > 0) { ++*p; --k; } while (k < 0) { (*p)--; ++k; } return *p;",
            "TYPE q = *p; q -= -k; return *p = q;",
        ]);
        let body = body.replace("TYPE", ty);
        writeln!(self.helpers, "{ty}{name}({ty}*p, int k) {{ {body} }}").expect("a string");
        name
    }

    /// An element near a pointer as a place of 8, 16, 32 or 64 bits.
    fn place(&mut self, at: usize) -> Option<String> {
        let element = self.pointers[at].element;
        let (text, reach) = self.moved(at);
        if reach.below + reach.above < 1 {
            return None;
        }
        let (by, (low, high)) = self.step(-reach.below, reach.above - 1);
        let whole = match (low, high, self.random.below(3)) {
            (0, 0, 0 | 1) => format!("(*{text})"),
            (_, _, 0) => format!("(*({text} + {by}))"),
            _ => format!("{text}[{by}]"),
        };
        Some(match element {
            Element::UInt2 => format!("{whole}.{}", self.random.pick(&["x", "y", "s0", "s1"])),
            Element::Item => {
                let index = self.number();
                let member = match self.random.below(5) {
                    0 => "a".to_owned(),
                    1 => format!("b[{index} & 3u]"),
                    2 => "c".to_owned(),
                    3 => format!("d[{index} & 1u]"),
                    _ => "v.y".to_owned(),
                };
                match whole.strip_prefix("(*").and_then(|it| it.strip_suffix(')')) {
                    Some(pointer) => format!("{pointer}->{member}"),
                    None => format!("{whole}.{member}"),
                }
            }
            _ => whole,
        })
    }

    /// A `uint` that is read through a pointer; none where no pointer is left.
    fn read(&mut self) -> Option<String> {
        let at = self.take(|_| true)?;
        let element = self.pointers[at].element;
        let place = self.place(at)?;
        Some(match element {
            Element::ULong => format!("(uint)({place} >> 9)"),
            _ => format!("(uint){place}"),
        })
    }

    // Statements.

    fn statement(&mut self, level: usize, nesting: usize) -> String {
        self.busy.clear();
        let pad = "    ".repeat(level);
        let before = self.pointers.clone();
        let made = match self.random.below(if nesting == 0 { 7 } else { 13 }) {
            0 => self
                .read()
                .map(|read| format!("hash = hash * 31u + {read};")),
            1 => self.two_reads(),
            2 | 3 => self.store(),
            4 => self.assignment(),
            5 => self
                .comparison()
                .map(|text| format!("hash = hash * 31u + {text};")),
            6 => self.of_array(),
            7 | 8 => return self.branch(level, nesting),
            9 | 10 => self.walk(level),
            11 => self.null(level),
            _ => self.copy(level),
        };
        match made {
            Some(text) => format!("{pad}{text}\n"),
            None => {
                self.pointers = before;
                format!("{pad}x = x * 5u + 1u;\n")
            }
        }
    }

    fn two_reads(&mut self) -> Option<String> {
        let (first, second) = (self.read()?, self.read()?);
        let operator = *self.random.pick(&["+", "^", "*", "-"]);
        Some(format!("hash ^= {first} {operator} {second};"))
    }

    fn store(&mut self) -> Option<String> {
        let at = self.take(|pointer| pointer.space != "constant")?;
        let place = self.place(at)?;
        let choice = self.random.below(8);
        let value = match choice {
            5 | 6 => String::new(),
            _ if self.random.once_in(2) => self.read()?,
            _ => self.number(),
        };
        Some(match choice {
            0 | 1 => format!("{place} = {value};"),
            2 => format!("{place} ^= {value};"),
            3 => format!("hash += (uint)({place} = {value});"),
            4 => format!("hash = hash * 31u + (uint)({place} |= {value});"),
            5 => format!("hash += (uint){place}++;"),
            6 => format!("hash += (uint)(--{place});"),
            _ => format!("if ({place} ^= {value}) hash ^= 3u;"),
        })
    }

    fn assignment(&mut self) -> Option<String> {
        let to = self.take(|_| true)?;
        let from = self.take_like(to)?;
        let place = self.pointers[to].place.clone();
        let (value, reach) = self.moved(from);
        self.pointers[to].reach = reach;
        Some(format!("{place} = {value};"))
    }

    /// A comparison or difference of two pointers into one object.
    fn comparison(&mut self) -> Option<String> {
        let one = self.take(|pointer| pointer.reach.object.is_some())?;
        let Pointer {
            space,
            element,
            reach,
            ..
        } = self.pointers[one];
        let object = reach.object;
        let other = self.take(|other| {
            other.space == space && other.element == element && other.reach.object == object
        });
        let (left, left_reach) = self.moved(one);
        let operator = *self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (right, right_reach) = match other {
            Some(other) => self.moved(other),
            None => {
                let base = &self.objects[object?].name;
                let text = format!("({space} {} *){base}", element.name());
                (text, reach)
            }
        };
        if left_reach.object.is_none() || left_reach.object != right_reach.object {
            return None;
        }
        Some(match self.random.below(3) {
            0 => format!("(uint)({left} - ({right}))"),
            1 => format!("(uint)({left} {operator} ({right}))"),
            _ => format!("(({left} {operator} {right}) ? 5u : 9u)"),
        })
    }

    /// An element of the array of pointers at an index that is not a constant.
    fn of_array(&mut self) -> Option<String> {
        let array = self.array.clone();
        let first = *array.first()?;
        let Pointer { space, element, .. } = self.pointers[first];
        let all = array
            .iter()
            .map(|&at| self.pointers[at].reach)
            .reduce(Reach::or)?;
        let index = self.number();
        let place = format!("q[{index} % {}u]", array.len());
        match self.random.below(4) {
            0 => {
                let to = self.take(|pointer| {
                    pointer.space == space
                        && pointer.element == element
                        && !pointer.place.starts_with('q')
                })?;
                self.pointers[to].reach = all;
                Some(format!("{} = {place};", self.pointers[to].place))
            }
            1 => {
                let from = self.take(|pointer| {
                    pointer.space == space
                        && pointer.element == element
                        && !pointer.place.starts_with('q')
                })?;
                let (value, reach) = self.moved(from);
                if self.busy.iter().any(|at| array.contains(at)) {
                    return None;
                }
                for &at in &array {
                    self.pointers[at].reach = self.pointers[at].reach.or(reach);
                }
                Some(format!("{place} = {value};"))
            }
            choice => {
                let (by, bounds) = self.step(-all.below, all.above);
                for &at in &array {
                    let reach = self.pointers[at].reach;
                    self.pointers[at].reach = reach.or(reach.moved(bounds));
                }
                let moved = all.moved(bounds);
                if choice == 2 || moved.above < 1 || element == Element::Item {
                    return Some(format!("{place} += {by};"));
                }
                let lane = if element == Element::UInt2 { ".y" } else { "" };
                Some(format!("hash += (uint)(*({place} += {by})){lane};"))
            }
        }
    }

    fn branch(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let before = self.pointers.clone();
        let condition = match self.random.below(3) {
            0 => self.comparison(),
            1 => self.read(),
            _ => None,
        };
        let condition = condition.unwrap_or_else(|| {
            self.pointers = before;
            self.condition()
        });
        let before = self.pointers.clone();
        let mut sides = Vec::new();
        let mut after: Option<Vec<Pointer>> = None;
        for side in 0..2 {
            self.pointers = before.clone();
            let text: String = (0..1 + self.random.below(2))
                .map(|_| self.statement(level + 1, nesting - 1))
                .collect();
            // Without an `else` there is what was before.
            if side == 0 || self.random.once_in(2) {
                sides.push(text);
            } else {
                self.pointers = before.clone();
            }
            if let Some(after) = &after {
                self.join(after);
            }
            after = Some(self.pointers.clone());
        }
        let otherwise = match sides.get(1) {
            Some(text) => format!(" else {{\n{text}{pad}}}"),
            None => String::new(),
        };
        format!("{pad}if ({condition}) {{\n{}{pad}}}{otherwise}\n", sides[0])
    }

    /// A loop that a pointer walks along.
    fn walk(&mut self, level: usize) -> Option<String> {
        let at = self.take(|pointer| pointer.reach.above + pointer.reach.below > 1)?;
        let Pointer {
            place,
            space,
            element,
            reach,
            ..
        } = self.pointers[at].clone();
        let ty = format!("{space} {} *", element.name());
        let read = |place: &str| match element {
            Element::UInt2 => format!("(*{place}).y"),
            Element::Item => format!("{place}->b[1]"),
            Element::ULong => format!("(uint)(*{place} >> 3)"),
            _ => format!("(uint)*{place}"),
        };
        let pad = "    ".repeat(level);
        let end = self.fresh("end");
        let step = 1 + self.random.below(2) as i64;
        let most = reach.above - step + 1;
        Some(match self.random.below(5) {
            0 if most > 0 => {
                let length = 1 + self.random.below(most as usize) as i64;
                let body = read("walker");
                format!(
                    "for ({ty}walker = {place}; walker < {place} + {length}; walker += {step}) hash = hash * 31u + {body};"
                )
            }
            1 if most > 0 => {
                let length = 1 + self.random.below(most as usize) as i64;
                let rounds = (length + step - 1) / step;
                self.moves(at, (rounds * step, rounds * step));
                let body = read(&place);
                format!(
                    "{ty}{end} = {place} + {length};\n{pad}while (({place} += {step}) < {end}) hash = hash * 31u + {body};"
                )
            }
            2 if reach.above > 0 => {
                let length = 1 + self.random.below(reach.above as usize) as i64;
                self.moves(at, (length, length));
                let body = read(&place);
                format!(
                    "{ty}{end} = {place} + {length};\n{pad}do {{ hash = hash * 31u + {body}; }} while (++{place} != {end});"
                )
            }
            3 if reach.below > 0 => {
                let length = self.random.below(reach.below as usize) as i64;
                if length >= reach.below || length + 1 > reach.below || reach.above < 1 {
                    return None;
                }
                self.moves(at, (-length - 1, -length - 1));
                let body = read(&place);
                format!(
                    "{ty}{end} = {place} - {length};\n{pad}while ({place}-- > {end}) hash = hash * 31u + {body};"
                )
            }
            _ if reach.above > 3 && space != "constant" && element.size() < 8 => {
                let bound = self.number();
                self.moves(at, (0, 3));
                format!("for (uint k = 0; k < ({bound} & 3u); k++) *{place}++ = x + k;")
            }
            _ => return None,
        })
    }

    /// A pointer that is null for some.
    fn null(&mut self, level: usize) -> Option<String> {
        let to = self.take(|_| true)?;
        let from = self.take_like(to)?;
        let (place, other) = (
            self.pointers[to].place.clone(),
            self.pointers[from].place.clone(),
        );
        let reach = self.pointers[from].reach;
        self.pointers[to].reach = reach;
        let condition = self.condition();
        let pad = "    ".repeat(level);
        let test = *self.random.pick(&[
            "PLACE == 0",
            "!PLACE",
            "(PLACE ? 0 : 1)",
            "0 == PLACE || hash == 0u && !PLACE",
        ]);
        let test = test.replace("PLACE", &place);
        Some(format!(
            "{place} = {condition} ? {other} : 0;\n{pad}if ({test}) {{ hash += 77u; {place} = {other}; }}"
        ))
    }

    /// The record copied, its copy's pointers moved, and back.
    fn copy(&mut self, level: usize) -> Option<String> {
        let at = *self.members.first()?;
        let reach = self.pointers[at].reach;
        let place = self.pointers[at].place.replacen("r.", "", 1);
        let copy = self.fresh("copy");
        let pad = "    ".repeat(level);
        let tag = &self.tag;
        let head = format!("record_{tag} {copy} = r;\n{pad}record_{tag} *{copy}_at = &{copy};");
        let (by, bounds) = self.step(-reach.below, reach.above);
        let moved = reach.moved(bounds);
        let value = match self.random.below(3) {
            0 => format!("{copy}.{place} += {by}"),
            1 => format!("{copy}_at->{place} += {by}"),
            _ => format!("(*{copy}_at).{place} = r.{place} + {by}"),
        };
        let back = match self.random.below(3) {
            0 => {
                self.pointers[at].reach = moved;
                format!("r = {copy};")
            }
            1 => {
                self.pointers[at].reach = moved;
                format!("hash += (r = *{copy}_at).n;")
            }
            _ => format!("hash += (uint)({copy}.{place} - r.{place});"),
        };
        Some(format!(
            "{head}\n{pad}hash += ({value}) != r.{place};\n{pad}{back}"
        ))
    }
}
