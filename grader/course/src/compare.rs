//! Compares the buffers after a launch with the reference, and with the guards around them.

use crate::report::{ElementState, OutsideWrite, WrongElement};
use crate::value::{self, Number};
use kernels::{AnyCase, Expected};
use launch::outcome::{BufferAfter, Ran, Stray};
use launch::{Argument, Buffer, Launch, WorkItem, pattern};

/// A buffer argument before and after a launch, with the expected contents.
pub(crate) struct BufferResult<'a> {
    /// Its index among the buffer arguments.
    pub(crate) position: usize,
    /// Its index among all arguments.
    pub(crate) argument: usize,
    pub(crate) before: &'a Buffer,
    pub(crate) after: &'a BufferAfter,
    pub(crate) expected: Expected,
}

/// Pairs each buffer argument with its contents and the expected ones; an error if the engine returned other
/// buffers than it was given.
pub(crate) fn results<'a>(
    case: &dyn AnyCase,
    launch: &'a Launch,
    ran: &'a Ran,
) -> Result<Vec<BufferResult<'a>>, String> {
    let buffers = launch.arguments.iter().enumerate();
    let buffers: Vec<(usize, &Buffer)> = buffers
        .filter_map(|(argument, kind)| match kind {
            Argument::Buffer(buffer) => Some((argument, buffer)),
            _ => None,
        })
        .collect();
    if buffers.len() != ran.buffers.len() {
        let (given, back) = (buffers.len(), ran.buffers.len());
        return Err(format!("{given} buffers were given and {back} came back"));
    }
    let mut results = Vec::with_capacity(buffers.len());
    let parts = buffers.into_iter().zip(&ran.buffers).zip(case.expected());
    for (position, (((argument, before), after), expected)) in parts.enumerate() {
        let (given, back) = (before.contents.len(), after.contents.len());
        if given != back {
            let name = &before.name;
            return Err(format!(
                "`{name}` had {given} bytes and came back with {back}"
            ));
        }
        results.push(BufferResult {
            position,
            argument,
            before,
            after,
            expected,
        });
    }
    Ok(results)
}

