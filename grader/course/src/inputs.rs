//! Says on which inputs a wrong element depends, and on which the right one does. Each input is changed in turn, for
//! the student's kernel and for the problem's own: an element that changes with it depends on it. So a wrong index
//! shows by what it reads, however the value is computed, and a wrong factor by how much the element changes.

use crate::front_end::own_program;
use crate::report::{Counterexample, ElementState, Explanation, WrongElement};
use crate::traced::{Tracer, accesses, buffer_of, bytes_of, last_write};
use crate::value::{self, Number};
use kernels::{AnyCase, AnyProblem, Signature};
use launch::{Argument, ElementType, Launch, Place, Scalar};
use opencl_c::builtin::Name;
use opencl_c::program::{ExprKind, Program};
use simulator::{AccessKind, End, Kernel, Options, Trace, TraceStep};
use std::cell::Cell;
use std::ops::Range;

/// The budgets: inputs, steps of all runs together, work-groups to trace.
const MOST_INPUTS: usize = 160;
const MOST_STEPS: u64 = 20_000_000;
const MOST_GROUPS: usize = 8;

/// The inputs that are named, at most.
const MOST_NAMED: usize = 3;

/// The other values of all inputs for which a difference has to show as well: at one set of values, a maximum or a
/// saturated sum hides most of what it depends on.
const REDRAWN: u64 = 5;

/// Two effects are the same if they differ by less than this share.
const SAME: f64 = 1e-3;

/// How an input is changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    Far,
    Zero,
    Low,
}

const WAYS: [Way; 5] = [Way::Up, Way::Down, Way::Far, Way::Zero, Way::Low];

/// An element of an initialised buffer, or a floating-point argument.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Input {
    argument: usize,
    index: usize,
}

/// Puts the explanation for the first wrong element in front, if it was written, and takes an explanation back that
/// holds by chance.
pub(crate) fn explain_inputs(
    problem: &dyn AnyProblem,
    program: &Program,
    case: &dyn AnyCase,
    example: &mut Counterexample,
) -> Option<()> {
    let wrong = &example.wrong;
    let element = wrong
        .first()
        .filter(|it| it.state == ElementState::Written)?;
    let signature = problem.signature();
    let prepared = |program: &Program| simulator::prepare(program, &signature.kernel).ok();
    let kernel = prepared(program)?;
    let own = prepared(&own_program(problem)?)?;
    let launch = case.launch();
    let inputs = all_inputs(&launch, &signature);
    let (one, other) = (
        Measured::of(&kernel, &launch)?,
        Measured::of(&own, &launch)?,
    );
    if inputs.len() > MOST_INPUTS {
        return None;
    }
    let effects = Effects {
        target: Target::of(&launch, element)?,
        launch: &launch,
        kernel: one,
        own: other,
        element,
        copies_by_group: copies_by_group(program),
        spent: Cell::new(0),
    };
    let base = effects.base(launch.clone())?;
    // An element that is wrong on a device alone is right here.
    if value::text(effects.target.element, &base.values.kernel) != element.got {
        return None;
    }
    let others: Vec<Base> = (1..=REDRAWN)
        .filter_map(|seed| effects.base(effects.redrawn(seed)?))
        .collect();
    let is_chance = |it: &Explanation| match it {
        Explanation::BelongsAt {
            buffer,
            index,
            belongs,
        } if *buffer == element.buffer && *index == element.index => {
            effects.is_right_elsewhere_by_chance(&others, *belongs)
        }
        _ => false,
    };
    example.explanations.retain(|it| !is_chance(it));
    let explanation = effects.explain(&base, &others, &inputs)?;
    example.explanations.insert(0, explanation);
    Some(())
}

/// The wrong element.
#[derive(Clone)]
struct Target {
    /// The number of its buffer among the outcome's.
    output: usize,
    bytes: Range<i64>,
    element: ElementType,
}

impl Target {
    fn of(launch: &Launch, element: &WrongElement) -> Option<Target> {
        let buffer = buffer_of(launch, &element.buffer)?;
        let mut outputs = launch
            .arguments
            .iter()
            .filter(|it| matches!(it, Argument::Buffer(_) | Argument::Image(_)));
        let is_it = |it: &Argument| matches!(it, Argument::Buffer(it) if it.name == buffer.name);
        Some(Target {
            output: outputs.position(is_it)?,
            bytes: bytes_of(buffer, element.index)?,
            element: buffer.element,
        })
    }
}

