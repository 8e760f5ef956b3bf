// The radius comes from the host, so no compiler can unroll the loops.
// global: 4
// buffer: x float 8 iota read
// buffer: y float 4 uninit write
// value: width int 3
kernel void largest(global const float *x, global float *y, int width)
{
    size_t i = get_global_id(0);
    float window[9];
    for (int k = 0; k < width; k++) {
        window[k] = x[i + k]; //~
    }
    float most = window[0];
    for (int k = 1; k < width; k++) {
        most = fmax(most, window[k]);
    }
    y[i] = most;
}
