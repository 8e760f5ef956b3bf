// global: 512
// local: 64
// buffer: x float 500 iota
// value: n int 500
kernel void scale(global float *x, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        x[i] = x[i] * 2.0f + 1.0f;
    }
}
