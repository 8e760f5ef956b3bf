// global: 8
// local: 4
// buffer: x float 13 iota
// value: n int 13
kernel void halve(global float *x, int n)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        x[i] *= 0.5f;
}
