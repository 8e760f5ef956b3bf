// `extern` announces a table that is defined further down, or says again what is known.
extern __constant int table[2];
extern __constant float curve[];
extern __constant int one;
extern __constant int one;

int early(int i)
{
    return table[i & 1] + one;
}

__constant int table[2] = {3, 5}, one = 1;
__constant float curve[3] = {0.5f, 1.0f, 2.0f};
extern __constant int table[2];

__kernel void k(__global int *a, __global float *f)
{
    a[0] = early(a[1]) + table[1];
    f[0] = curve[a[2] & 1];
}