/// The numbers of one element.
fn numbers(element: ElementType, bytes: &[u8]) -> Vec<f64> {
    let numbers = value::components(element, bytes).map(|number| match number {
        Number::Integer(it) => it as f64,
        Number::Floating(it, _) => it,
    });
    numbers.collect()
}

fn all_inputs(launch: &Launch, signature: &Signature) -> Vec<Input> {
    let mut inputs = Vec::new();
    for (argument, it) in launch.arguments.iter().enumerate() {
        let count = match it {
            Argument::Buffer(buffer) if buffer.initialized => {
                buffer.contents.len() / buffer.element.size().max(1)
            }
            Argument::Value { .. } if is_float(signature, argument) => 1,
            _ => 0,
        };
        inputs.extend((0..count).map(|index| Input { argument, index }));
    }
    inputs
}

/// Does a program copy with `async_work_group_copy` or its like?
fn copies_by_group(program: &Program) -> bool {
    program.exprs.iter().any(|expr| {
        matches!(&expr.kind, ExprKind::Builtin { builtin, .. }
            if matches!(builtin.name, Name::AsyncWorkGroupCopy | Name::AsyncWorkGroupStridedCopy))
    })
}

/// Is an argument a single floating-point number?
fn is_float(signature: &Signature, argument: usize) -> bool {
    let parameter = signature.parameters.get(argument);
    parameter.is_some_and(|it| it.type_name == "float")
}

/// A kernel, and what it does in the failing case.
struct Measured<'a> {
    kernel: &'a Kernel,
    steps: u64,
    events: usize,
}

impl<'a> Measured<'a> {
    fn of(kernel: &'a Kernel, launch: &Launch) -> Option<Measured<'a>> {
        let outcome = kernel.run(launch, &options()).ok()?;
        (outcome.end == End::Completed).then_some(Measured {
            kernel,
            steps: outcome.steps,
            events: outcome.events.len(),
        })
    }

    /// The bytes of the target after a launch; none if the kernel does there what it does not do in the failing
    /// case, as where an input that is an index leads outside a buffer.
    fn value(&self, launch: &Launch, target: &Target) -> Option<Vec<u8>> {
        let options = Options {
            steps: self.steps.saturating_mul(4).saturating_add(1000),
            ..options()
        };
        let outcome = self.kernel.run(launch, &options).ok()?;
        if outcome.end != End::Completed || outcome.events.len() > self.events {
            return None;
        }
        let bytes = &outcome.outputs.get(target.output)?.bytes;
        let (start, end) = (target.bytes.start as usize, target.bytes.end as usize);
        bytes.get(start..end).map(<[u8]>::to_vec)
    }
}

fn options() -> Options {
    Options {
        races: false,
        count: false,
        steps: MOST_STEPS,
        ..Options::default()
    }
}

/// The target, in both kernels.
struct Values {
    kernel: Vec<u8>,
    own: Vec<u8>,
}

/// A launch and the target after it.
struct Base {
    launch: Launch,
    values: Values,
}

/// Does the target change with an input, in the student's kernel and in the problem's own?
struct Effect {
    input: Input,
    in_kernel: bool,
    in_own: bool,
}

/// By how much the target grows where an input grows by 1.
#[derive(Clone, Copy)]
struct Growth {
    kernel: f64,
    own: f64,
}

impl Growth {
    fn is_same(self) -> bool {
        is_same(self.kernel, self.own)
    }
}

struct Effects<'a> {
    launch: &'a Launch,
    target: Target,
    kernel: Measured<'a>,
    own: Measured<'a>,
    element: &'a WrongElement,
    /// Does the student's kernel copy asynchronously? A trace leaves those reads out.
    copies_by_group: bool,
    /// The steps of all runs.
    spent: Cell<u64>,
}

