// global: 1000
// local: 64
// buffer: x float 1000 iota
// value: n int 1000
kernel void halve(global float *x, int n) //~
{
    int i = get_global_id(0);
    if (i < n)
        x[i] *= 0.5f;
}
