// One operation needs the digits, and says that it takes them.
// global: 4
// buffer: x float 4 iota
kernel void precise(global float *x)
{
    size_t i = get_global_id(0);
    x[i] = (float)((double)x[i] * 1.000000001);
}
