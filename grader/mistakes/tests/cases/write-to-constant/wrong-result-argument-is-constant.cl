// global: 4
// local: 4
// buffer: x float 4 iota read
// buffer: y float 4 zeros
kernel void copy(global const float *x, constant float *y)
{
    size_t i = get_global_id(0);
    y[i] = x[i]; //~
}
