// global: 256
// local: 64
// buffer: x float 256 iota read
// buffer: y float 256 uninit write
// Stored once, read in every round.
kernel void horner(global const float *x, global float *y)
{
    local float own[64];
    int lid = get_local_id(0);
    own[lid] = x[get_global_id(0)] * 0.001f;
    float sum = 0.0f;
    for (int k = 0; k < 12; k++) {
        sum = sum * own[lid] + 1.0f;
    }
    y[get_global_id(0)] = sum;
}
