// global: 512
// local: 64
// buffer: x float 544 iota read
// buffer: y float 512 uninit write
// The loop is long, but each work-item reads in one round of it.
kernel void pick(global const float *x, global float *y)
{
    int i = get_global_id(0);
    int lid = get_local_id(0);
    float found = 0.0f;
    for (int k = 0; k < 32; k++) {
        if (k == lid % 32) {
            found = x[i + k];
        }
    }
    y[i] = found;
}
