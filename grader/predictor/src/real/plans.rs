//! How each kind is launched.

use super::{Content, Draw, Kind, Plan};

macro_rules! kinds {
    ($($name:literal $plan:expr;)*) => {
        &[$(Kind { name: $name, text: include_str!(concat!($name, ".cl")), plan: $plan },)*]
    };
}

/// A plan over a line of work-items, in work-groups of a drawn size that does not exceed it.
fn line(draw: &mut Draw, items: usize) -> Plan {
    let group = draw.line().min(items);
    Plan::new(&[items], &[group])
}

/// A plan over a plane of work-items.
fn plane(draw: &mut Draw, width: usize, height: usize) -> Plan {
    let group = draw.plane();
    Plan::new(
        &[width, height],
        &[group[0].min(width), group[1].min(height)],
    )
}

/// A plan of `groups` work-groups that need a power of two of work-items; returns their size too.
fn grouped(draw: &mut Draw, groups: usize) -> (Plan, usize) {
    let size = draw.of(&[32, 64, 128, 256, 512]);
    (Plan::new(&[groups * size], &[size]), size)
}

/// Rows and columns of a matrix of 256 to 64 million elements.
fn sides(draw: &mut Draw) -> (usize, usize) {
    let rows = draw.power(6, 15);
    let most = (26 - rows.ilog2()).min(13);
    (rows, draw.power(4, most))
}

