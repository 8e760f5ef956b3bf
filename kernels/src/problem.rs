//! A problem: what a kernel is to compute, from which cases, and how its result is judged.

use crate::bound::Bound;
use crate::domain::Domain;
use launch::protocol::Parameter;
use launch::{Launch, Standard};
use proptest::strategy::BoxedStrategy;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a kernel is to compute: its signature, the cases it is tried on, and the right answers.
///
/// Everything is a pure function of the case, so a case alone reproduces a run.
pub trait Problem: Send + Sync + 'static {
    /// The parameters of one case: sizes, work-group, scalars. Data is derived from them.
    type Case: Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The name by which an exercise refers to it.
    fn name(&self) -> &'static str;

    /// A kernel that is right, as the book shows it: OpenCL C.
    fn reference(&self) -> &'static str;

    /// The version of OpenCL C that its kernels are written in.
    fn standard(&self) -> Standard {
        Standard::V1_2
    }

    /// The kernel's name and parameters.
    fn signature(&self) -> Signature;

    /// What the text of the exercise allows: every case stays within it, and the cases reach its edges.
    fn domain(&self) -> Domain;

    /// The cases that always run first, the simplest ones first.
    fn corners(&self) -> Vec<Self::Case>;

    /// Where the other cases are drawn from.
    fn cases(&self) -> BoxedStrategy<Self::Case>;

    /// A strategy whose first value is `case`, and which shrinks from there.
    fn shrinking_from(&self, case: &Self::Case) -> BoxedStrategy<Self::Case>;

    /// Could this case have been drawn? Guards against forged replay tokens.
    fn admits(&self, case: &Self::Case) -> bool;

    /// The case as a student reads it.
    fn describe(&self, case: &Self::Case) -> Vec<Fact>;

    /// The launch that runs the case.
    fn launch(&self, case: &Self::Case) -> Launch;

    /// The right contents of each buffer argument afterwards, in the order of the arguments.
    fn expected(&self, case: &Self::Case) -> Vec<Expected>;

    /// Why the right contents of a case are not known: a reference outside this program failed. That is never the
    /// kernel's fault.
    fn fault(&self, _case: &Self::Case) -> Option<String> {
        None
    }

    /// The cases whose run is counted once every case came out right: large enough that the costs of
    /// edges do not count for much, and small enough for an instant.
    fn counted(&self) -> Vec<Self::Case> {
        Vec::new()
    }

    /// Where further cases are drawn from that are counted as well, so that a kernel which does well in the
    /// one that is shown alone is seen. The bounds hold in each.
    fn also_counted(&self) -> Option<BoxedStrategy<Self::Case>> {
        None
    }

    /// What the run of a counted case may cost, where the point is how the work is done.
    fn bounds(&self, _case: &Self::Case) -> Vec<Bound> {
        Vec::new()
    }

    /// The bytes of one element of the buffer argument `buffer`, had the work on it been done twice
    /// over; where that makes no difference to tell, nothing.
    fn done_twice(&self, _case: &Self::Case, _buffer: usize, _element: usize) -> Option<Vec<u8>> {
        None
    }

    /// Does each element of the buffer argument `buffer` hold the global id of the work-item that
    /// wrote it? In an NDRange of several dimensions it is a vector, one component for each.
    fn records_work_items(&self, _buffer: usize) -> bool {
        false
    }

    /// Which work-items may write the elements of the buffer argument `buffer`, as the exercise's text lays
    /// it down. Where the text leaves the division of the work to the student, whichever they choose.
    fn writers(&self, _case: &Self::Case, _buffer: usize) -> Writers {
        Writers::Anyone
    }

    /// Global id of the work-item that has to write `element` of the buffer argument `buffer`,
    /// where the problem lays that down.
    fn owner(&self, case: &Self::Case, buffer: usize, element: usize) -> Option<Vec<usize>>;
}

/// Which work-items may write the elements of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writers {
    Anyone,
    /// Of each element only the one that [`Problem::owner`] names: the same in all such buffers that have
    /// as many elements.
    Owner,
    /// One work-item for each element, whichever it is, and each work-item writes this many elements at
    /// most.
    Each(usize),
}

/// A kernel's name and its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Signature {
    /// The kernel's name.
    pub kernel: String,
    /// Its parameters, in order; types as OpenCL reports them, such as `float*`.
    pub parameters: Vec<Parameter>,
}

impl Signature {
    /// A signature from its parameters as (address space, type, name).
    pub fn new(kernel: &str, parameters: &[(&str, &str, &str)]) -> Self {
        Signature {
            kernel: kernel.to_owned(),
            parameters: parameters
                .iter()
                .map(|&(address_space, type_name, name)| Parameter {
                    name: name.to_owned(),
                    type_name: type_name.to_owned(),
                    address_space: address_space.to_owned(),
                })
                .collect(),
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernel void {}(", self.kernel)?;
        for (position, parameter) in self.parameters.iter().enumerate() {
            if position > 0 {
                f.write_str(", ")?;
            }
            if parameter.address_space != "private" {
                write!(f, "{} ", parameter.address_space)?;
            }
            match parameter.type_name.strip_suffix('*') {
                Some(pointee) => write!(f, "{} *{}", pointee.trim_end(), parameter.name)?,
                None => write!(f, "{} {}", parameter.type_name, parameter.name)?,
            }
        }
        f.write_str(")")
    }
}

/// One line of a case's description: `n` = `2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fact {
    /// What it is, such as `n` or `work-group`.
    pub name: String,
    /// Its value as text.
    pub value: String,
}

impl Fact {
    /// A fact whose value is anything that can be shown.
    pub fn new(name: &str, value: impl fmt::Display) -> Self {
        Fact {
            name: name.to_owned(),
            value: value.to_string(),
        }
    }
}

/// The right contents of one buffer after a launch.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// What it was before.
    Unchanged,
    /// Whatever: the kernel was lent the buffer to work in, and nobody looks at it afterwards.
    Scratch,
    /// Exactly these bytes.
    Exact(Vec<u8>),
    /// Floating-point elements near these values.
    Close {
        /// The reference result, computed in f64; for vector elements, component by component.
        values: Vec<f64>,
        /// For each value, the magnitude of the largest term it was made from: rounding errors are
        /// relative to the terms, so where terms cancel, the result's own ULP would be too strict.
        scales: Vec<f64>,
        /// How far a result may be off.
        tolerance: Tolerance,
    },
}

/// How far a floating-point result may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// In units in the last place, in the element's type, at the magnitude of the scale.
    pub ulps: f64,
    /// Why so many, for the report and for whoever changes it.
    pub reason: &'static str,
}