impl Effects<'_> {
    /// None if either kernel does in a launch what it does not do in the failing case, or if the budget is spent.
    fn values(&self, launch: &Launch) -> Option<Values> {
        let spent = self.spent.get() + self.kernel.steps + self.own.steps;
        self.spent.set(spent);
        if spent > MOST_STEPS {
            return None;
        }
        Some(Values {
            kernel: self.kernel.value(launch, &self.target)?,
            own: self.own.value(launch, &self.target)?,
        })
    }

    fn base(&self, launch: Launch) -> Option<Base> {
        let values = self.values(&launch)?;
        Some(Base { launch, values })
    }

    /// The target where one input is another; none if either kernel does not stand that change.
    fn with(&self, base: &Base, input: Input, way: Way) -> Option<Values> {
        self.values(&changed(&base.launch, input, way)?)
    }

    fn effect(&self, base: &Base, input: Input) -> Effect {
        let mut effect = Effect {
            input,
            in_kernel: false,
            in_own: false,
        };
        for values in WAYS.iter().filter_map(|way| self.with(base, input, *way)) {
            effect.in_kernel |= values.kernel != base.values.kernel;
            effect.in_own |= values.own != base.values.own;
            if effect.in_kernel && effect.in_own {
                break;
            }
        }
        effect
    }

    fn explain(&self, base: &Base, others: &[Base], inputs: &[Input]) -> Option<Explanation> {
        let all: Vec<Effect> = inputs
            .iter()
            .map(|input| self.effect(base, *input))
            .collect();
        if self.spent.get() > MOST_STEPS {
            return None;
        }
        self.wrong_inputs(base, &all, others)
            .or_else(|| self.wrong_effects(base, others, &all))
    }

    /// The inputs on which only one of the two elements depends.
    fn wrong_inputs(&self, base: &Base, all: &[Effect], others: &[Base]) -> Option<Explanation> {
        // Nothing is known of what one set of values hides, if no others can be given to the inputs.
        let is_sure = others.len() as u64 > REDRAWN / 2;
        let never_in_own = |it: Input| !others.iter().any(|other| self.effect(other, it).in_own);
        let never_in_kernel =
            |it: Input| !others.iter().any(|other| self.effect(other, it).in_kernel);
        if all.iter().all(|it| it.in_own == it.in_kernel) {
            return None;
        }
        let traces = self.traces()?;
        let (mut unread, mut lost, mut surplus) = (Vec::new(), Vec::new(), Vec::new());
        for Effect {
            input,
            in_kernel,
            in_own,
        } in all
        {
            match (in_own, in_kernel) {
                (true, false) if !self.is_read(&traces, *input) => unread.push(*input),
                (true, false) if is_sure && never_in_kernel(*input) => lost.push(*input),
                (false, true) if is_sure && never_in_own(*input) => surplus.push(*input),
                _ => {}
            }
        }
        if self.spent.get() > MOST_STEPS {
            return None;
        }
        // The element has to keep its value: its write is wrong, whatever is read for it.
        let is_itself = |it: &Input| {
            let bytes = self.bytes(*it);
            bytes.is_some_and(|(name, bytes)| {
                name == self.element.buffer && bytes == self.target.bytes
            })
        };
        let keeps = |it: &Base| self.before(&it.launch) == Some(it.values.own.as_slice());
        if unread.iter().chain(&lost).any(is_itself) && others.iter().chain([base]).all(keeps) {
            return None;
        }
        let are_read = unread.is_empty();
        let missing = if are_read { lost } else { unread };
        if missing.is_empty() && surplus.is_empty() {
            return None;
        }
        let places = match surplus.as_slice() {
            [] if are_read => Vec::new(),
            [] => self.reads_of_buffers(&traces, &missing),
            surplus => self.reads_of(&traces, surplus),
        };
        Some(Explanation::WrongInputs {
            buffer: self.element.buffer.clone(),
            index: self.element.index,
            are_read,
            missing: self.named(&missing),
            surplus: self.named(&surplus),
            more_missing: missing.len().saturating_sub(MOST_NAMED),
            more_surplus: surplus.len().saturating_sub(MOST_NAMED),
            places,
        })
    }

    /// The first input that changes the target by another amount than it should.
    fn wrong_effects(&self, base: &Base, others: &[Base], all: &[Effect]) -> Option<Explanation> {
        let both = |values: &Values| {
            let of = |bytes: &[u8]| numbers(self.target.element, bytes);
            (of(&values.kernel), of(&values.own))
        };
        let (kernel, own) = both(&base.values);
        let component = kernel
            .iter()
            .zip(&own)
            .position(|(kernel, own)| kernel != own)?;
        let of = |values: &Values| {
            let (kernel, own) = both(values);
            (kernel[component], own[component])
        };
        let growth = |base: &Base, input: Input| {
            let (kernel, own) = of(&self.with(base, input, Way::Up)?);
            let before = of(&base.values);
            let growth = Growth {
                kernel: kernel - before.0,
                own: own - before.1,
            };
            (growth.kernel.is_finite() && growth.own.is_finite()).then_some(growth)
        };
        if others.len() < 2 {
            return None;
        }
        let (buffer, index) = (self.element.buffer.clone(), self.element.index);
        let depends: Vec<Input> = all
            .iter()
            .filter(|it| it.in_kernel && it.in_own)
            .map(|it| it.input)
            .collect();
        let mut wrong: Vec<(Input, Growth)> = Vec::new();
        let mut ratios: Vec<f64> = Vec::new();
        for input in &depends {
            let here = growth(base, *input)?;
            let mut everywhere = vec![here];
            for other in others {
                everywhere.push(growth(other, *input)?);
            }
            if everywhere.iter().all(|it| it.is_same()) {
                ratios.push(1.0);
                continue;
            }
            // A wrong effect is wrong with any other values as well.
            if everywhere.iter().any(|it| it.is_same()) {
                return None;
            }
            wrong.push((*input, here));
            ratios.extend(everywhere.iter().map(|it| it.kernel / it.own));
        }
        // Where the right element does not change at all, as at a limit of its type, the amount says nothing.
        let (first, growth) = *wrong.iter().find(|(_, growth)| growth.own != 0.0)?;
        let factor = common(ratios.into_iter()).filter(|_| depends.len() > 1);
        Some(Explanation::WrongEffect {
            buffer,
            index,
            input: self.named(&[first]).pop()?,
            grows: value::plain_text(growth.kernel),
            should_grow: value::plain_text(growth.own),
            factor: factor.map(value::plain_text),
        })
    }

    fn named(&self, inputs: &[Input]) -> Vec<String> {
        let first = inputs.iter().take(MOST_NAMED);
        first
            .filter_map(|input| match &self.launch.arguments[input.argument] {
                Argument::Buffer(buffer) => Some(format!("{}[{}]", buffer.name, input.index)),
                Argument::Value { name, .. } => Some(name.clone()),
                _ => None,
            })
            .collect()
    }

    /// The launch with other values in all those buffers that can have others; none if there is no such buffer.
    fn redrawn(&self, seed: u64) -> Option<Launch> {
        let mut launch = self.launch.clone();
        let mut is_other = false;
        for argument in 0..launch.arguments.len() {
            let Some(next) = redrawn(&launch, argument, seed) else {
                continue;
            };
            if self.values(&next).is_some() {
                launch = next;
                is_other = true;
            }
        }
        is_other.then_some(launch)
    }

    /// The traces of all work-groups of the student's kernel.
    fn traces(&self) -> Option<Vec<Trace>> {
        let tracer = Tracer::of(self.kernel.kernel, self.launch)?;
        if tracer.groups() > MOST_GROUPS {
            return None;
        }
        (0..tracer.groups())
            .map(|group| tracer.trace(group))
            .collect()
    }

    fn bytes(&self, input: Input) -> Option<(&str, Range<i64>)> {
        match &self.launch.arguments[input.argument] {
            Argument::Buffer(buffer) => Some((&buffer.name, bytes_of(buffer, input.index)?)),
            _ => None,
        }
    }

    /// The element's bytes before a launch.
    fn before<'b>(&self, launch: &'b Launch) -> Option<&'b [u8]> {
        let buffer = buffer_of(launch, &self.element.buffer)?;
        let (start, end) = (self.target.bytes.start, self.target.bytes.end);
        buffer.contents.get(start as usize..end as usize)
    }

    /// Is an element right elsewhere by chance: not so with other inputs?
    fn is_right_elsewhere_by_chance(&self, others: &[Base], index: usize) -> bool {
        let elsewhere =
            buffer_of(self.launch, &self.element.buffer).and_then(|buffer| bytes_of(buffer, index));
        let Some(bytes) = elsewhere else {
            return false;
        };
        let there = Target {
            bytes,
            ..self.target
        };
        others.iter().any(|other| {
            let right = self.own.value(&other.launch, &there);
            right.is_some_and(|right| {
                let right = numbers(self.target.element, &right);
                let got = numbers(self.target.element, &other.values.kernel);
                let mut pairs = got.iter().zip(&right);
                !pairs.all(|(got, right)| is_same(*got, *right))
            })
        })
    }

    /// May any work-item read an input? An argument that is no buffer counts as read, and so does everything where
    /// copies are made that no trace shows.
    fn is_read(&self, traces: &[Trace], input: Input) -> bool {
        let is_read = |step: &&TraceStep| matches!(step, TraceStep::Access { kind, .. } if *kind != AccessKind::Store);
        self.copies_by_group
            || self.bytes(input).is_none_or(|(name, bytes)| {
                traces.iter().any(|trace| {
                    let mut steps = trace.steps.iter().filter(is_read);
                    steps.any(|step| accesses(trace, step).any(|it| it.meets(name, &bytes)))
                })
            })
    }

    /// The places that read from the buffers of these elements.
    fn reads_of_buffers(&self, traces: &[Trace], inputs: &[Input]) -> Vec<Place> {
        let names: Vec<&str> = inputs
            .iter()
            .filter_map(|it| Some(self.bytes(*it)?.0))
            .collect();
        let mut places = Vec::new();
        for trace in traces {
            for step in trace.steps.iter().filter(|step| is_load(step)) {
                if accesses(trace, step).any(|it| names.contains(&it.object)) {
                    add(&mut places, step);
                }
            }
        }
        places
    }

    /// The places that read one of these elements for the wrong one: where the writing work-item reads them, or
    /// what a work-item copied them to.
    fn reads_of(&self, traces: &[Trace], inputs: &[Input]) -> Vec<Place> {
        let bytes: Vec<(&str, Range<i64>)> =
            inputs.iter().filter_map(|it| self.bytes(*it)).collect();
        let written = traces.iter().find_map(|trace| {
            let last = last_write(trace, &self.element.buffer, &self.target.bytes)?;
            Some((trace, last))
        });
        let Some((trace, (end, writer))) = written else {
            return Vec::new();
        };
        let steps = &trace.steps[..end];
        let (mut places, mut copies) = (Vec::new(), Vec::new());
        for (number, step) in steps.iter().enumerate().filter(|(_, step)| is_load(step)) {
            for access in accesses(trace, step) {
                if !bytes.iter().any(|(name, bytes)| access.meets(name, bytes)) {
                    continue;
                }
                match copied_to(trace, &steps[number + 1..], step, access.lane) {
                    Some((object, bytes)) => copies.push((number, object, bytes)),
                    None if access.lane == writer => add(&mut places, step),
                    None => {}
                }
            }
        }
        for (from, object, bytes) in &copies {
            for step in steps[from + 1..].iter().filter(|step| is_load(step)) {
                let mut all = accesses(trace, step);
                if all.any(|it| it.lane == writer && it.meets(object, bytes)) {
                    add(&mut places, step);
                }
            }
        }
        places
    }
}

