// global: 32
// local: 8
// buffer: x float 32 iota read
// buffer: y float 32 zeros
// value: n int 32
kernel void halve(global const float *x, global float *y, int n)
{
    if (get_global_id(0) < n) {
        int i = get_local_id(0);
        y[i] = 0.5f * x[get_global_id(0)]; //~
    }
}
