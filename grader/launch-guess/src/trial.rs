//! A guess tried in the simulator: how long its buffers have to be, what it shows, what it reached.

use crate::change::Change;
use crate::first::encoded;
use crate::guess::{Guess, Value, Why};
use crate::images::{self, Growth, Pixels};
use crate::uses::{Set, Uses};
use launch::{
    Access, Argument, Buffer, ElementType, Evidence, Finding, Image, Launch, Level, MistakeId,
    NdRange, Place, Scalar,
};
use launch_file::{Filling, LARGEST_BUFFER};
use opencl_c::check::Checked;
use opencl_c::program::ExprId;
use simulator::{
    AccessKind, Accessed, DeviceProfile, End, Event, EventKind, ImageAccessed, ImageMisuse, Kernel,
    Object, Options, OutOfBounds, Ran, Refusal, Watcher,
};
use std::collections::BTreeSet;

/// Steps of one trial at most: that many take a tenth of a second or so.
pub(crate) const MOST_STEPS: u64 = 20_000_000;

/// Elements of a buffer whose length is not known yet.
const LENGTH_AT_FIRST: usize = 1 << 16;

/// Bytes of such a buffer at most.
const MOST_BYTES: usize = 1 << 23;

/// Runs with longer buffers at most.
const MOST_GROWTHS: usize = 12;

/// Bytes of local memory of an argument whose length is not known yet.
const LOCAL_AT_FIRST: usize = 1 << 16;

/// A finding's identity over several trials: its mistake, and the line that it is about. The name of the
/// file is none of it: a LAUNCH.toml may call the program by another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    mistake: &'static str,
    line: u32,
}