/// Are two numbers the same but for rounding?
fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= SAME * other.abs()
}

/// The number that all of them are; none if they differ, or if there are none.
fn common(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    let first = *numbers.first()?;
    numbers
        .iter()
        .all(|it| is_same(*it, first))
        .then_some(first)
}

fn is_load(step: &TraceStep) -> bool {
    matches!(step, TraceStep::Access { kind, .. } if *kind == AccessKind::Load)
}

/// The bytes to which the statement of a load stores what the work-item `lane` read.
fn copied_to<'a>(
    trace: &'a Trace,
    later: &'a [TraceStep],
    load: &TraceStep,
    lane: usize,
) -> Option<(&'a str, Range<i64>)> {
    let TraceStep::Access { place: from, .. } = load else {
        return None;
    };
    later.iter().find_map(|step| {
        let is_here = matches!(step, TraceStep::Access { place, kind, .. }
            if *kind == AccessKind::Store && place.file == from.file && place.line == from.line);
        let mut all = accesses(trace, step).filter(|it| is_here && it.lane == lane);
        all.next().map(|it| (it.object, it.bytes))
    })
}

fn add(places: &mut Vec<Place>, step: &TraceStep) {
    if let TraceStep::Access { place, text, .. } = step {
        let place = Place {
            label: text.clone(),
            ..place.clone()
        };
        if !places.contains(&place) {
            places.push(place);
        }
    }
}

