//! Random, well-defined programs: the same seed gives the same program for ever.
//!
//! A program is one kernel and a few helper functions. Each work-item computes from its ids and
//! elements of input buffers, exchanges values with its work-group through local and global memory
//! under barriers, adds to counters by atomics, and writes every variable it has to output buffers of
//! its own, widened so that nothing is lost: integers to `ulong`, floating numbers to `double`.

mod expression;
mod kernel;
mod statement;
mod types;

use agreement::Random;
use launch::{Access, Argument, Buffer, ElementType, Launch, NdRange};
use types::Type;

/// A program with a launch, and what may be broken in it.
#[derive(Clone, Debug)]
pub struct Program {
    /// Its text.
    pub text: String,
    /// A launch of its kernel.
    pub launch: Launch,
    /// The names of the floating functions whose results are compared within their accuracy, in the
    /// order of a work-item's elements of `approximate`.
    pub approximate: Vec<Approximate>,
    /// Slips that a tool must find.
    pub injections: Vec<Injection>,
    /// Are all operations on floating numbers exact, the approximate functions' apart?
    pub exact: bool,
}

/// A function that need not be correctly rounded, applied to an exact argument.
#[derive(Clone, Debug)]
pub struct Approximate {
    /// The call.
    pub text: String,
    /// The greatest error that section 7.4 allows, in units of the last place.
    pub limit: f64,
    /// Of `double`, or of `float`?
    pub double: bool,
}

/// A slip: `find`, which occurs once in the program, replaced.
#[derive(Clone, Debug)]
pub struct Injection {
    /// What is replaced.
    pub find: String,
    /// By what.
    pub replace: String,
    /// Findings of which one must be made.
    pub mistakes: &'static [&'static str],
}

/// The index of the buffer of floating numbers.
pub(crate) const FLOATING: usize = 4;
/// The index of the buffer of approximate functions' results.
pub(crate) const APPROXIMATE: usize = 5;

/// A variable in scope.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: Type,
}

/// A private array in scope.
#[derive(Clone, Debug)]
struct Array {
    name: String,
    ty: Type,
    /// A power of two.
    length: usize,
}

/// A function that was generated.
#[derive(Clone, Debug)]
struct Helper {
    name: String,
    parameters: Vec<Type>,
    result: Type,
}

struct Generator<'a> {
    random: &'a mut Random,
    /// What may be read.
    readable: Vec<Variable>,
    /// What may be assigned to.
    writable: Vec<Variable>,
    arrays: Vec<Array>,
    /// Tables in constant memory.
    tables: Vec<Array>,
    helpers: Vec<Helper>,
    injections: Vec<Injection>,
    /// Declarations of local memory, which stand at the top of the kernel.
    locals: Vec<String>,
    in_kernel: bool,
    /// Work-items, in all and in a work-group.
    global: usize,
    group: usize,
    /// Numbers for names.
    names: usize,
    /// The operation of each counter, so that the order of work-items is never seen.
    counters: Vec<&'static str>,
    /// Without `double`?
    single: bool,
    /// Are numbers of `float` such that every operation on them is exact?
    exact: bool,
}

/// The number of counters.
const COUNTERS: usize = 8;
/// The greatest number of an exact program that is kept: one less than a power of two.
const MOST: u32 = 1023;
/// Elements that the guarded buffer lacks.
const SHORT: usize = 3;

/// A program from a seed.
pub fn program(seed: u64) -> Program {
    generated(seed, false, false)
}

/// A program without `double` from a seed: its numbers are of `float`, and rounded as a device without `double` may.
pub fn single_program(seed: u64) -> Program {
    generated(seed, true, false)
}

/// A program without `double` whose operations on `float` are all exact, so that every implementation that keeps to the
/// accuracy of WGSL, and reassociates and fuses as WGSL allows, gives the same numbers: they are whole and at least 0,
/// at most 1,023 where they are kept, and below 2^24 in between.
pub fn exact_program(seed: u64) -> Program {
    generated(seed, true, true)
}

