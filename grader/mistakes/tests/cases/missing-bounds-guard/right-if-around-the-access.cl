// global: 16
// local: 8
// buffer: x float 13 iota
// value: n uint 13
kernel void halve(global float *x, uint n)
{
    size_t i = get_global_id(0);
    if (i < n)
        x[i] *= 0.5f;
}