/// The launch with another value in one input; none if there is no such value.
fn changed(launch: &Launch, input: Input, way: Way) -> Option<Launch> {
    let mut launch = launch.clone();
    let (element, kind) = match &mut launch.arguments[input.argument] {
        Argument::Buffer(buffer) => {
            let size = buffer.element.size();
            let element = &mut buffer.contents[input.index * size..][..size];
            (element, buffer.element)
        }
        Argument::Value { bytes, .. } => (bytes.as_mut_slice(), Scalar::Float.into()),
        _ => return None,
    };
    let scalar = kind.scalar;
    let components = element.chunks_exact_mut(scalar.size());
    for component in components.take(kind.width.into()) {
        let by = match (way, value::read(scalar, component)) {
            (Way::Up, _) => 1.0,
            (Way::Down, _) => -1.0,
            (Way::Far, Number::Floating(it, _)) => 64.0 - 3.0 * it,
            (Way::Far, Number::Integer(it)) => -1.0 - 2.0 * it as f64,
            (Way::Zero, Number::Floating(it, _)) => -it,
            (Way::Zero, Number::Integer(it)) => -it as f64,
            (Way::Low, Number::Floating(it, _)) => -1e5 - it,
            (Way::Low, Number::Integer(it)) => least(scalar) - it as f64,
        };
        grow(scalar, component, by)?;
    }
    Some(launch)
}