fn generated(seed: u64, single: bool, exact: bool) -> Program {
    let mut random = Random::new(seed);
    let group = *random.pick(&[1, 2, 4, 7, 8, 16]);
    let groups = 1 + random.below(3);
    let counters = (0..COUNTERS)
        .map(|_| *random.pick(&["add", "sub", "min", "max", "and", "or", "xor", "inc", "dec"]))
        .collect();
    let generator = Generator {
        random: &mut random,
        readable: Vec::new(),
        writable: Vec::new(),
        arrays: Vec::new(),
        tables: Vec::new(),
        helpers: Vec::new(),
        injections: Vec::new(),
        locals: Vec::new(),
        in_kernel: false,
        global: group * groups,
        group,
        names: 0,
        counters,
        single,
        exact,
    };
    generator.program()
}

impl Generator<'_> {
    fn random_type(&mut self) -> Type {
        let ty = Type::random(self.random);
        self.known(ty)
    }

    fn random_floating(&mut self) -> Type {
        let ty = Type::random_floating(self.random);
        self.known(ty)
    }

    /// The type, or `float` for `double` in a program without.
    fn known(&self, ty: Type) -> Type {
        match self.single && ty.scalar == opencl_c::types::Scalar::Double {
            true => ty.with_scalar(opencl_c::types::Scalar::Float),
            false => ty,
        }
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// The arguments of the kernel, in the order of its parameters.
    fn launch(&mut self, integers: usize, floating: usize, approximate: usize) -> Launch {
        let count = self.global;
        let buffer = |name: &str, scalar, contents: Vec<u8>, access| {
            Argument::Buffer(Buffer {
                name: name.to_owned(),
                element: ElementType::scalar(scalar),
                contents,
                access,
                initialized: true,
            })
        };
        let bits: Vec<u8> = (0..count)
            .flat_map(|_| {
                let bits = self.random.bits() >> self.random.below(56);
                (bits as u32).to_le_bytes()
            })
            .collect();
        let numbers: Vec<f64> = (0..count)
            .map(|_| (self.random.below(160_001) as f64 - 80_000.0) / 10_000.0)
            .collect();
        let whole = |x: f64| match self.exact {
            true => (x.abs() * 100.0).floor().min(f64::from(MOST)),
            false => x,
        };
        let floats = numbers
            .iter()
            .flat_map(|&x| (whole(x) as f32).to_le_bytes());
        let doubles = numbers.iter().flat_map(|&x| match self.single {
            true => ((x * 1.1) as f32).to_le_bytes().to_vec(),
            false => (x * 1.1).to_le_bytes().to_vec(),
        });
        let number = match self.single {
            true => launch::Scalar::Float,
            false => launch::Scalar::Double,
        };
        let size = ElementType::scalar(number).size();
        let zeros = |bytes: usize| vec![0; bytes];
        let arguments = vec![
            buffer("in_bits", launch::Scalar::UInt, bits, Access::Read),
            buffer(
                "in_float",
                launch::Scalar::Float,
                floats.collect(),
                Access::Read,
            ),
            buffer("in_double", number, doubles.collect(), Access::Read),
            buffer(
                "integers",
                launch::Scalar::ULong,
                zeros(count * integers * 8),
                Access::ReadWrite,
            ),
            buffer(
                "floating",
                number,
                zeros(count * floating * size),
                Access::ReadWrite,
            ),
            buffer(
                "approximate",
                number,
                zeros(count * approximate * size),
                Access::ReadWrite,
            ),
            buffer(
                "counters",
                launch::Scalar::UInt,
                zeros(COUNTERS * 4),
                Access::ReadWrite,
            ),
            buffer(
                "scratch",
                launch::Scalar::ULong,
                zeros(count * 8),
                Access::ReadWrite,
            ),
            buffer(
                "halves",
                launch::Scalar::Half,
                zeros(count * 2),
                Access::ReadWrite,
            ),
            buffer(
                "own",
                launch::Scalar::UInt,
                zeros(count * 4),
                Access::ReadWrite,
            ),
            buffer(
                "guarded",
                launch::Scalar::UInt,
                zeros(count.saturating_sub(SHORT).max(1) * 4),
                Access::ReadWrite,
            ),
            Argument::Value {
                name: "limit".to_owned(),
                bytes: (count.saturating_sub(SHORT).max(1) as u32)
                    .to_le_bytes()
                    .to_vec(),
            },
            Argument::Value {
                name: "uniform_value".to_owned(),
                bytes: (self.random.bits() as u32).to_le_bytes().to_vec(),
            },
        ];
        Launch {
            kernel: "generated".to_owned(),
            arguments,
            range: NdRange::linear(count, self.group),
        }
    }
}
