//! What OpenCL C leaves to the implementation, and where a kernel depends on it.

/// Something that OpenCL C leaves to the implementation, where a kernel's results may depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Open {
    /// What number an address is.
    Address,
    /// How accurate `native_` and `half_` functions are.
    Approximation,
    /// A floating value as a whole number of a type that has none for it.
    Conversion,
    /// A division of whole numbers by zero.
    Division,
    /// Whether a product and a sum are rounded once or twice.
    Rounding,
    /// The bits of a NaN.
    NanBits,
    /// The order in which atomic operations of different work-items come.
    AtomicOrder,
    /// The order in which a group combines floating values.
    ReductionOrder,
}

/// A choice of the implementation that a kernel may depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOpen {
    /// What is left open.
    pub what: Open,
    /// The file of the first place.
    pub file: String,
    /// Its line.
    pub line: u32,
}
