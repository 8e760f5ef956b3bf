//! Random kernels to test predictions on: computations over a matrix, one element of the result for each
//! work-item. Every seed gives a valid kernel: no index is out of bounds, no divisor is zero, no signed integer
//! overflows.
//!
//! Three classes: [`Class::Realistic`] and [`Class::Unrestricted`] are those of A. Pöppel and A. Herz ("A
//! Cache-Aware Performance Prediction Framework for GPGPU Computations", 2015, section 4); [`Class::Control`]
//! adds what their model left out.

use crate::shape::{Given, Shape};
use launch::{NdRange, noise};
use std::fmt::Write;

/// The grammar of a random kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A few operations on a few elements with simple indices.
    Realistic,
    /// Up to 50 operations, with up to 50 in each index.
    Unrestricted,
    /// Loops, conditions and built-in functions.
    Control,
}

impl Class {
    pub const ALL: [Class; 3] = [Class::Realistic, Class::Unrestricted, Class::Control];

    pub fn name(self) -> &'static str {
        match self {
            Class::Realistic => "realistic",
            Class::Unrestricted => "unrestricted",
            Class::Control => "control",
        }
    }
}

/// A random kernel and its launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomKernel {
    pub class: Class,
    /// The only source of its randomness.
    pub seed: u64,
    /// The program; its kernel is [`KERNEL`].
    pub text: String,
    /// Elements along a side of the result.
    pub side: usize,
    /// The value of the argument `rounds`.
    pub rounds: u32,
}

pub const KERNEL: &str = "computation";

/// Extra elements in each row of the matrix, and extra rows, beyond the result's: room for neighbours.
pub const MARGIN: usize = 8;

/// The work-group on a GPU, as in the source.
pub const GROUP: [usize; 2] = [16, 16];

/// The work-group on a CPU. CPU compilers vectorise over neighbours along the first dimension, and leave fewer
/// than two vectors of them scalar.
pub const WIDE_GROUP: [usize; 2] = [32, 8];

/// Sides of the results, in elements.
pub const SIDES: [usize; 9] = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];

impl RandomKernel {
    /// The kernel of a seed. It never changes.
    pub fn new(class: Class, seed: u64) -> RandomKernel {
        let mut draw = Draw { seed, drawn: 0 };
        let side = SIDES[draw.below(SIDES.len())];
        let rounds = 1 + draw.below(32) as u32;
        let mut text = String::from(
            "kernel void computation(global const float *matrix, global float *result, int pitch,\n\
             \x20                       int width, int height, int rounds)\n\
             {\n\
             \x20   int x = get_global_id(0);\n\
             \x20   int y = get_global_id(1);\n",
        );
        match class {
            Class::Realistic => {
                let operations = 1 + draw.below(6);
                let value = draw.value(operations, &mut Draw::simple);
                _ = writeln!(text, "    result[y * width + x] = {value};");
            }
            Class::Unrestricted => {
                text.push_str(
                    "    uint u = x;\n    uint v = y;\n    uint w = width;\n\
                     \x20   uint all = pitch * (height + 8);\n",
                );
                let operations = 1 + draw.below(50);
                let value = draw.value(operations, &mut Draw::any);
                _ = writeln!(text, "    result[y * width + x] = {value};");
            }
            Class::Control => {
                let first = draw.value(1, &mut Draw::simple);
                _ = writeln!(text, "    float value = {first};");
                for _ in 0..1 + draw.below(4) {
                    draw.statement(&mut text);
                }
                text.push_str("    result[y * width + x] = value;\n");
            }
        }
        text.push_str("}\n");
        RandomKernel {
            class,
            seed,
            text,
            side,
            rounds,
        }
    }

    /// Limits the side to what a device has room for.
    pub fn at_most(mut self, most: usize) -> RandomKernel {
        self.side = self.side.min(most);
        self
    }

