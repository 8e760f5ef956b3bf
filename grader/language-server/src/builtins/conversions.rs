//! Conversions and reinterpretations of values.

use super::Text;

/// `convert_int4_sat_rte` and its like.
pub(crate) const CONVERT: Text = Text {
    forms: &[
        "destTypen convert_destTypen(sourceTypen x)",
        "destTypen convert_destTypen_sat(sourceTypen x)",
        "destTypen convert_destTypen_rte(sourceTypen x)",
        "destTypen convert_destTypen_sat_rte(sourceTypen x)",
    ],
    means: "Returns each component of x converted to another type, with the same number of \
            components.",
    notes: &[
        "A vector is converted in no other way: (int4)v of a float4 v is an error.",
        "_rte rounds to nearest even, _rtz toward zero, _rtp up, _rtn down. Without one an integer \
         is truncated toward zero, a floating result rounded to nearest even.",
        "A value outside the integer type gives an implementation-defined result; with _sat it gives \
         the nearest value, and NaN gives 0.",
    ],
};

/// `as_int4` and its like.
pub(crate) const REINTERPRET: Text = Text {
    forms: &["destTypen as_destTypen(sourceTypem x)"],
    means: "Returns the same bits as a value of another type of the same size in bytes. The value \
            is not converted: as_int(1.0f) is 0x3f800000.",
    notes: &[
        "Both types must have the same size; a vector of 3 components counts as one of 4.",
        "convert_int and its like convert the value.",
    ],
};
