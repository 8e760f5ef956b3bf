// global: 2
// local: 2
// buffer: x float 8 iota read
// buffer: y float 8 zeros
kernel void copy(global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    vstore4(vload4(4 * i, x), i, y);
}
