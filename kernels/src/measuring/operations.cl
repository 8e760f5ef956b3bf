// One operation, COUNT times, each on the results of the two before: none can be left out, none can be
// done before its turn.

#ifndef TYPE
#define TYPE float
#endif
#ifndef OPERATION
#define OPERATION(a, b) ((a) + (b))
#endif
#ifndef COUNT
#define COUNT 16
#endif
#ifdef NEEDS_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif

#define TIMES_0
#define TIMES_1 { TYPE next = OPERATION(a, b); a = b; b = next; }
#define TIMES_2 TIMES_1 TIMES_1
#define TIMES_4 TIMES_2 TIMES_2
#define TIMES_8 TIMES_4 TIMES_4
#define TIMES_16 TIMES_8 TIMES_8
#define TIMES_32 TIMES_16 TIMES_16
#define TIMES_64 TIMES_32 TIMES_32
#define TIMES_128 TIMES_64 TIMES_64
#define TIMES_256 TIMES_128 TIMES_128
#define TIMES_512 TIMES_256 TIMES_256
#define JOINED(a, b) a##b
#define TIMES(count) JOINED(TIMES_, count)

kernel void operate(global TYPE *out, global const TYPE *in)
{
    size_t i = get_global_id(0);
    TYPE a = in[i];
    TYPE b = a;
    TIMES(COUNT)
    out[i] = b;
}
