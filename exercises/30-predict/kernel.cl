// Exercise 30: predict
//
// Two things are asked. First, without changing this kernel, answer the questions in answers.toml: what
// class each of its six accesses is of, what a warp moves for them, and what time the model predicts.
//
// Then beat that time. The results are right already:
//
//     out[i] = base[i] * base[i] + gains[i % 64] * (series[8 i] * weights[0] + ... + series[8 i + 7] * weights[7])
//
// but the work-items of a warp read the series far apart, eight times over:
//
//     work-item      0                 1                 2
//     series     [ 0 1 2 3 4 5 6 7 | 8 9 ...       | 16 17 ...        ]     32 bytes each: a sector
//     round 0      *                 *               *
//     round 1        *                 *               *
//
// and each round moves every sector again. Counted besides: 1792 bytes a warp are enough.
//
// Ranges: n from 0 to 9000; work-groups of 1 to 256 work-items.

kernel void weighted(global const float *series, global const float *weights,
                     global const float *gains, global const float *base, global float *out, uint n)
{
    uint i = get_global_id(0);
    if (i >= n)
        return;
    float sum = 0.0f;
    for (uint k = 0; k < 8; k++)
        sum += series[8 * i + k] * weights[k];
    out[i] = base[i] * base[i] + gains[i & 63] * sum;
}
