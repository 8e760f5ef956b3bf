//! Parts that jump: out of nested loops to their end, back to try again, into branches and between them,
//! into loops, so that these have several entries, over declarations, and through `switch`es. Each jump back
//! takes from a number that runs out.

use agreement::Random;
use std::fmt::Write;

/// What every part may use.
pub(super) const PRELUDE: &str = "\
#pragma clang optimize off
#define APART __attribute__((noinline))
";

struct Jumps<'a> {
    random: &'a mut Random,
    names: usize,
    /// Labels that stand behind what is being written, innermost last: a jump to them goes forward.
    ahead: Vec<String>,
    /// Labels at the begin of what is being written: a jump to them goes back.
    back: Vec<String>,
    /// Is there a loop around that `continue` goes on with?
    in_loop: bool,
}

/// The text of the part of a seed.
pub(super) fn part(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut writer = Jumps {
        random: &mut random,
        names: 0,
        ahead: vec!["end".to_owned()],
        back: Vec::new(),
        in_loop: false,
    };
    let body = writer.block(1, 3);
    format!(
        "APART uint part_{seed}(global uint *g, local uint *l, uint x)\n{{\n    \
         uint y = x * 2654435761u, z = x ^ (y >> 7), hash = {seed}u;\n    \
         int fuel = 12;\n{body}    hash ^= 5u;\nend:\n    return hash * 31u + x + y * 3u + z * 5u + (uint)fuel;\n}}\n\n"
    )
}

