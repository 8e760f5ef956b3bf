// global: 256
// local: 64
// buffer: x float 2048 iota read
// buffer: y float 256 uninit write
// A column for each work-item, read many times: more than registers would hold.
kernel void pairs(global const float *x, global float *y)
{
    local float own[8 * 64];
    int lid = get_local_id(0);
    for (int k = 0; k < 8; k++) {
        own[k * 64 + lid] = x[k * 256 + get_global_id(0)];
    }
    float sum = 0.0f;
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < i; j++) {
            sum += own[i * 64 + lid] * own[j * 64 + lid];
        }
    }
    y[get_global_id(0)] = sum;
}
