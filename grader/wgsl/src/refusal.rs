//! Why a kernel cannot run through WGSL: data, and the one place that words it.

use opencl_c::program::Program;
use opencl_c::source::Origin;
use std::fmt;

/// A construct that has no sure form in WGSL, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What it is.
    pub reason: Reason,
    /// Where it stands; absent where it belongs to the launch.
    pub origin: Option<Origin>,
}

/// Kinds of construct that are refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A value of a type that WGSL has not, `double`; or of `half` where no form is right in each bit.
    Type(String),
    /// A built-in function without a form here.
    BuiltIn(String),
    /// `goto`.
    Goto,
    /// A `case` within another statement of its `switch`.
    CaseWithin,
    /// A pointer that may point to objects of two address spaces.
    MixedSpaces,
    /// A pointer made from a number, or a number from a pointer.
    PointerAsNumber,
    /// Memory ordered between work-groups.
    OrderBetweenGroups,
    /// A barrier inside an expression of which only a part is evaluated.
    BarrierInExpression,
    /// An initialiser of a constant object that is not a number.
    Initialiser,
    /// A program-scope object in global memory.
    GlobalObject,
    /// An image or a sampler that is not plainly one of the launch's or a constant.
    Image,
    /// An atomic operation on 64 bits.
    WideAtomic,
    /// More functions or text than is reasonable.
    TooLarge,
    /// A kernel of that name is not there.
    NoKernel,
    /// Another expression.
    Expression(&'static str),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Reason::Type(name) => return write!(f, "WGSL has no `{name}`"),
            Reason::BuiltIn(name) => return write!(f, "`{name}` has no form in WGSL here"),
            Reason::Expression(what) => return write!(f, "{what} has no form in WGSL here"),
            Reason::Goto => "WGSL has no `goto`",
            Reason::CaseWithin => "a `case` stands within another statement of its `switch`",
            Reason::MixedSpaces => "a pointer may point into two address spaces",
            Reason::PointerAsNumber => "a pointer is used as a number",
            Reason::OrderBetweenGroups => "WGSL does not order memory between work-groups",
            Reason::BarrierInExpression => "a barrier stands in a part of an expression",
            Reason::Initialiser => "the initialiser is not read as a number",
            Reason::GlobalObject => "an object at program scope lies in global memory",
            Reason::Image => "which image or sampler this is cannot be seen",
            Reason::WideAtomic => "WGSL has no atomic operation on 64 bits",
            Reason::TooLarge => "the shader would be too large",
            Reason::NoKernel => "the program has no such kernel",
        };
        f.write_str(text)
    }
}

impl Refusal {
    /// "cannot run here: place: why".
    pub fn text(&self, program: &Program) -> String {
        let Some(origin) = self.origin else {
            return format!("cannot run here: {}", self.reason);
        };
        let place = program.sources.place(origin, origin, String::new(), true);
        format!(
            "cannot run here: {}:{}:{}: {}",
            place.file, place.line, place.column, self.reason
        )
    }
}

pub(crate) type Result<T> = std::result::Result<T, Refusal>;

pub(crate) fn refuse<T>(reason: Reason, origin: Origin) -> Result<T> {
    Err(Refusal {
        reason,
        origin: Some(origin),
    })
}
