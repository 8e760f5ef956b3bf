// global: 256
// local: 64
// buffer: x float 2048 iota read
// buffer: y float 256 uninit write
kernel void medians(global const float *x, global float *y)
{
    local float scratch[64 * 8];
    int lid = get_local_id(0);
    for (int k = 0; k < 8; k++) {
        scratch[lid * 8 + k] = x[k * 256 + get_global_id(0)]; //~
    }
    float most = 0.0f;
    for (int k = 0; k < 8; k++) {
        most = fmax(most, scratch[lid * 8 + k]); //~
    }
    y[get_global_id(0)] = most;
}
