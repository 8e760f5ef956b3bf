//! An engine for tests: a "kernel" is a Rust closure, run for one work-item after the other over
//! memory with guards and poison, as on a device.

use course::{Engine, Observer, TranslationUnit};
use launch::fault::Exit;
use launch::outcome::{BufferAfter, BuildError, Built, Outcome, Ran, Stray};
use launch::protocol::{Kernel, Parameter};
use launch::{Argument, Launch, pattern};
use std::time::Duration;

/// Elements of guard on each side of a buffer, one for each work-item of the largest work-group. All elements
/// take four bytes.
const GUARD: usize = 256;

/// A large finite number, as on a device.
const GUARD_WORD: u32 = 0xcb80_8080;

/// What one work-item knows and may touch.
pub(crate) struct Item<'m> {
    pub(crate) gid: usize,
    pub(crate) lid: usize,
    pub(crate) group: usize,
    pub(crate) global_size: usize,
    pub(crate) local_size: usize,
    memory: &'m mut [Vec<u32>],
    values: &'m [u32],
}

impl Item<'_> {
    /// Scalar argument number `number` among the scalars.
    pub(crate) fn value(&self, number: usize) -> u32 {
        self.values[number]
    }

    /// Reads an element, also outside the buffer.
    pub(crate) fn get(&self, buffer: usize, index: i64) -> u32 {
        self.memory[buffer][(index + GUARD as i64) as usize]
    }

    /// Writes an element, also outside the buffer.
    pub(crate) fn set(&mut self, buffer: usize, index: i64, bits: u32) {
        self.memory[buffer][(index + GUARD as i64) as usize] = bits;
    }

    pub(crate) fn get_f32(&self, buffer: usize, index: i64) -> f32 {
        f32::from_bits(self.get(buffer, index))
    }

    pub(crate) fn set_f32(&mut self, buffer: usize, index: i64, value: f32) {
        self.set(buffer, index, value.to_bits());
    }
}

/// How a work-item ends.
pub(crate) enum End {
    Fine,
    Crash,
    Hang,
}

/// Runs a closure as the kernel.
pub(crate) struct ClosureEngine<F> {
    pub(crate) kernel: F,
    pub(crate) built: Result<Built, BuildError>,
    /// The launches it was given, all runs together.
    pub(crate) launches: Vec<Launch>,
    pub(crate) crashes: u32,
    /// The outcome of every launch from this one on, where the machine is to fail.
    pub(crate) failing: Option<(usize, Outcome)>,
}

impl<F: FnMut(&mut Item<'_>) -> End> ClosureEngine<F> {
    pub(crate) fn new(kernel: F) -> Self {
        ClosureEngine {
            kernel,
            built: Ok(Built::default()),
            launches: Vec::new(),
            crashes: 0,
            failing: None,
        }
    }

    /// With one kernel of that name and parameters in the program.
    pub(crate) fn with_kernel(mut self, name: &str, parameters: Option<Vec<Parameter>>) -> Self {
        self.built = Ok(Built {
            kernels: vec![Kernel {
                name: name.to_owned(),
                parameters,
            }],
            ..Built::default()
        });
        self
    }

    fn launch(&mut self, launch: &Launch) -> Outcome {
        let mut memory: Vec<Vec<u32>> = Vec::new();
        let mut values: Vec<u32> = Vec::new();
        for (number, argument) in launch.arguments.iter().enumerate() {
            match argument {
                Argument::Buffer(buffer) => {
                    let mut contents = buffer.contents.clone();
                    if !buffer.initialized {
                        pattern::write_poison(number, buffer.element.scalar, &mut contents);
                    }
                    let guard = vec![GUARD_WORD; GUARD];
                    memory.push([guard.clone(), words(&contents), guard].concat());
                }
                Argument::Value { bytes, .. } => values.extend(words(bytes)),
                other => panic!("{other:?}"),
            }
        }
        let global_size = launch.range.global[0];
        let local_size = launch.range.local.as_ref().unwrap()[0];
        for gid in 0..global_size {
            let end = (self.kernel)(&mut Item {
                gid,
                lid: gid % local_size,
                group: gid / local_size,
                global_size,
                local_size,
                memory: &mut memory,
                values: &values,
            });
            match end {
                End::Fine => {}
                End::Crash => {
                    self.crashes += 1;
                    return Outcome::Crashed {
                        exit: Exit::Signal {
                            number: 11,
                            name: "SIGSEGV",
                        },
                        alone: true,
                    };
                }
                End::Hang => {
                    return Outcome::OutOfTime {
                        deadline: Duration::from_secs(1),
                    };
                }
            }
        }
        Outcome::Ran(Ran {
            buffers: memory.iter().map(|words| after(words)).collect(),
            nanoseconds: Some(1000),
            ..Ran::default()
        })
    }
}

impl<F: FnMut(&mut Item<'_>) -> End> Engine for ClosureEngine<F> {
    fn device(&self) -> String {
        "a closure".to_owned()
    }

    fn build(&mut self, _: &TranslationUnit) -> Result<Built, BuildError> {
        self.built.clone()
    }

    fn run(&mut self, launches: &[Launch]) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for launch in launches {
            self.launches.push(launch.clone());
            let outcome = match &self.failing {
                Some((from, outcome)) if self.launches.len() > *from => outcome.clone(),
                _ => self.launch(launch),
            };
            let ends = outcome.ends_run();
            outcomes.push(outcome);
            if ends {
                break;
            }
        }
        outcomes
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, rest) = bytes.as_chunks::<4>();
    assert!(rest.is_empty());
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn after(words: &[u32]) -> BufferAfter {
    let len = words.len() - 2 * GUARD;
    let strays = (0..words.len())
        .filter(|at| !(GUARD..GUARD + len).contains(at))
        .filter(|at| words[*at] != GUARD_WORD)
        .map(|at| Stray {
            offset: 4 * (at as i64 - GUARD as i64),
            bytes: bytes(&words[at..=at]),
        })
        .collect();
    BufferAfter {
        contents: bytes(&words[GUARD..GUARD + len]),
        strays,
    }
}

/// A clock that moves by the same step at each look, and remembers what it saw.
#[derive(Default)]
pub(crate) struct Clock {
    pub(crate) now: std::cell::Cell<Duration>,
    pub(crate) tick: Duration,
    pub(crate) steps: Vec<course::Step>,
}

impl Observer for Clock {
    fn elapsed(&self) -> Duration {
        self.now.set(self.now.get() + self.tick);
        self.now.get()
    }

    fn step(&mut self, step: course::Step) {
        self.steps.push(step);
    }
}
