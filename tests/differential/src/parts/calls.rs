//! Helper functions with scalar and vector parameters: calls within arguments of calls, arguments that are
//! variables beside arguments that are computed, parameters that are assigned to, early returns.

use agreement::Random;
use std::fmt::Write;

/// What every part may use.
pub(super) const PRELUDE: &str = "\
#pragma clang optimize off
#define APART __attribute__((noinline))
";

/// Components of the values: one is `uint`.
const WIDTHS: [usize; 4] = [1, 2, 3, 4];

struct Function {
    name: String,
    parameters: Vec<usize>,
    result: usize,
}

struct Calls<'a> {
    random: &'a mut Random,
    functions: Vec<Function>,
    /// What may be read, each name with its width. All of them may be assigned to.
    variables: Vec<(String, usize)>,
}

/// The text of the part of a seed.
pub(super) fn part(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut writer = Calls {
        random: &mut random,
        functions: Vec::new(),
        variables: Vec::new(),
    };
    let mut text = String::new();
    for index in 0..1 + writer.random.below(3) {
        text += &writer.function(&format!("call_{seed}_{index}"));
    }
    writer.variables = vec![("x".to_owned(), 1)];
    let mut body = String::new();
    for (index, &width) in WIDTHS.iter().enumerate().skip(1) {
        let value = writer.value(width, 1);
        let name = format!("v{index}");
        writeln!(body, "    {} {name} = {value};", ty(width)).expect("a string");
        writer.variables.push((name, width));
    }
    body += &writer.statements(3);
    let sum: Vec<String> = writer.variables.iter().map(sum_of).collect();
    format!(
        "{text}APART uint part_{seed}(global uint *g, local uint *l, uint x)\n{{\n{body}    \
         return {};\n}}\n\n",
        sum.join(" * 31u + ")
    )
}

/// All components of a variable as one number.
fn sum_of((name, width): &(String, usize)) -> String {
    let components: Vec<String> = match width {
        1 => vec![name.clone()],
        _ => (0..*width)
            .map(|at| format!("{name}.s{at} * {}u", 2 * at + 1))
            .collect(),
    };
    format!("({})", components.join(" + "))
}

fn ty(width: usize) -> String {
    match width {
        1 => "uint".to_owned(),
        _ => format!("uint{width}"),
    }
}

impl Calls<'_> {
    fn width(&mut self) -> usize {
        *self.random.pick(&WIDTHS)
    }

    fn function(&mut self, name: &str) -> String {
        let parameters: Vec<usize> = (0..1 + self.random.below(4))
            .map(|_| self.width())
            .collect();
        let result = self.width();
        let named = parameters.iter().enumerate();
        self.variables = named
            .map(|(at, &width)| (format!("p{at}"), width))
            .collect();
        let list: Vec<String> = self
            .variables
            .iter()
            .map(|(name, width)| format!("{} {name}", ty(*width)))
            .collect();
        let head = format!("{} {name}({})\n{{\n", ty(result), list.join(", "));
        let count = self.random.below(3);
        let mut body = self.statements(count);
        if self.random.once_in(4) {
            let (condition, early) = (self.value(1, 1), self.value(result, 1));
            writeln!(body, "    if ({condition} & 4u) return {early};").expect("a string");
        }
        let value = self.value(result, 3);
        self.functions.push(Function {
            name: name.to_owned(),
            parameters,
            result,
        });
        format!("{head}{body}    return {value};\n}}\n\n")
    }

    /// Assignments to variables.
    fn statements(&mut self, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            let variables = self.variables.clone();
            let (name, width) = self.random.pick(&variables);
            let operator = *self.random.pick(&["=", "+=", "^=", "*="]);
            let value = self.value(*width, 3);
            writeln!(text, "    {name} {operator} {value};").expect("a string");
        }
        text
    }

    /// A value of a width.
    fn value(&mut self, width: usize, depth: usize) -> String {
        if depth == 0 || self.random.once_in(5) {
            return self.leaf(width);
        }
        match self.random.below(6) {
            0 | 1 => self.call(width, depth - 1),
            2 => format!(
                "({} >> {}u)",
                self.value(width, depth - 1),
                self.random.below(9)
            ),
            3 if width > 1 => {
                let condition = self.value(1, depth - 1);
                let (one, other) = (self.value(width, depth - 1), self.value(width, depth - 1));
                format!("(({condition} & 1u) ? {one} : {other})")
            }
            _ => {
                let operator = *self.random.pick(&["+", "-", "*", "^", "&", "|"]);
                let (one, other) = (self.value(width, depth - 1), self.value(width, depth - 1));
                format!("({one} {operator} {other})")
            }
        }
    }

    fn leaf(&mut self, width: usize) -> String {
        let variables = self.variables.clone();
        let same: Vec<&(String, usize)> = variables.iter().filter(|it| it.1 == width).collect();
        if !same.is_empty() && !self.random.once_in(4) {
            return self.random.pick(&same).0.clone();
        }
        let wide: Vec<&(String, usize)> = variables.iter().filter(|it| it.1 > 1).collect();
        if wide.is_empty() || self.random.once_in(4) {
            return format!("({})({}u)", ty(width), self.random.below(1000));
        }
        let (name, of) = (*self.random.pick(&wide)).clone();
        let lanes: String = (0..width)
            .map(|_| self.random.below(of).to_string())
            .collect();
        format!("{name}.s{lanes}")
    }

    /// A call; each argument is computed, or as often a variable alone.
    fn call(&mut self, width: usize, depth: usize) -> String {
        let of_width = self
            .functions
            .iter()
            .enumerate()
            .filter(|(_, it)| it.result == width);
        let fitting: Vec<usize> = of_width.map(|(at, _)| at).collect();
        if fitting.is_empty() {
            return self.leaf(width);
        }
        let at = *self.random.pick(&fitting);
        let parameters = self.functions[at].parameters.clone();
        let arguments: Vec<String> = parameters
            .into_iter()
            .map(|parameter| match self.random.once_in(2) {
                true => self.leaf(parameter),
                false => self.value(parameter, depth),
            })
            .collect();
        format!("{}({})", self.functions[at].name, arguments.join(", "))
    }
}