impl Jumps<'_> {
    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn condition(&mut self) -> String {
        let name = *self.random.pick(&["x", "y", "z", "hash"]);
        match self.random.below(3) {
            0 => format!("{name} & {}u", 1 << self.random.below(4)),
            1 => format!(
                "({name} >> {} & 7u) < {}u",
                self.random.below(20),
                1 + self.random.below(7)
            ),
            _ => format!(
                "{name} % {}u == {}u",
                2 + self.random.below(4),
                self.random.below(3)
            ),
        }
    }

    fn simple(&mut self) -> String {
        let (to, from) = (
            *self.random.pick(&["x", "y", "z", "hash"]),
            *self.random.pick(&["x", "y", "z", "hash"]),
        );
        let number = self.random.below(1000);
        match self.random.below(3) {
            0 => format!("{to} = {to} * 31u + {from} + {number}u;"),
            1 => format!("{to} ^= {from} >> {};", 1 + self.random.below(9)),
            _ => format!("{to} += {number}u;"),
        }
    }

    /// A jump that its condition decides about.
    fn jump(&mut self, pad: &str) -> String {
        let condition = self.condition();
        let back = !self.back.is_empty() && self.random.once_in(3);
        if back {
            let label = self.random.pick(&self.back).clone();
            return format!(
                "{pad}if (({condition}) && fuel-- > 0) {{\n{pad}    goto {label};\n{pad}}}\n"
            );
        }
        if self.in_loop && self.random.once_in(4) {
            let way = *self.random.pick(&["break", "continue"]);
            return format!("{pad}if ({condition}) {way};\n");
        }
        let label = self.random.pick(&self.ahead).clone();
        let before = self.simple();
        format!("{pad}if ({condition}) {{\n{pad}    {before}\n{pad}    goto {label};\n{pad}}}\n")
    }

    /// Statements with a label before them, one behind them, or none.
    fn block(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let first = self.random.once_in(2).then(|| self.fresh("first"));
        let last = self.random.once_in(2).then(|| self.fresh("last"));
        let (ahead, back) = (self.ahead.len(), self.back.len());
        self.ahead.extend(last.clone());
        self.back.extend(first.clone());
        let mut text = match &first {
            Some(label) => format!("{pad}{label}:;\n"),
            None => String::new(),
        };
        for _ in 0..2 + self.random.below(3) {
            text += &self.statement(level, nesting);
        }
        self.ahead.truncate(ahead);
        self.back.truncate(back);
        if let Some(label) = last {
            let after = self.simple();
            write!(text, "{pad}{label}:\n{pad}{after}\n").expect("a string");
        }
        text
    }

    fn statement(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        if nesting == 0 {
            return match self.random.below(3) {
                0 => self.jump(&pad),
                _ => format!("{pad}{}\n", self.simple()),
            };
        }
        match self.random.below(12) {
            0 | 1 => self.jump(&pad),
            2 => format!("{pad}{}\n", self.simple()),
            3 => {
                let condition = self.condition();
                let then = self.block(level + 1, nesting - 1);
                let otherwise = self.block(level + 1, nesting - 1);
                format!("{pad}if ({condition}) {{\n{then}{pad}}} else {{\n{otherwise}{pad}}}\n")
            }
            4 | 5 => self.looped(level, nesting),
            6 => self.siblings(level, nesting),
            7 => self.switch(level, nesting),
            8 | 9 => self.entered(level, nesting),
            10 => self.stretches(level, nesting),
            _ => {
                let name = self.fresh("v");
                let value = self.simple();
                let inner = self.block(level + 1, nesting - 1);
                format!(
                    "{pad}{{\n{pad}    uint {name} = x ^ y;\n{pad}    {value}\n{inner}{pad}    hash += {name};\n{pad}}}\n"
                )
            }
        }
    }

    fn looped(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let counter = self.fresh("k");
        let bound = self.condition();
        let outer = std::mem::replace(&mut self.in_loop, true);
        // Jumps back to before the loop would start it anew; that is fine, for fuel runs out.
        let body = self.block(level + 1, nesting - 1);
        self.in_loop = outer;
        let head = format!("{pad}int {counter} = 1 + (int)(({bound}) ? 3 : y & 1u);\n");
        match self.random.below(3) {
            0 => format!(
                "{pad}for (int {counter} = 0; {counter} < 3; {counter}++) {{\n{body}{pad}}}\n"
            ),
            1 => format!("{head}{pad}while ({counter}-- > 0) {{\n{body}{pad}}}\n"),
            _ => format!("{head}{pad}do {{\n{body}{pad}}} while (--{counter} > 0);\n"),
        }
    }

    /// A loop that is jumped into from before it, and from behind it.
    fn entered(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let (counter, middle) = (self.fresh("k"), self.fresh("middle"));
        let [enters, again, bound] = std::array::from_fn(|_| self.condition());
        let outer = std::mem::replace(&mut self.in_loop, true);
        let first = self.block(level + 1, nesting - 1);
        self.back.push(middle.clone());
        let second = self.block(level + 1, nesting - 1);
        self.back.pop();
        self.in_loop = outer;
        let value = self.simple();
        let body = format!("{first}{pad}{middle}:\n{pad}    {value}\n{second}");
        let looped = match self.random.below(3) {
            0 => format!("{pad}for (; {counter} > 0; {counter}--) {{\n{body}{pad}}}\n"),
            1 => format!("{pad}while ({counter}-- > 0) {{\n{body}{pad}}}\n"),
            _ => format!("{pad}do {{\n{body}{pad}}} while (--{counter} > 0);\n"),
        };
        let again = match self.random.once_in(2) {
            true => format!("{pad}if (({again}) && fuel-- > 0) goto {middle};\n"),
            false => String::new(),
        };
        format!(
            "{pad}int {counter} = 1 + (int)(({bound}) ? 3 : y & 1u);\n{pad}if ({enters}) goto {middle};\n{looped}{again}"
        )
    }

    /// Stretches that jump to one another, entered at any of them.
    fn stretches(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let labels: Vec<String> = (0..2 + self.random.below(4))
            .map(|_| self.fresh("part"))
            .collect();
        let mut text = String::new();
        for _ in 0..1 + self.random.below(2) {
            let (condition, label) = (self.condition(), self.random.pick(&labels).clone());
            writeln!(text, "{pad}if ({condition}) goto {label};").expect("a string");
        }
        for label in &labels {
            let value = self.simple();
            let inner = match self.random.once_in(3) {
                true => self.statement(level, nesting - 1),
                false => String::new(),
            };
            write!(text, "{pad}{label}:\n{pad}{value}\n{inner}").expect("a string");
            for _ in 0..1 + self.random.below(2) {
                let (condition, to) = (self.condition(), self.random.pick(&labels).clone());
                writeln!(text, "{pad}if (({condition}) && fuel-- > 0) goto {to};")
                    .expect("a string");
            }
        }
        text
    }

    /// Branches that are jumped into from before them.
    fn siblings(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let (one, other) = (self.fresh("one"), self.fresh("other"));
        let conditions: [String; 3] = std::array::from_fn(|_| self.condition());
        let [first, second, third] = conditions;
        let (then, otherwise) = (
            self.block(level + 1, nesting - 1),
            self.block(level + 1, nesting - 1),
        );
        let (a, b) = (self.simple(), self.simple());
        format!(
            "{pad}if ({first}) goto {other};\n{pad}if ({second}) {{\n{then}{pad}    if ({third}) goto {one};\n\
             {pad}    {a}\n{pad}}} else {{\n{pad}{other}:;\n{otherwise}{pad}{one}:\n{pad}    {b}\n{pad}}}\n"
        )
    }

    fn switch(&mut self, level: usize, nesting: usize) -> String {
        let pad = "    ".repeat(level);
        let value = *self.random.pick(&["x", "y >> 3", "hash"]);
        let mut text = format!("{pad}switch (({value}) & 3u) {{\n");
        let outer = std::mem::replace(&mut self.in_loop, false);
        for case in 0..3 {
            let body = self.block(level + 1, nesting - 1);
            let label = match case {
                2 => "default:".to_owned(),
                _ => format!("case {case}:"),
            };
            let end = if self.random.once_in(3) { "" } else { "break;" };
            write!(text, "{pad}{label};\n{body}{pad}    {end}\n").expect("a string");
        }
        self.in_loop = outer;
        writeln!(text, "{pad}}}").expect("a string");
        text
    }
}
