// define: TS=4
// global: 4 4
// local: 4 4
// buffer: a float 16 iota read
// buffer: y float 16 zeros
// value: n uint 4
// local-memory: tile 64
kernel void rows(global const float *a, global float *y, uint n, local float *tile) {
    const size_t lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0.0f;
    for (uint t = 0; t < n / TS; t++) {
        tile[ly * TS + lx] = a[ly * n + t * TS + lx]; //~
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TS; k++) {
            sum += tile[ly * TS + k];
        }
    }
    y[ly * n + lx] = sum;
}