    /// Its launch with this work-group.
    pub fn shape(&self, group: [usize; 2]) -> Shape {
        let matrix = (self.side + MARGIN) * (self.side + MARGIN);
        let bytes = [matrix, self.side * self.side].map(|floats| 4 * floats as u64);
        shape(KERNEL, self.side, self.rounds as usize, bytes, group)
    }
}

/// The matrix's contents: floats as [`noise::float`] makes them, with this seed and range.
pub const FILL: (u64, f32, f32) = (1, 1.0, 2.0);

/// A launch over `side` x `side` work-items with the arguments of a random kernel: matrix and result (sizes in
/// bytes), row pitch, width, height and a number.
pub fn shape(
    kernel: &str,
    side: usize,
    rounds: usize,
    bytes: [u64; 2],
    group: [usize; 2],
) -> Shape {
    let number = |number: usize| Given::Value((number as i32).to_le_bytes().to_vec());
    let [matrix, result] = bytes;
    Shape {
        kernel: kernel.to_owned(),
        arguments: vec![
            Given::Buffer(matrix),
            Given::Buffer(result),
            number(side + MARGIN),
            number(side),
            number(side),
            number(rounds),
        ],
        range: NdRange {
            offset: None,
            global: vec![side, side],
            local: Some(group.to_vec()),
            sub_group: None,
        },
    }
}

/// A sequence of random numbers.
struct Draw {
    seed: u64,
    drawn: u64,
}

