// The limits ascend: the first that is not reached ends the walk.
__kernel void classify(__constant int *limits, unsigned count, __global const int *in,
                       __global unsigned *out, unsigned n)
{
    unsigned i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        __constant int *p = limits;
        __constant int *end = limits + count;
        while (p < end && *p <= value)
            ++p;
        out[i] = (unsigned)(p - limits);
    }
}
