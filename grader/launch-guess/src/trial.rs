//! A guess tried in the simulator: how long its buffers have to be, what it shows, what it reached.

use crate::first::encoded;
use crate::guess::{Guess, Value, Why};
use launch::{Access, Argument, Buffer, ElementType, Finding, Launch, Level, NdRange, Scalar};
use launch_file::Filling;
use opencl_c::check::Checked;
use opencl_c::program::ExprId;
use simulator::{
    AccessKind, Accessed, DeviceProfile, End, EventKind, Kernel, Options, Ran, Refusal, Watcher,
};
use std::collections::BTreeSet;

/// Steps of one trial at most: that many take a tenth of a second or so.
pub(crate) const MOST_STEPS: u64 = 60_000_000;

/// Elements of a buffer whose length is not known yet.
const LENGTH_AT_FIRST: usize = 1 << 16;

/// Bytes of such a buffer at most.
const MOST_BYTES: usize = 1 << 26;

/// Bytes of local memory of an argument whose length is not known yet.
const LOCAL_AT_FIRST: usize = 1 << 16;

/// A finding's identity over several trials: its mistake, and the file and line that it is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    mistake: &'static str,
    file: String,
    line: u32,
}

impl Key {
    pub(crate) fn of(finding: &Finding) -> Key {
        let place = finding.spans.first();
        Key {
            mistake: finding.mistake.as_str(),
            file: place.map_or_else(String::new, |place| place.file.clone()),
            line: place.map_or(0, |place| place.line),
        }
    }
}

/// What a trial came to.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    /// The guess before lengths were known.
    pub(crate) plan: Guess,
    /// The guess, its buffers as long as what was accessed.
    pub(crate) guess: Guess,
    /// The findings of the run.
    pub(crate) findings: Vec<Finding>,
    pub(crate) end: End,
    pub(crate) steps: u64,
    /// How many accesses of the text were made.
    pub(crate) reached: usize,
    /// Was anything written to a buffer?
    pub(crate) stored: bool,
}

impl Trial {
    /// The findings that fail a kernel.
    pub(crate) fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|it| it.level == Level::Error)
    }

    pub(crate) fn shows(&self, key: &Key) -> bool {
        self.findings.iter().any(|finding| Key::of(finding) == *key)
    }

    /// Did it come to its end?
    pub(crate) fn completed(&self) -> bool {
        self.end == End::Completed
    }

    /// Less is better: an end that was not reached, findings, nothing written, less reached.
    pub(crate) fn rank(&self) -> (bool, bool, usize, bool, usize) {
        let errors = self.errors().count();
        (
            self.end == End::Refused,
            !self.completed(),
            errors,
            !self.stored,
            usize::MAX - self.reached,
        )
    }

    /// Is there nothing to better?
    pub(crate) fn is_clean(&self) -> bool {
        self.completed() && self.errors().next().is_none()
    }
}

/// Tries a guess.
pub(crate) fn attempt(
    checked: &Checked,
    kernel: &Kernel,
    plan: &Guess,
    warp: usize,
) -> Result<Trial, Refusal> {
    let mut guess = plan.clone();
    let mut lengths = Lengths::new(&guess);
    let mut accesses;
    loop {
        accesses = Accesses::new(guess.arguments.len());
        let options = Options {
            warp,
            steps: MOST_STEPS,
            memory: 4 << 30,
            print: 0,
            // The limits of a device are looked at in the second run.
            profile: DeviceProfile {
                local_memory: u64::MAX,
                ..DeviceProfile::GPU
            },
            ..Options::default()
        };
        let launch = launch(&guess, &lengths);
        let groups: Vec<usize> = (0..groups(&guess)).collect();
        let watched = kernel.watch(launch, &options, &groups, &mut accesses)?;
        let strays = watched.events.iter().filter_map(|event| match &event.kind {
            EventKind::OutOfBounds(stray) => {
                let end = stray.accessed.offset.checked_add_unsigned(stray.accessed.bytes)?;
                Some((stray.accessed.object.argument?, usize::try_from(end).ok()?))
            }
            _ => None,
        });
        if !lengths.grow(strays) {
            break;
        }
    }
    for (index, argument) in guess.arguments.iter_mut().enumerate() {
        match &mut argument.value {
            Value::Buffer(buffer) => {
                if !buffer.len_given {
                    buffer.len = accesses.ends[index].div_ceil(buffer.stride).max(1);
                }
                buffer.show = accesses.stored[index];
                // Whatever is not written then shows that it is not.
                if accesses.stored[index]
                    && !accesses.loaded[index]
                    && buffer.file.is_none()
                    && !buffer.len_given
                {
                    buffer.filling = Filling::Uninitialized;
                }
            }
            Value::Local { stride, len } => {
                if argument.why != Why::Given {
                    *len = accesses.ends[index].div_ceil(*stride).max(1);
                }
            }
            Value::Numbers { .. } | Value::Bytes(_) => {}
        }
        if argument.why == Why::Accessed && accesses.ends[index] == 0 {
            argument.why = Why::Untouched;
        }
    }
    let options = Options {
        warp,
        steps: MOST_STEPS,
        ..Options::default()
    };
    let exact = launch(&guess, &Lengths::exact(&guess));
    let outcome = kernel.run(&exact, &options)?;
    let findings = launch_file::findings(checked, &exact, &options, &outcome);
    Ok(Trial {
        findings: findings.into_iter().map(|(finding, _)| finding).collect(),
        end: outcome.end,
        steps: outcome.steps,
        reached: accesses.places.len(),
        stored: accesses.stored.contains(&true),
        plan: plan.clone(),
        guess,
    })
}

