// global: 16
// local: 4
// buffer: x float 13 iota read
// buffer: y float 13 iota
// value: a float 2
// value: n int 13
kernel void saxpy(global const float *x, global float *y, float a, int n) {
    int i = get_global_id(0);
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}
