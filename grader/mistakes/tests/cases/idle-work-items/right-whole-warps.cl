// global: 512
// local: 64
// buffer: x float 512 iota
kernel void twice(global float *x)
{
    x[get_global_id(0)] *= 2.0f;
}
