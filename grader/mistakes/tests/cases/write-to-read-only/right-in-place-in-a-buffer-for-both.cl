// global: 4
// local: 4
// buffer: x float 4 iota
kernel void scale(global float *x)
{
    x[get_global_id(0)] *= 3.0f;
}
