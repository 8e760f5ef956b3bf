// kernel: blur
// global: 8
// local: 8
// buffer: x int 6 iota
// buffer: y int 6 zeros
// value: n int 6
// The guard is right; the index out of the array is not.
kernel void blur(global const int *x, global int *y, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        int at[2] = { i == 0 ? n - 1 : i - 1, i + 1 };
        for (int k = 0; k < 2; k++)
            y[i] += x[at[k]];
    }
}
