// global: 480
// local: 96
// buffer: x float 480 iota
kernel void twice(global float *x)
{
    x[get_global_id(0)] *= 2.0f;
}
