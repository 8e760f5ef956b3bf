// global: 8
// buffer: x float 8 iota
// value: n uint 8
kernel void square(global float *x, uint n) //~
{
    size_t i = get_global_id(0);
    x[i] *= x[i];
}
