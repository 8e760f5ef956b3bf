// How often values of each kind come, tuned for a GPU: neighbouring values are counted two at a time. A work-group
// has a slot for each pair of kinds, so that two values take one atomic operation instead of two, and equal
// values, which come in swarms, spread over more slots. In the end the pairs are added up: a value's kind is the
// first of some pairs and the second of others.
//
// A GPU wants a few work-groups for each compute unit, as large as they may be, since each clears and adds up its
// slots once. Right for any NDRange.

// Kinds of values: equal parts of 0 to 255. A power of two; BINS x BINS counts have to fit local memory.
#ifndef BINS
#define BINS 64
#endif
// Vectors of 16 values of a work-item that are on their way at once.
#ifndef AT_ONCE
#define AT_ONCE 2
#endif

#define PER_BIN (256 / BINS)

// ANCHOR: count
// The lowest byte of `two` and the next one.
void count_pair(local uint *pairs, uint two)
{
    atomic_inc(&pairs[(two >> 8 & 0xff) / PER_BIN * BINS + (two & 0xff) / PER_BIN]);
}

void count_four(local uint *pairs, uint four)
{
    count_pair(pairs, four);
    count_pair(pairs, four >> 16);
}
// ANCHOR_END: count

// ANCHOR: kernel
kernel void histogram(global const uchar *restrict values, global uint *restrict counts, uint n)
{
    local uint pairs[BINS * BINS];
    local uint bins[BINS];
    const uint lid = get_local_id(0);
    const uint size = get_local_size(0);
    for (uint slot = lid; slot < BINS * BINS; slot += size)
        pairs[slot] = 0;
    for (uint bin = lid; bin < BINS; bin += size)
        bins[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    // ANCHOR: values
    // An array begins where a vector may, and so do all its vectors: one instruction reads 16 values.
    global const uint4 *vectors = (global const uint4 *)values;
    const uint count = n / 16;
    const size_t all = get_global_size(0);
    for (size_t start = get_global_id(0); start < count; start += AT_ONCE * all) {
        uint4 held[AT_ONCE];
#pragma unroll
        for (uint i = 0; i < AT_ONCE; ++i)
            if (start + i * all < count)
                held[i] = vectors[start + i * all];
#pragma unroll
        for (uint i = 0; i < AT_ONCE; ++i)
            if (start + i * all < count) {
                count_four(pairs, held[i].x);
                count_four(pairs, held[i].y);
                count_four(pairs, held[i].z);
                count_four(pairs, held[i].w);
            }
    }
    // At the end of the array there may be less than 16.
    for (size_t rest = (size_t)count * 16 + get_global_id(0); rest < n; rest += all)
        atomic_inc(&bins[values[rest] / PER_BIN]);
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: values

    // ANCHOR: merge
    // Work-items side by side add up bins side by side. Each begins its row at another column, so that they meet
    // different banks.
    for (uint part = lid; part < BINS * BINS; part += size) {
        const uint bin = part % BINS, other = part / BINS;
        const uint sum = pairs[bin * BINS + (other + bin) % BINS] + pairs[other * BINS + bin];
        if (sum > 0)
            atomic_add(&bins[bin], sum);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = lid; bin < BINS; bin += size)
        if (bins[bin] > 0)
            atomic_add(&counts[bin], bins[bin]);
    // ANCHOR_END: merge
}
// ANCHOR_END: kernel
