//! What the name of a scalar says of its value.

use crate::guess::Number;

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Named {
    /// A few: a radius, a number of rounds. It holds whatever the scalar is compared with.
    Few(Number),
    /// A size in one dimension: 0 for a width.
    Extent(usize),
    /// A number of elements.
    Count,
    /// Nothing known.
    Unknown,
}

/// Words of a name, with the number that each stands for. The first that matches counts.
const FEW: [(&[&str], i64); 12] = [
    (
        &[
            "radius", "rad", "halo", "border", "pad", "padding", "margin",
        ],
        2,
    ),
    (
        &[
            "filter",
            "mask",
            "ksize",
            "window",
            "win",
            "stencil",
            "taps",
            "neighborhood",
            "order",
            "degree",
        ],
        3,
    ),
    (
        &[
            "iter",
            "iters",
            "iteration",
            "iterations",
            "maxiter",
            "maxiterations",
            "niter",
            "rounds",
            "depth",
            "steps",
            "nsteps",
            "timesteps",
            "numsteps",
        ],
        8,
    ),
    (&["seed"], 12345),
    (
        &[
            "offset", "offs", "off", "start", "begin", "base", "first", "origin", "x0", "y0", "z0",
            "index", "idx",
        ],
        0,
    ),
    (
        &["channels", "channel", "components", "nchannels", "planes"],
        3,
    ),
    (&["batch", "batches", "batchsize", "images"], 2),
    (&["bins", "nbins", "bin", "buckets", "numbins"], 16),
    (
        &[
            "clusters",
            "nclusters",
            "centroids",
            "classes",
            "states",
            "dims",
            "features",
            "nfeatures",
        ],
        4,
    ),
    (
        &[
            "log", "log2", "bits", "level", "pass", "stage", "phase", "shift", "lod", "bit",
        ],
        1,
    ),
    (
        &[
            "flag",
            "is",
            "do",
            "use",
            "has",
            "inverse",
            "mode",
            "sign",
            "dir",
            "direction",
            "inc",
            "incx",
            "incy",
        ],
        1,
    ),
    (&["divisor", "factor", "scale"], 2),
];

/// Words for the size in a dimension.
const EXTENTS: [&[&str]; 3] = [
    &[
        "width",
        "w",
        "cols",
        "columns",
        "col",
        "nx",
        "dimx",
        "sizex",
        "xdim",
        "pitch",
        "stride",
        "ld",
        "lda",
        "ldb",
        "ldc",
        "xsize",
        "imgwidth",
        "ncols",
        "numcols",
        "wa",
        "wb",
        "wc",
        "step",
        "rowsize",
        "rowlength",
        "gx",
        "resx",
        "cx",
    ],
    &[
        "height",
        "h",
        "rows",
        "row",
        "ny",
        "dimy",
        "sizey",
        "ydim",
        "ysize",
        "imgheight",
        "nrows",
        "numrows",
        "ha",
        "hb",
        "hc",
        "lines",
        "gy",
        "resy",
        "cy",
    ],
    &["nz", "dimz", "sizez", "zdim", "zsize", "slices", "gz"],
];

const COUNTS: [&str; 21] = [
    "n",
    "m",
    "size",
    "len",
    "length",
    "count",
    "num",
    "total",
    "number",
    "max",
    "elements",
    "numelements",
    "samples",
    "limit",
    "end",
    "nelem",
    "items",
    "numitems",
    "points",
    "particles",
    "bodies",
];

/// The words of a name, in small letters: `maskWidth` and `mask_width` have two.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    for letter in name.chars() {
        let begins = !letter.is_alphanumeric()
            || (letter.is_uppercase() && before.is_lowercase())
            || !before.is_alphanumeric();
        if begins {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// What the name of a whole number stands for.
pub(crate) fn named(name: &str) -> Named {
    let words = words(name);
    let whole: String = words.concat();
    let is = |known: &[&str]| {
        known
            .iter()
            .any(|known| whole == *known || words.iter().any(|word| word == known))
    };
    if let Some((_, value)) = FEW.iter().find(|(known, _)| is(known)) {
        return Named::Few(Number::Whole(*value));
    }
    if let Some(dimension) = EXTENTS.iter().position(|known| is(known)) {
        return Named::Extent(dimension);
    }
    if is(&COUNTS)
        || (whole.len() > 1 && whole.starts_with('n') && words.len() == 1 && name.len() <= 4)
    {
        return Named::Count;
    }
    Named::Unknown
}

/// The value of a floating scalar of this name.
pub(crate) fn real(name: &str) -> Number {
    let words = words(name);
    let is = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    if is(&[
        "dt",
        "eps",
        "epsilon",
        "tol",
        "tolerance",
        "lr",
        "rate",
        "softening",
        "h",
        "dx",
        "dy",
        "dz",
    ]) {
        return Number::Real(0.01);
    }
    if is(&[
        "width", "height", "w", "n", "size", "rows", "cols", "count", "num", "nx", "ny", "max",
    ]) {
        return match named(name) {
            Named::Extent(dimension) => Number::Size(dimension),
            _ => Number::Size(0),
        };
    }
    Number::Real(0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_word_by_word() {
        assert_eq!(words("maskWidth"), ["mask", "width"]);
        assert_eq!(words("num_of_Items"), ["num", "of", "items"]);
        assert_eq!(words("N"), ["n"]);
        assert_eq!(words("__"), Vec::<String>::new());
    }

    #[test]
    fn a_mask_is_a_few_and_a_width_is_an_extent() {
        assert_eq!(named("maskWidth"), Named::Few(Number::Whole(3)));
        assert_eq!(named("img_width"), Named::Extent(0));
        assert_eq!(named("HEIGHT"), Named::Extent(1));
        assert_eq!(named("n"), Named::Count);
        assert_eq!(named("numElements"), Named::Count);
        assert_eq!(named("foo"), Named::Unknown);
    }
}
