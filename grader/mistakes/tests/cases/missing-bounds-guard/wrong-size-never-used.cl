// global: 16
// local: 8
// buffer: x float 16 iota
// value: n uint 16
kernel void halve(global float *x, uint n)
{
    x[get_global_id(0)] *= 0.5f; //~
}