impl BufferResult<'_> {
    pub(crate) fn len(&self) -> usize {
        self.before.contents.len() / self.before.element.size()
    }

    fn bytes<'b>(&self, contents: &'b [u8], element: usize) -> &'b [u8] {
        let size = self.before.element.size();
        &contents[element * size..(element + 1) * size]
    }

    /// The bytes of an element after the launch.
    pub(crate) fn got(&self, element: usize) -> &[u8] {
        self.bytes(&self.after.contents, element)
    }

    /// Is the whole buffer right? Most launches need only the fast comparison of whole buffers.
    pub(crate) fn is_right(&self) -> bool {
        let same = match &self.expected {
            Expected::Unchanged => self.after.contents == self.before.contents,
            Expected::Scratch => true,
            Expected::Exact(right) => self.after.contents == *right,
            Expected::Close { .. } => false,
        };
        same || (0..self.len()).all(|element| self.is_right_at(element, self.got(element)))
    }

    /// Are `bytes` right as the element at `element`?
    pub(crate) fn is_right_at(&self, element: usize, bytes: &[u8]) -> bool {
        let exact = |right: &[u8]| {
            let kind = self.before.element;
            let right = value::components(kind, self.bytes(right, element));
            let mut pairs = value::components(kind, bytes).zip(right);
            pairs.all(|(got, right)| value::is_same(got, right))
        };
        match &self.expected {
            Expected::Unchanged => exact(&self.before.contents),
            Expected::Scratch => true,
            Expected::Exact(right) => exact(right),
            Expected::Close {
                values,
                scales,
                tolerance,
            } => {
                let kind = self.before.element;
                let first = element * usize::from(kind.width);
                value::components(kind, bytes)
                    .zip(values[first..].iter().zip(&scales[first..]))
                    .all(|(got, (&right, &scale))| match got {
                        Number::Integer(got) => got as f64 == right,
                        Number::Floating(got, scalar) => {
                            value::is_close(scalar, got, right, scale, tolerance.ulps)
                        }
                    })
            }
        }
    }

    /// The right components of an element whose type is an integer one.
    pub(crate) fn right_integers(&self, element: usize) -> Option<Vec<i128>> {
        let kind = self.before.element;
        let exact = |right: &[u8]| {
            let right = value::components(kind, self.bytes(right, element));
            right
                .map(|number| match number {
                    Number::Integer(value) => Some(value),
                    Number::Floating(..) => None,
                })
                .collect()
        };
        match &self.expected {
            Expected::Unchanged | Expected::Scratch => None,
            Expected::Exact(right) => exact(right),
            Expected::Close { values, .. } => {
                let first = element * usize::from(kind.width);
                let right = &values[first..first + usize::from(kind.width)];
                let is_whole = |value: &&f64| value.fract() == 0.0 && value.abs() < 2e18;
                let whole: Vec<i128> = right
                    .iter()
                    .filter(is_whole)
                    .map(|value| *value as i128)
                    .collect();
                (whole.len() == right.len()).then_some(whole)
            }
        }
    }

    pub(crate) fn wrong(&self) -> Vec<usize> {
        let is_wrong = |element: &usize| !self.is_right_at(*element, self.got(*element));
        (0..self.len()).filter(is_wrong).collect()
    }

    /// Was the element written by the launch?
    pub(crate) fn state(&self, element: usize) -> ElementState {
        let got = self.got(element);
        let offset = element * self.before.element.size();
        let buffer = self.before;
        if buffer.initialized {
            if got == self.bytes(&buffer.contents, element) {
                return ElementState::Unchanged;
            }
        } else if pattern::is_poison(self.argument, buffer.element.scalar, offset, got) {
            return ElementState::NeverWritten;
        }
        ElementState::Written
    }

    /// The first of the elements `wrong`, for the report.
    pub(crate) fn first_wrong(
        &self,
        case: &dyn AnyCase,
        launch: &Launch,
        wrong: &[usize],
    ) -> Option<WrongElement> {
        let index = *wrong.first()?;
        let kind = self.before.element;
        let got = self.got(index);
        let (expected, ulps, allowed_ulps) = match &self.expected {
            // No element of a scratch buffer is ever wrong.
            Expected::Unchanged | Expected::Scratch => {
                let right = self.bytes(&self.before.contents, index);
                (value::text(kind, right), None, 0.0)
            }
            Expected::Exact(right) => (value::text(kind, self.bytes(right, index)), None, 0.0),
            Expected::Close {
                values,
                scales,
                tolerance,
            } => {
                let first = index * usize::from(kind.width);
                let right = &values[first..first + usize::from(kind.width)];
                let texts: Vec<String> = right
                    .iter()
                    .map(|value| value::reference_text(kind.scalar, *value))
                    .collect();
                let text = match texts.as_slice() {
                    [only] => only.clone(),
                    _ => format!("({})", texts.join(", ")),
                };
                let off = value::components(kind, got)
                    .zip(right.iter().zip(&scales[first..]))
                    .filter_map(|(got, (right, scale))| match got {
                        Number::Floating(got, scalar) => {
                            Some((got - right).abs() / value::ulp(scalar, *scale))
                        }
                        Number::Integer(_) => None,
                    })
                    .fold(0.0, f64::max);
                let off = off.is_finite().then_some(off).filter(|off| *off > 0.0);
                (text, off, tolerance.ulps)
            }
        };
        let owner = case.owner(self.position, index);
        Some(WrongElement {
            buffer: self.before.name.clone(),
            index,
            expected,
            got: value::text(kind, got),
            state: self.state(index),
            ulps,
            allowed_ulps,
            owner: owner.and_then(|global| work_item(launch, global)),
            wrong: wrong.len(),
            of: self.len(),
        })
    }

    /// The writes outside this buffer, for the report.
    pub(crate) fn outside(&self, case: &dyn AnyCase, launch: &Launch) -> Option<OutsideWrite> {
        let size = self.before.element.size() as i64;
        let end = self.before.contents.len() as i64;
        // Every element index that a stray byte belongs to, nearest to the buffer first.
        let mut indices: Vec<i64> = Vec::new();
        for Stray { offset, bytes } in &self.after.strays {
            let first = offset.div_euclid(size);
            let last = (offset + bytes.len() as i64 - 1).div_euclid(size);
            indices.extend(first..=last);
        }
        indices.sort_unstable();
        indices.dedup();
        let distance = |index: i64| {
            if index < 0 {
                -index
            } else {
                index - end / size + 1
            }
        };
        let index = *indices
            .iter()
            .min_by_key(|&&index| (distance(index), index < 0))?;
        let start = index * size;
        let value = self.after.strays.iter().find_map(|stray| {
            let skip = usize::try_from(start - stray.offset).ok()?;
            stray.bytes.get(skip..skip + size as usize)
        });
        let owner = usize::try_from(index)
            .ok()
            .and_then(|index| case.owner(self.position, index));
        Some(OutsideWrite {
            buffer: self.before.name.clone(),
            index,
            value: value.map(|bytes| value::text(self.before.element, bytes)),
            len: self.len(),
            count: indices.len(),
            owner: owner.and_then(|global| work_item(launch, global)),
        })
    }
}

/// The work-item with that global id, with its local id and work-group; none if the NDRange has no such
/// work-item.
pub(crate) fn work_item(launch: &Launch, global: Vec<usize>) -> Option<WorkItem> {
    let sizes = &launch.range.global;
    let in_range =
        global.len() == sizes.len() && global.iter().zip(sizes).all(|(id, size)| id < size);
    let local_sizes = launch.range.local.as_ref()?;
    in_range.then(|| {
        let pairs = || global.iter().zip(local_sizes);
        WorkItem {
            local: pairs().map(|(id, size)| id % size).collect(),
            group: pairs().map(|(id, size)| id / size).collect(),
            global: global.clone(),
        }
    })
}
