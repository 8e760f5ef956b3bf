// global: 512
// local: 64
// buffer: x float 512 iota
constant float factors[4] = {0.5f, 1.5f, 2.5f, 3.5f};
kernel void scale(global float *x)
{
    int i = get_global_id(0);
    x[i] = x[i] * factors[0] + factors[1] * factors[2] - factors[3];
}
