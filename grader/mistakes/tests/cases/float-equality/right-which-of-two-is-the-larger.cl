// fmax gives one of its arguments, bit for bit.
// global: 4
// buffer: a float 4 iota read
// buffer: b float 4 values 3 1 2 0
// buffer: which int 4 uninit write
kernel void larger(global const float *a, global const float *b, global int *which)
{
    size_t i = get_global_id(0);
    float most = fmax(a[i], b[i]);
    which[i] = most == a[i] ? 0 : 1;
}
