// global: 8
// local: 4
// buffer: x float 6 iota read
// buffer: marks int 6 zeros
// value: n int 6
kernel void in_range(global const float *x, global int *marks, int n)
{
    int i = get_global_id(0);
    if (x[i] >= 1.0f && x[i] < 3.0f && i < n)
        marks[i] = 1;
}
