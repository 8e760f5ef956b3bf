// The limits of a device: how fast it multiplies and adds, copies, reads local memory, and launches.
// TYPE is a scalar type, VEC the same type in vectors of WIDTH.

#ifndef TYPE
#define TYPE float
#endif
#ifndef WIDTH
#define WIDTH 4
#endif
#define JOINED(a, b) a##b
#define OF_WIDTH(type, width) JOINED(type, width)
#if WIDTH == 1
#define VEC TYPE
#else
#define VEC OF_WIDTH(TYPE, WIDTH)
#endif

#ifdef NEEDS_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#ifdef NEEDS_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

// ANCHOR: fma
// Ten sums that do not wait for one another: as many as hide the time that one multiplication and
// addition takes until its result is there.
#define EACH(step) step(0) step(1) step(2) step(3) step(4) step(5) step(6) step(7) step(8) step(9)
#define START(n) VEC sum##n = (VEC)(TYPE)(n + 1);
#define STEP(n) sum##n = FMA(sum##n, factor, summand);
#ifndef FMA
#define FMA(a, b, c) fma(a, b, c)
#endif

kernel void multiply_add(global VEC *out, TYPE f, TYPE s, uint rounds)
{
    VEC factor = (VEC)f;
    VEC summand = (VEC)s;
    EACH(START)
    for (uint round = 0; round < rounds; ++round) {
        EACH(STEP)
        EACH(STEP)
    }
    // The results are used, so that none of it is left out.
    out[get_global_id(0)] = sum0 + sum1 + sum2 + sum3 + sum4 + sum5 + sum6 + sum7 + sum8 + sum9;
}
// ANCHOR_END: fma

// ANCHOR: away
// With -DSTREAM, past the caches: a processor that stores a whole line need not fetch it before. That is no
// OpenCL, but a builtin of Clang, which many compilers of OpenCL are made from.
#ifdef STREAM
#define PUT(place, value) __builtin_nontemporal_store(value, &(place))
#else
#define PUT(place, value) ((place) = (value))
#endif
// ANCHOR_END: away

// ANCHOR: triad
kernel void triad(global VEC *a, global const VEC *b, global const VEC *c, TYPE factor)
{
    size_t i = get_global_id(0);
    PUT(a[i], b[i] + factor * c[i]);
}
// ANCHOR_END: triad

kernel void copy(global VEC *a, global const VEC *b)
{
    size_t i = get_global_id(0);
    PUT(a[i], b[i]);
}

// Each work-item reads what its neighbours have written, again and again, at changing places.
kernel void read_local(global VEC *out, local VEC *tile, uint rounds)
{
    uint item = get_local_id(0);
    uint items = get_local_size(0);
    tile[item] = (VEC)(TYPE)item;
    barrier(CLK_LOCAL_MEM_FENCE);
    VEC sum0 = (VEC)(TYPE)0;
    VEC sum1 = (VEC)(TYPE)0;
    VEC sum2 = (VEC)(TYPE)0;
    VEC sum3 = (VEC)(TYPE)0;
    // The number of work-items is a power of two.
    for (uint round = 0; round < rounds; ++round) {
        sum0 += tile[(item + 4 * round) & (items - 1)];
        sum1 += tile[(item + 4 * round + 1) & (items - 1)];
        sum2 += tile[(item + 4 * round + 2) & (items - 1)];
        sum3 += tile[(item + 4 * round + 3) & (items - 1)];
    }
    out[get_global_id(0)] = (sum0 + sum1) + (sum2 + sum3);
}

kernel void nothing(global VEC *out)
{
}