fn groups(guess: &Guess) -> usize {
    let sizes = guess.global.iter().zip(&guess.local);
    sizes
        .map(|(global, local)| global / (*local).max(1))
        .product()
}

/// The bytes of each buffer and local argument of a trial.
struct Lengths {
    bytes: Vec<usize>,
    /// May it grow?
    open: Vec<bool>,
}

impl Lengths {
    fn new(guess: &Guess) -> Lengths {
        let each = guess.arguments.iter().map(|argument| match &argument.value {
            Value::Buffer(buffer) if buffer.len_given => (buffer.len * buffer.stride, false),
            Value::Buffer(buffer) => (LENGTH_AT_FIRST * buffer.stride, true),
            Value::Local { stride, len } if argument.why == Why::Given => {
                (stride * len, false)
            }
            Value::Local { .. } => (LOCAL_AT_FIRST, false),
            Value::Numbers { .. } | Value::Bytes(_) => (0, false),
        });
        let (bytes, open) = each.unzip();
        Lengths { bytes, open }
    }

    fn exact(guess: &Guess) -> Lengths {
        let each = guess.arguments.iter().map(|argument| match &argument.value {
            Value::Buffer(buffer) => buffer.len * buffer.stride,
            Value::Local { stride, len } => stride * len,
            Value::Numbers { .. } | Value::Bytes(_) => 0,
        });
        let bytes: Vec<usize> = each.collect();
        let open = vec![false; bytes.len()];
        Lengths { bytes, open }
    }

    /// Makes room for what lay beyond the end. False if there was nothing that room helps.
    fn grow(&mut self, strays: impl Iterator<Item = (usize, usize)>) -> bool {
        let mut grown = false;
        for (argument, end) in strays {
            let (Some(bytes), Some(true)) =
                (self.bytes.get_mut(argument), self.open.get(argument))
            else {
                continue;
            };
            if end > *bytes && *bytes < MOST_BYTES {
                *bytes = (*bytes * 16).max(end).min(MOST_BYTES);
                grown = true;
            }
        }
        grown
    }
}

fn launch(guess: &Guess, lengths: &Lengths) -> Launch {
    let arguments = guess.arguments.iter().zip(&lengths.bytes);
    let arguments = arguments.map(|(argument, &bytes)| {
        let name = argument.name.clone();
        match &argument.value {
            Value::Numbers { element, numbers } => Argument::Value {
                name,
                bytes: encoded(
                    *element,
                    numbers.iter().map(|number| guess.number(*number)),
                    element.size(),
                ),
            },
            Value::Bytes(bytes) => Argument::Value {
                name,
                bytes: bytes.clone(),
            },
            Value::Buffer(buffer) => Argument::Buffer(Buffer {
                name,
                element: buffer
                    .element
                    .unwrap_or(ElementType::scalar(Scalar::UChar)),
                contents: contents(buffer, bytes),
                access: Access::ReadWrite,
                initialized: buffer.filling != Filling::Uninitialized,
            }),
            Value::Local { .. } => Argument::Local { name, bytes },
        }
    });
    Launch {
        kernel: guess.kernel.clone(),
        arguments: arguments.collect(),
        range: NdRange {
            global: guess.global.clone(),
            local: Some(guess.local.clone()),
        },
    }
}

/// Beyond the length at first there are zeros while the length is looked for.
fn contents(buffer: &crate::guess::Buffer, bytes: usize) -> Vec<u8> {
    let size = buffer.element.map_or(1, ElementType::size);
    let filled = (bytes / size).min(LENGTH_AT_FIRST.max(buffer.len * buffer.stride / size));
    let mut contents = buffer.filling.bytes(buffer.element, filled);
    contents.resize(bytes, 0);
    contents
}

/// What a run touched of each argument.
struct Accesses {
    /// The byte behind the last that was touched.
    ends: Vec<usize>,
    loaded: Vec<bool>,
    stored: Vec<bool>,
    places: BTreeSet<ExprId>,
}

impl Accesses {
    fn new(arguments: usize) -> Accesses {
        Accesses {
            ends: vec![0; arguments],
            loaded: vec![false; arguments],
            stored: vec![false; arguments],
            places: BTreeSet::new(),
        }
    }
}

impl Watcher for Accesses {
    fn accessed(&mut self, accessed: &Accessed<'_>) {
        self.places.extend(accessed.expr);
        for run in accessed.runs {
            let Some(end) = self.ends.get_mut(run.object) else {
                continue;
            };
            let last = run.offset + run.stride * (run.lanes as i64 - 1);
            let behind = run.offset.max(last).saturating_add(accessed.size as i64);
            *end = (*end).max(usize::try_from(behind).unwrap_or(0));
            if accessed.kind != AccessKind::Store {
                self.loaded[run.object] = true;
            }
            if accessed.kind != AccessKind::Load && !accessed.local {
                self.stored[run.object] = true;
            }
        }
    }

    fn ended(&mut self, _: usize, _: &[Ran<'_>]) {}
}
