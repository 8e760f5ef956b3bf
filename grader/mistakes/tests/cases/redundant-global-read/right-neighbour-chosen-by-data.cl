// global: 512
// local: 64
// buffer: next int 512 iota read
// buffer: x float 512 iota read
// buffer: y float 512 uninit write
kernel void follow(global const int *next, global const float *x, global float *y)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    int at = i;
    for (int k = 0; k < 20; k++) {
        at = next[at];
        sum += x[at];
    }
    y[i] = sum;
}
