// global: 4
// local: 4
// buffer: x float 4 iota read
// buffer: y float 4 zeros write
kernel void accumulate(global const float *x, global float *y)
{
    int i = get_global_id(0);
    y[i] += x[i]; //~
}