/// The launch with other values in a buffer of inputs.
fn redrawn(launch: &Launch, argument: usize, seed: u64) -> Option<Launch> {
    let mut launch = launch.clone();
    let Argument::Buffer(buffer) = &mut launch.arguments[argument] else {
        return None;
    };
    if !buffer.initialized || buffer.contents.is_empty() {
        return None;
    }
    let scalar = buffer.element.scalar;
    let components = buffer.contents.chunks_exact_mut(scalar.size());
    for (number, component) in components.enumerate() {
        // Weyl's sequence: equidistributed, and another one for each seed.
        let fraction = ((number as u64 + 1) * (2 * seed + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        grow(scalar, component, (fraction >> 60) as f64 - 8.0)?;
    }
    Some(launch)
}

/// The least number of an integer type.
fn least(scalar: Scalar) -> f64 {
    match scalar.is_signed_integer() {
        true => -(2.0_f64.powi(8 * scalar.size() as i32 - 1)),
        false => 0.0,
    }
}

/// Adds to a number, which wraps if it is an integer; none if its type is not supported here.
fn grow(scalar: Scalar, bytes: &mut [u8], by: f64) -> Option<()> {
    let grown: [u8; 8] = match value::read(scalar, bytes) {
        Number::Floating(it, Scalar::Float) => {
            let bits = ((it + by) as f32).to_bits();
            u64::from(bits).to_le_bytes()
        }
        Number::Floating(it, Scalar::Double) => (it + by).to_bits().to_le_bytes(),
        Number::Floating(..) => return None,
        Number::Integer(it) => ((it + by as i128) as u64).to_le_bytes(),
    };
    let length = bytes.len();
    bytes.copy_from_slice(&grown[..length]);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_grows_within_its_type() {
        let grown = |scalar, bytes: &[u8], by| {
            let mut bytes = bytes.to_vec();
            grow(scalar, &mut bytes, by).map(|()| bytes)
        };
        assert_eq!(grown(Scalar::UChar, &[255], 1.0), Some(vec![0]));
        assert_eq!(grown(Scalar::Short, &[0, 0], -1.0), Some(vec![255, 255]));
        let float = |value: f32| value.to_le_bytes().to_vec();
        assert_eq!(grown(Scalar::Float, &float(1.5), 1.0), Some(float(2.5)));
        assert_eq!(grown(Scalar::Half, &[0, 0], 1.0), None);
        assert_eq!((least(Scalar::Char), least(Scalar::UInt)), (-128.0, 0.0));
    }

    #[test]
    fn a_common_number_is_the_same_but_for_rounding() {
        assert_eq!(common([3.0, 3.0001].into_iter()), Some(3.0));
        assert_eq!(common([3.0, 2.5].into_iter()), None);
        assert_eq!(common([f64::NAN, f64::NAN].into_iter()), None);
    }
}