impl Key {
    pub(crate) fn of(finding: &Finding) -> Key {
        let place = finding.spans.first();
        Key {
            mistake: finding.mistake.as_str(),
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
    /// Lines where what happens depends on data or on a length: what is found there is
    /// never certain.
    pub(crate) doubts: Vec<(u32, Change)>,
    /// Did a loop use up the budget?
    pub(crate) endless: bool,
    pub(crate) end: End,
    pub(crate) steps: u64,
    /// How many accesses of the text were made.
    pub(crate) reached: usize,
    /// Was anything written to a buffer?
    pub(crate) stored: bool,
}

impl Trial {
    /// What the run did that a right kernel does not, and what else fails a kernel.
    pub(crate) fn errors(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|it| {
            it.level == Level::Error
                || it.level == Level::Warning && it.evidence == Evidence::Observed
        })
    }

    /// Does it show an access outside of an array, of which the other knows nothing? Its sizes do not fit then.
    pub(crate) fn strays_beside(&self, other: &Trial) -> bool {
        self.errors().any(|finding| {
            let key = Key::of(finding);
            let length = self.doubts.iter().any(|(line, change)| {
                *line == key.line
                    && matches!(
                        change,
                        Change::Length(_)
                            | Change::ImageSize(_)
                            | Change::Begin(_)
                            | Change::Data(_)
                    )
            });
            finding.mistake == MistakeId::OutOfBounds && !length && !other.shows(&key)
        })
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

/// Tries a guess, with the work-items of a warp and the steps of a run at most.
pub(crate) fn attempt(
    checked: &Checked,
    kernel: &Kernel,
    uses: &Uses,
    plan: &Guess,
    (warp, steps): (usize, u64),
) -> Result<Trial, Refusal> {
    let needed = images::bytes(plan);
    if needed > LARGEST_BUFFER {
        let budget = LARGEST_BUFFER;
        return Err(Refusal::Memory { needed, budget });
    }
    let mut guess = plan.clone();
    let mut lengths = Lengths::new(&guess);
    let mut accesses;
    let mut growths = 0;
    loop {
        accesses = Accesses::new(guess.arguments.len());
        let options = Options {
            warp,
            steps,
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
        growths += 1;
        let mut grown = lengths.grow(strays(&watched.events));
        let growth = Growth {
            plan,
            uses,
            is_last: growths >= MOST_GROWTHS,
        };
        grown |= growth.of(&mut guess, &accesses.pixels, &mut lengths.open);
        if !grown {
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
                    && !uses.buffers[index].copied
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
            Value::Image(image) => {
                let pixels = accesses.pixels[index];
                image.show = pixels.stored;
                // Whatever is not written then shows that it is not.
                if pixels.stored && !pixels.loaded && argument.why != Why::Given {
                    image.filling = Filling::Uninitialized;
                }
            }
            Value::Numbers { .. } | Value::Bytes(_) | Value::Sampler(_) => {}
        }
        if argument.why == Why::Accessed && accesses.ends[index] == 0 {
            argument.why = Why::Untouched;
        }
    }
    let options = Options {
        warp,
        steps,
        ..Options::default()
    };
    let mut exact = launch(&guess, &Lengths::exact(&guess));
    let mut outcome = kernel.run(&exact, &options)?;
    // Copies of a whole work-group are not among the accesses that were watched.
    for _ in 0..MOST_GROWTHS {
        if !grow(&mut guess, strays(&outcome.events)) {
            break;
        }
        exact = launch(&guess, &Lengths::exact(&guess));
        outcome = kernel.run(&exact, &options)?;
    }
    let findings = launch_file::findings(checked, &exact, &options, &outcome);
    let doubts = outcome
        .events
        .iter()
        .flat_map(|event| doubts(event, &guess, uses))
        .collect();
    Ok(Trial {
        doubts,
        endless: outcome
            .events
            .iter()
            .any(|event| matches!(event.kind, EventKind::EndlessLoop { .. })),
        findings: findings.into_iter().map(|(finding, _)| finding).collect(),
        end: outcome.end,
        // Making and copying buffers takes time as well.
        steps: outcome.steps + exact_bytes(&guess) / 8,
        reached: accesses.places.len(),
        stored: accesses.stored.contains(&true) || accesses.pixels.iter().any(|it| it.stored),
        plan: plan.clone(),
        guess,
    })
}

/// Where an event depends on data or on a length that is guessed.
fn doubts(event: &Event, guess: &Guess, uses: &Uses) -> Vec<(u32, Change)> {
    let of_data = |buffers: Set| {
        let index = buffers.each().find(|&index| {
            let argument = guess.arguments.get(index);
            argument.is_some_and(|argument| argument.why != Why::Given)
        })?;
        let name = guess.arguments[index].name.clone();
        Some(Change::Data(name))
    };
    let of_object = |object: &Object| match object.argument {
        Some(index) => of_data(uses.buffers.get(index)?.by_data),
        None => of_data(uses.arrays_by_data),
    };
    let mut places = vec![&event.place];
    let change = match &event.kind {
        EventKind::OutOfBounds(OutOfBounds {
            accessed,
            image: Some(size),
            ..
        }) => {
            let pixel = accessed.pixel.as_deref().unwrap_or_default();
            of_image(&accessed.object, pixel, size, guess, uses)
                .or_else(|| of_object(&accessed.object))
        }
        EventKind::ImageMisuse(object, misuse) => of_format(object, *misuse, guess, uses),
        EventKind::OutOfBounds(stray) => {
            let open = stray.accessed.object.argument.and_then(|index| {
                let argument = guess.arguments.get(index)?;
                let open = match &argument.value {
                    Value::Buffer(buffer) => !buffer.len_given,
                    Value::Local { .. } => argument.why != Why::Given,
                    _ => false,
                };
                let name = argument.name.clone();
                let change = match stray.accessed.offset {
                    ..0 => Change::Begin(name),
                    _ => Change::Length(name),
                };
                open.then_some(change)
            });
            open.or_else(|| of_object(&stray.accessed.object))
        }
        EventKind::Race(race) => {
            places.extend(&race.other_place);
            of_object(&race.accessed.object)
        }
        EventKind::OutOfRow { .. } | EventKind::Misaligned { .. } => of_data(uses.arrays_by_data),
        EventKind::DivergentBarrier(_) | EventKind::DivergentCopy(_) => {
            of_data(uses.barriers_by_data)
        }
        // A pointer in a struct or a buffer is none that a guess can make.
        EventKind::StrayPointer(_) => Some(Change::Data(String::new())),
        _ => None,
    };
    let Some(change) = change else {
        return Vec::new();
    };
    let doubt = |place: &Place| (place.line, change.clone());
    places.into_iter().map(doubt).collect()
}

/// What an access outside of an image of this size depends on: on its size, unless the kernel computes with that and
/// with no guess beside it.
fn of_image(
    object: &Object,
    pixel: &[i64],
    size: &[usize],
    guess: &Guess,
    uses: &Uses,
) -> Option<Change> {
    let index = object.argument?;
    let argument = guess.arguments.get(index)?;
    let Value::Image(image) = &argument.value else {
        return None;
    };
    if image.size_given {
        return None;
    }
    let name = argument.name.clone();
    if pixel.iter().any(|&number| number < 0) {
        return Some(Change::Begin(name));
    }
    let of = uses.images.get(index)?;
    let outside = |&dimension: &usize| pixel[dimension] >= size[dimension] as i64;
    let mut outside = (0..pixel.len().min(size.len())).filter(outside);
    let bound = outside.any(|dimension| images::is_bound(image, of, dimension));
    // With another value of a scalar another pixel is accessed.
    let known = of.scalars.each().all(|scalar| {
        let argument = guess.arguments.get(scalar);
        argument.is_some_and(|it| matches!(it.why, Why::Given | Why::BoundsIds(_)))
    });
    (!(bound && known)).then_some(Change::ImageSize(name))
}

/// What a read or write that does not go with the format or the sampler depends on: on these, unless the text has them.
fn of_format(object: &Object, misuse: ImageMisuse, guess: &Guess, uses: &Uses) -> Option<Change> {
    let index = object.argument?;
    if let ImageMisuse::Format(_) = misuse {
        return Some(Change::Format(guess.arguments.get(index)?.name.clone()));
    }
    if misuse == ImageMisuse::Unfenced {
        return None;
    }
    let mut samplers = uses.images.get(index)?.samplers.each();
    let arguments = samplers.find_map(|sampler| {
        let argument = guess.arguments.get(sampler)?;
        (argument.why != Why::Given).then_some(argument)
    });
    Some(Change::Sampler(arguments?.name.clone()))
}

/// The buffers and local arguments that were accessed outside, with the end of the access in bytes.
fn strays(events: &[Event]) -> impl Iterator<Item = (usize, usize)> {
    events.iter().filter_map(|event| match &event.kind {
        EventKind::OutOfBounds(stray) if stray.image.is_none() => {
            let end = stray
                .accessed
                .offset
                .checked_add_unsigned(stray.accessed.bytes)?;
            Some((stray.accessed.object.argument?, usize::try_from(end).ok()?))
        }
        _ => None,
    })
}

/// Makes buffers at least twice as long that were accessed beyond their end. False if there was none.
fn grow(guess: &mut Guess, strays: impl Iterator<Item = (usize, usize)>) -> bool {
    let mut grown = false;
    for (index, end) in strays {
        let Some(argument) = guess.arguments.get_mut(index) else {
            continue;
        };
        match &mut argument.value {
            Value::Buffer(buffer) if !buffer.len_given => {
                let bytes = buffer.len * buffer.stride;
                if end > bytes && end <= MOST_BYTES {
                    buffer.len = (2 * bytes).max(end).div_ceil(buffer.stride);
                    argument.why = Why::Accessed;
                    grown = true;
                }
            }
            Value::Local { stride, len }
                if argument.why != Why::Given && end > *len * *stride && end <= LOCAL_AT_FIRST =>
            {
                *len = (2 * *len).max(end.div_ceil(*stride));
                argument.why = Why::Accessed;
                grown = true;
            }
            _ => {}
        }
    }
    grown
}

fn exact_bytes(guess: &Guess) -> u64 {
    let buffers = Lengths::exact(guess).bytes.iter().sum::<usize>() as u64;
    images::bytes(guess).saturating_add(buffers)
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
    /// May it grow? So may images.
    open: Vec<bool>,
}

impl Lengths {
    fn new(guess: &Guess) -> Lengths {
        let each = guess
            .arguments
            .iter()
            .map(|argument| match &argument.value {
                Value::Buffer(buffer) if buffer.len_given => (buffer.len * buffer.stride, false),
                Value::Buffer(buffer) => (LENGTH_AT_FIRST * buffer.stride, true),
                Value::Local { stride, len } if argument.why == Why::Given => (stride * len, false),
                Value::Local { .. } => (LOCAL_AT_FIRST, false),
                Value::Image(image) => (0, !image.size_given),
                Value::Numbers { .. } | Value::Bytes(_) | Value::Sampler(_) => (0, false),
            });
        let (bytes, open) = each.unzip();
        Lengths { bytes, open }
    }

    fn exact(guess: &Guess) -> Lengths {
        let each = guess
            .arguments
            .iter()
            .map(|argument| match &argument.value {
                Value::Buffer(buffer) => buffer.len * buffer.stride,
                Value::Local { stride, len } => stride * len,
                _ => 0,
            });
        let bytes: Vec<usize> = each.collect();
        let open = vec![false; bytes.len()];
        Lengths { bytes, open }
    }

    /// Makes room for what lay beyond the end. False if there was nothing that room helps.
    fn grow(&mut self, strays: impl Iterator<Item = (usize, usize)>) -> bool {
        let mut grown = false;
        for (argument, end) in strays {
            let (Some(bytes), Some(true)) = (self.bytes.get_mut(argument), self.open.get(argument))
            else {
                continue;
            };
            if end > *bytes && end <= MOST_BYTES {
                *bytes = (*bytes * 16).clamp(end, MOST_BYTES.max(end));
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
                element: buffer.element.unwrap_or(ElementType::scalar(Scalar::UChar)),
                contents: contents(buffer, bytes),
                access: Access::ReadWrite,
                initialized: buffer.filling != Filling::Uninitialized,
            }),
            Value::Local { .. } => Argument::Local { name, bytes },
            Value::Image(image) => {
                let size = guess.image_size(image);
                let pixels = size.iter().product();
                Argument::Image(Image {
                    name,
                    kind: image.kind,
                    format: image.format,
                    size,
                    contents: image.filling.bytes(Some(image.format.stored()), pixels),
                    access: Access::ReadWrite,
                    initialized: image.filling != Filling::Uninitialized,
                })
            }
            Value::Sampler(sampler) => Argument::Sampler {
                name,
                sampler: *sampler,
            },
        }
    });
    Launch {
        kernel: guess.kernel.clone(),
        arguments: arguments.collect(),
        range: NdRange {
            global: guess.global.clone(),
            local: Some(guess.local.clone()),
            offset: None,
            sub_group: None,
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
    /// Of each image.
    pixels: Vec<Pixels>,
    places: BTreeSet<ExprId>,
}

impl Accesses {
    fn new(arguments: usize) -> Accesses {
        Accesses {
            ends: vec![0; arguments],
            loaded: vec![false; arguments],
            stored: vec![false; arguments],
            pixels: vec![Pixels::default(); arguments],
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

    fn image_accessed(&mut self, accessed: &ImageAccessed) {
        self.places.extend(accessed.expr);
        if let Some(pixels) = self.pixels.get_mut(accessed.argument) {
            pixels.add(accessed);
        }
    }

    fn ended(&mut self, _: usize, _: &[Ran<'_>]) {}
}