pub const KINDS: &[Kind] = kinds! {
    "matrix-vector-rows" |draw| {
        let (rows, columns) = sides(draw);
        line(draw, rows).floats(rows * columns).floats(columns).zeros(rows).int(rows).int(columns)
    };
    "matrix-vector-columns" |draw| {
        let (columns, rows) = sides(draw);
        line(draw, columns).floats(rows * columns).floats(rows).zeros(columns).int(rows).int(columns)
    };
    "matrix-vector-groups" |draw| {
        let (rows, columns) = sides(draw);
        let (plan, size) = grouped(draw, rows);
        plan.floats(rows * columns).floats(columns).zeros(rows).int(columns).local(4 * size)
    };
    "triangular-solve" |draw| {
        let (n, sides) = (draw.of(&[16, 32, 64, 128]), draw.power(6, 17));
        line(draw, sides).floats(n * n).floats(n * sides).int(n).int(sides)
    };
    "lu-step" |draw| {
        let n = draw.power(6, 13);
        let k = draw.of(&[0, n / 4, n / 2]);
        plane(draw, n, n).floats(n * n).int(n).int(k)
    };
    "householder" |draw| {
        let (columns, rows) = sides(draw);
        line(draw, columns).floats(rows * columns).floats(rows).int(rows).int(columns).float(0.01)
    };
    "covariance" |draw| {
        let (variables, samples) = (draw.power(5, 11), draw.power(5, 11));
        plane(draw, variables, variables)
            .floats(samples * variables).floats(variables).zeros(variables * variables).int(samples).int(variables)
    };
    "gram" |draw| {
        let (columns, rows) = (draw.power(5, 9), draw.power(5, 9));
        line(draw, columns).floats(rows * columns).zeros(columns * columns).int(rows).int(columns)
    };
    "product-naive" |draw| {
        let n = draw.of(&[32, 64, 128, 256, 512, 1024, 2048]);
        plane(draw, n, n).floats(n * n).floats(n * n).zeros(n * n).int(n).float(1.5).float(0.5)
    };
    "product-tiled" |draw| {
        let n = draw.of(&[32, 64, 128, 256, 512, 1024, 2048]);
        Plan::new(&[n, n], &[16, 16]).floats(n * n).floats(n * n).zeros(n * n).int(n)
    };
    "n-body" |draw| {
        let n = draw.power(7, 16);
        line(draw, n).floats(4 * n).zeros(4 * n).int(n)
    };
    "n-body-tiled" |draw| {
        let n = draw.power(9, 16);
        let size = draw.line();
        Plan::new(&[n], &[size]).floats(4 * n).zeros(4 * n).int(n).local(16 * size)
    };
    "spmv-csr" |draw| {
        let (rows, each) = (draw.power(7, 20), draw.of(&[4, 8, 16, 32]));
        line(draw, rows)
            .with(Content::Ramp { count: rows + 1, step: each })
            .below(rows * each, rows).floats(rows * each).floats(rows).zeros(rows).int(rows).rounds(each)
    };
    "spmv-csr-groups" |draw| {
        let (rows, each) = (draw.power(5, 15), draw.of(&[128, 512, 1024]));
        let (plan, size) = grouped(draw, rows);
        plan.with(Content::Ramp { count: rows + 1, step: each })
            .below(rows * each, rows).floats(rows * each).floats(rows).zeros(rows).local(4 * size)
            .rounds(each.div_ceil(size))
    };
    "spmv-ell" |draw| {
        let (rows, width) = (draw.power(7, 20), draw.of(&[4, 8, 16, 32]));
        line(draw, rows)
            .below(rows * width, rows).floats(rows * width).floats(rows).zeros(rows).int(rows).int(width)
    };
    "spmv-coo" |draw| {
        let (entries, rows) = (draw.power(8, 23), draw.power(6, 20));
        line(draw, entries)
            .below(entries, rows).below(entries, rows).below(entries, 9).below(rows, 9).zeros(rows).int(entries)
    };
    "scan-groups" |draw| {
        let groups = draw.power(0, 16);
        let (plan, size) = grouped(draw, groups);
        plan.below(groups * size, 9).zeros(groups * size).local(4 * size)
    };
    "scan-chunks" |draw| {
        let (items, chunk) = (draw.power(6, 18), draw.of(&[16, 64, 256]));
        line(draw, items).below(items * chunk, 9).zeros(items * chunk).int(chunk)
    };
    "reduce-tree" |draw| {
        let groups = draw.power(0, 17);
        let (plan, size) = grouped(draw, groups);
        plan.floats(groups * size).zeros(groups).local(4 * size)
    };
    "reduce-atomic" |draw| {
        let n = draw.power(6, 24);
        line(draw, n).below(n, 9).zeros(1).int(n)
    };
    "reduce-strided" |draw| {
        let items = draw.power(7, 18);
        let n = items * draw.of(&[4, 16, 64, 256]);
        line(draw, items).floats(n).zeros(items).int(n)
    };
    "reduce-chunks" |draw| {
        let (items, chunk) = (draw.power(6, 18), draw.of(&[16, 64, 256]));
        line(draw, items).floats(items * chunk).zeros(items).int(chunk)
    };
    "histogram-global" |draw| {
        let (n, bins) = (draw.power(8, 24), draw.of(&[16, 256, 4096, 65536]));
        line(draw, n).below(n, bins).zeros(bins).int(n)
    };
    "histogram-local" |draw| {
        let (items, bins) = (draw.power(8, 18), draw.of(&[16, 256, 1024]));
        let n = items * draw.of(&[1, 8, 64]);
        line(draw, items).below(n, bins).zeros(bins).local(4 * bins).int(n).int(bins)
    };
    "bitonic-step" |draw| {
        let n = draw.power(9, 25);
        let apart = draw.of(&[1, 16, 256]);
        line(draw, n).below(n, 1 << 30).int(apart).int(2 * apart)
    };
    "radix-count" |draw| {
        let (items, chunk) = (draw.power(7, 18), draw.of(&[16, 64, 128]));
        line(draw, items).below(items * chunk, 1 << 30).zeros(16 * items).int(chunk).int(4)
    };
    "rank-sort" |draw| {
        let n = draw.power(7, 16);
        line(draw, n).floats(n).zeros(n).int(n)
    };
    "bfs-level" |draw| {
        let (vertices, degree) = (draw.power(7, 21), draw.of(&[4, 8, 16]));
        line(draw, vertices)
            .below(vertices * degree, vertices).below(vertices, 4).zeros(1).int(vertices).int(degree).int(1)
    };
    "alignment-diagonal" |draw| {
        let n = draw.power(8, 13);
        line(draw, n)
            .zeros(n * n).with(Content::Bytes(n)).with(Content::Bytes(n)).int(n).int(n)
    };
    "fft-pass" |draw| {
        let n = draw.power(8, 25);
        let span = draw.of(&[1, 8, 64]);
        line(draw, n / 2).floats(2 * n).zeros(2 * n).int(n).int(span)
    };
    "monte-carlo" |draw| {
        let (items, rounds) = (draw.power(6, 20), draw.of(&[16, 256, 1024]));
        line(draw, items).below(items, 1 << 30).zeros(items).int(rounds)
    };
    "stencil-1d" |draw| {
        let n = draw.power(7, 26);
        line(draw, n).floats(n).zeros(n).int(n)
    };
    "stencil-2d" |draw| {
        let (width, height) = (draw.power(6, 13), draw.power(6, 13));
        plane(draw, width, height).floats(width * height).zeros(width * height).int(width).int(height)
    };
    "stencil-3d" |draw| {
        let n = draw.of(&[16, 32, 64, 128, 256]);
        let group = draw.of(&[[8, 8, 4], [32, 4, 2], [16, 16, 1]]);
        Plan::new(&[n; 3], &[group[0].min(n), group[1].min(n), group[2]])
            .floats(n * n * n).zeros(n * n * n).int(n)
    };
    "stencil-3d-columns" |draw| {
        let n = draw.of(&[32, 64, 128, 256]);
        plane(draw, n, n).floats(n * n * n).zeros(n * n * n).int(n)
    };
    "transpose-naive" |draw| {
        let n = draw.power(6, 13);
        plane(draw, n, n).floats(n * n).zeros(n * n).int(n)
    };
    "transpose-tiled" |draw| {
        let n = draw.power(6, 13);
        Plan::new(&[n, n], &[16, 16]).floats(n * n).zeros(n * n).int(n)
    };
    "convolution-1d" |draw| {
        let (n, taps) = (draw.power(7, 22), draw.of(&[5, 17, 65, 257]));
        line(draw, n).floats(n + taps).floats(taps).zeros(n).int(taps)
    };
    "convolution-2d" |draw| {
        let (n, side) = (draw.power(5, 11), draw.of(&[3, 5, 9, 17]));
        plane(draw, n, n).floats((n + side) * (n + side)).floats(side * side).zeros(n * n).int(n).int(side)
    };
    "hash" |draw| {
        let (items, length) = (draw.power(6, 19), draw.of(&[16, 64, 256]));
        line(draw, items).with(Content::Bytes(items * length)).zeros(items).int(length)
    };
    "string-search" |draw| {
        let (n, length) = (draw.power(7, 24), draw.of(&[4, 16, 64]));
        line(draw, n)
            .with(Content::Bytes(n + length)).with(Content::Bytes(length)).zeros(n).int(length)
    };
    "pointer-chase" |draw| {
        let (items, cells) = (draw.power(5, 17), draw.power(11, 25));
        let steps = draw.of(&[16, 64, 256]);
        line(draw, items.min(cells)).with(Content::Cycle(cells)).zeros(items.min(cells)).int(steps)
    };
    "gather" |draw| {
        let (n, cells) = (draw.power(7, 24), draw.power(10, 25));
        line(draw, n).below(n, cells).floats(cells).zeros(n).int(n)
    };
    "scatter" |draw| {
        let (n, cells) = (draw.power(7, 24), draw.power(10, 25));
        line(draw, n).below(n, cells).floats(n).zeros(cells).int(n)
    };
    "mandelbrot" |draw| {
        let (width, height, most) = (draw.power(5, 12), draw.power(5, 11), draw.of(&[16, 64, 256]));
        plane(draw, width, height).zeros(width * height).int(width).int(height).int(most).rounds(most)
    };
    "floyd-warshall" |draw| {
        let n = draw.power(6, 13);
        plane(draw, n, n).below(n * n, 1 << 20).int(n).int(n / 2)
    };
    "k-means" |draw| {
        let (n, count, dimensions) = (draw.power(7, 20), draw.of(&[4, 16, 32]), draw.of(&[2, 4, 16]));
        line(draw, n)
            .floats(n * dimensions).floats(count * dimensions).zeros(n).int(n).int(count).int(dimensions)
    };
    "prefix-rows" |draw| {
        let (rows, columns) = sides(draw);
        let columns = columns.min(2048);
        line(draw, rows).floats(rows * columns).int(rows).int(columns)
    };
    "horner" |draw| {
        let (n, degree) = (draw.power(6, 23), draw.of(&[8, 32, 128]));
        line(draw, n).floats(n).floats(degree + 1).zeros(n).int(degree)
    };
    "saxpy" |draw| {
        let n = draw.power(7, 26);
        line(draw, n).floats(n).floats(n).float(0.5).int(n)
    };
    "softmax-rows" |draw| {
        let (rows, columns) = (draw.power(2, 13), draw.power(8, 12));
        let (plan, size) = grouped(draw, rows);
        plan.floats(rows * columns).zeros(rows * columns).int(columns).local(4 * size)
    };
    "jacobi-rows" |draw| {
        let n = draw.power(6, 12);
        line(draw, n).floats(n * n).floats(n).floats(n).zeros(n).int(n)
    };
    "life" |draw| {
        let (width, height) = (draw.power(6, 13), draw.power(6, 13));
        plane(draw, width, height)
            .with(Content::Bytes(width * height)).with(Content::Zeros(width * height)).int(width).int(height)
    };
    "option-prices" |draw| {
        let n = draw.power(7, 25);
        line(draw, n).floats(n).floats(n).zeros(n).float(0.02).float(0.3)
    };
    "binary-search" |draw| {
        let (n, levels) = (draw.power(7, 21), draw.of(&[8, 14, 20, 24]));
        line(draw, n)
            .with(Content::Ramp { count: 1 << levels, step: 1 }).below(n, 1 << levels).zeros(n).int(levels)
    };
    "hamming" |draw| {
        let (queries, n) = (draw.power(6, 16), draw.of(&[64, 512, 4096]));
        line(draw, queries).below(n, 1 << 30).below(queries, 1 << 30).zeros(queries).int(n)
    };
    "resize" |draw| {
        let (width, height) = (draw.power(6, 12), draw.power(6, 12));
        let (from, scale) = draw.of(&[(1, 0.5_f32), (2, 1.7)]);
        let pitch = width * from + 2;
        plane(draw, width, height)
            .floats(pitch * (height * from + 2)).zeros(width * height).int(width).int(height).int(pitch).float(scale)
    };
    "bit-reversal" |draw| {
        let n = draw.power(8, 24);
        line(draw, n).floats(2 * n).zeros(2 * n).int(n.ilog2() as usize)
    };
    "neural-layer" |draw| {
        let (inputs, outputs, batch) = (draw.power(5, 11), draw.power(5, 11), draw.power(3, 9));
        plane(draw, outputs, batch)
            .floats(inputs * outputs).floats(batch * inputs).zeros(batch * outputs).int(inputs).int(outputs)
    };
    "bilateral-products" |draw| {
        let n = draw.power(6, 12);
        line(draw, n).floats(n * n).floats(n).floats(n).zeros(n).zeros(n).int(n)
    };
    "odd-even-sort" |draw| {
        let groups = draw.power(0, 12);
        let (plan, size) = grouped(draw, groups);
        plan.below(groups * size, 1 << 30).local(4 * size)
    };
};
