// One access of each work-item, in each of the ways that differ: the index alone makes the difference.
// n is the number of work-items and of elements, a power of two.

// ANCHOR: patterns
kernel void no_read(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    out[x] = (float)x;
}

kernel void constant_read(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    out[x] = in[42];
}

kernel void interval_read(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    out[x] = in[x & 255];
}

kernel void coalesced_read(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    out[x] = in[x];
}

kernel void repeated_read(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    out[x] = in[x] * in[x];
}

#ifndef STRIDE
#define STRIDE 4099
#endif

// An odd stride and a power of two: every element is read once, no two neighbours near one another.
kernel void uncoalesced_read(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    out[x] = in[(x * STRIDE) & (n - 1)];
}

kernel void uncoalesced_write(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    out[(x * STRIDE) & (n - 1)] = in[x];
}
// ANCHOR_END: patterns

// Each stretch of n / STRIDE work-items reads every STRIDE-th element, the stretches one after another.
kernel void strided_read(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    uint part = n / STRIDE;
    out[x] = in[(x % part) * STRIDE + x / part];
}

// What is kept in a private array, in local memory, in global memory: READS of each.
#ifndef READS
#define READS 64
#endif

kernel void private_reads(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    float kept[4] = { in[x], in[x ^ 1], in[x ^ 2], in[x ^ 3] };
    float sum = 0.0f;
    for (uint i = 0; i < READS; ++i)
        sum = sum * 0.5f + kept[i & 3];
    out[x] = sum;
}

kernel void local_reads(global float *out, global const float *in, uint n, local float *kept)
{
    uint x = get_global_id(0);
    uint item = get_local_id(0);
    kept[item] = in[x];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (uint i = 0; i < READS; ++i)
        sum = sum * 0.5f + kept[item ^ (i & 3)];
    out[x] = sum;
}

kernel void global_reads(global float *out, global const float *in, uint n)
{
    uint x = get_global_id(0);
    float sum = 0.0f;
    for (uint i = 0; i < READS; ++i)
        sum = sum * 0.5f + in[(x ^ (i & 3)) + (i >> 2) * (n / READS * 4) & (n - 1)];
    out[x] = sum;
}