/// Draws a leaf of an expression.
type Leaf<'a> = &'a mut dyn FnMut(&mut Draw) -> String;

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.drawn += 1;
        (noise::bits(self.seed, self.drawn) % end.max(1) as u64) as usize
    }

    /// A float expression of some operations.
    fn value(&mut self, operations: usize, leaf: Leaf<'_>) -> String {
        if operations == 0 {
            return leaf(self);
        }
        let left = self.below(operations);
        let operator = ["+", "+", "-", "-", "*", "*", "/"][self.below(7)];
        let a = self.value(left, leaf);
        let b = self.value(operations - 1 - left, leaf);
        format!("({a} {operator} {b})")
    }

    /// A literal, or an element of the matrix found by a simple index.
    fn simple(&mut self) -> String {
        let number = self.below(16);
        match number {
            0..=1 => format!("{}.{}f", 1 + self.below(9), 1 + self.below(9)),
            2 => "(float)(x + y)".to_owned(),
            3..=5 => "matrix[(y + 4) * pitch + x + 4]".to_owned(),
            6..=10 => format!(
                "matrix[(y + {}) * pitch + x + {}]",
                self.below(9),
                self.below(9)
            ),
            11 => format!("matrix[{} * pitch + x + 4]", self.below(9)),
            12 => format!("matrix[(y + 4) * pitch + {}]", self.below(9)),
            13 => format!("matrix[{}]", self.below(1024)),
            14 => format!("matrix[x & {}]", [63, 255, 1023][self.below(3)]),
            _ => "matrix[(x + 4) * pitch + y + 4]".to_owned(),
        }
    }

    /// A literal, or an element with any index.
    fn any(&mut self) -> String {
        if self.below(2) == 0 {
            return self.simple();
        }
        let operations = 1 + self.below(50);
        format!("matrix[{} % all]", self.whole(operations))
    }

    /// An unsigned expression of some operations.
    fn whole(&mut self, operations: usize) -> String {
        if operations == 0 {
            return match self.below(6) {
                0 | 1 => "u".to_owned(),
                2 | 3 => "v".to_owned(),
                4 => "w".to_owned(),
                _ => format!("{}u", 1 + self.below(99)),
            };
        }
        let operator = self.below(10);
        if operator >= 7 {
            // The divisor is never zero.
            let operator = if operator == 7 { "/" } else { "%" };
            if operations >= 3 && self.below(3) == 0 {
                let left = self.below(operations - 2);
                let a = self.whole(left);
                let b = self.whole(operations - 3 - left);
                return format!("({a} {operator} ({b} % 61u + 3u))");
            }
            let a = self.whole(operations - 1);
            return format!("({a} {operator} {}u)", 2 + self.below(98));
        }
        let operator = ["+", "+", "+", "-", "-", "*", "*"][operator];
        let left = self.below(operations);
        let a = self.whole(left);
        let b = self.whole(operations - 1 - left);
        format!("({a} {operator} {b})")
    }

    /// A built-in function of a float.
    fn function(&mut self, of: &str) -> String {
        let other = self.simple();
        match self.below(12) {
            0 => format!("sqrt(fabs({of}))"),
            1 => format!("rsqrt(fabs({of}) + 1.0f)"),
            2 => format!("exp(-fabs({of}))"),
            3 => format!("log(fabs({of}) + 1.0f)"),
            4 => format!("sin({of})"),
            5 => format!("cos({of})"),
            6 => format!("fmin({of}, {other})"),
            7 => format!("fmax({of}, {other})"),
            8 => format!("fma({of}, 0.5f, {other})"),
            9 => format!("clamp({of}, 0.5f, 8.0f)"),
            10 => format!("floor({of})"),
            _ => format!("fabs({of})"),
        }
    }

    fn condition(&mut self) -> String {
        match self.below(5) {
            0 => "x < width / 2".to_owned(),
            1 => format!("y % {} == 0", 2 + self.below(7)),
            2 => "(x & 1) == 0".to_owned(),
            3 => format!("((x ^ y) & {}) == 0", [1, 3, 7][self.below(3)]),
            _ => "value > 1.5f".to_owned(),
        }
    }

    /// A statement that changes `value`.
    fn statement(&mut self, text: &mut String) {
        match self.below(5) {
            0 => {
                let condition = self.condition();
                let operations = 1 + self.below(3);
                let then = self.value(operations, &mut Draw::simple);
                let operations = 1 + self.below(3);
                let otherwise = self.value(operations, &mut Draw::simple);
                _ = writeln!(
                    text,
                    "    if ({condition})\n        value += {then};\n    else\n        value -= {otherwise};"
                );
            }
            1 => {
                // Along rows, columns or diagonals, within the margin.
                let bound = 2 + self.below(7);
                let element = match self.below(3) {
                    0 => "matrix[(y + k) * pitch + x + 4]",
                    1 => "matrix[(y + 4) * pitch + x + k]",
                    _ => "matrix[(y + k) * pitch + x + k]",
                };
                let operator = ["+=", "-=", "+="][self.below(3)];
                _ = writeln!(
                    text,
                    "    for (int k = 0; k < {bound}; ++k)\n        value {operator} 0.5f * {element};"
                );
            }
            2 => {
                let operations = 1 + self.below(3);
                let step = self.value(operations, &mut |draw: &mut Draw| match draw.below(3) {
                    0 => "value".to_owned(),
                    1 => format!("0.{}f", 1 + draw.below(9)),
                    _ => "(float)k".to_owned(),
                });
                _ = writeln!(
                    text,
                    "    for (int k = 1; k <= rounds; ++k)\n        value = 0.5f * value + 0.001f * {step};"
                );
            }
            _ => {
                let function = self.function("value");
                let operations = 1 + self.below(2);
                let more = self.value(operations, &mut Draw::simple);
                _ = writeln!(text, "    value = {function} + {more};");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_kernel_again_and_another_seed_another() {
        for class in Class::ALL {
            let sample = RandomKernel::new(class, 7);
            assert_eq!(sample, RandomKernel::new(class, 7));
            assert_ne!(sample.text, RandomKernel::new(class, 8).text);
        }
    }

    #[test]
    fn every_kernel_compiles() {
        for class in Class::ALL {
            for seed in 0..200 {
                let sample = RandomKernel::new(class, seed);
                let compiled = opencl_c::compile(
                    "random.cl",
                    &sample.text,
                    &opencl_c::preprocessor::Options::default(),
                    &mut opencl_c::preprocessor::NoIncludes,
                );
                assert!(compiled.is_ok(), "{}", sample.text);
            }
        }
    }
}
