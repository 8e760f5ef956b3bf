// An integer beside a float becomes a float.
// global: 4
// buffer: x float 4 iota
kernel void affine(global float *x)
{
    size_t i = get_global_id(0);
    x[i] = 2 * x[i] + 1;
}
