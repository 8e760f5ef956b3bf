// global: 256
// local: 64
// buffer: x float 4096 iota
// value: n int 4096
kernel void scale(global float *x, int n)
{
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        x[i] *= 3.0f;
    }
}
