// global: 8 8
// local: 4 4
// buffer: a float 64 iota read
// buffer: b float 64 iota read
// buffer: c float 64 uninit write
// value: n int 8
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
    local float ta[4][4];
    local float tb[4][4];
    int lx = get_local_id(0), ly = get_local_id(1);
    int col = get_global_id(0), row = get_global_id(1);
    float sum = 0.0f;
    for (int t = 0; t < n / 4; t++) {
        ta[ly][lx] = a[row * n + t * 4 + lx];
        tb[ly][lx] = b[(t * 4 + ly) * n + col];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; k++)
            sum += ta[ly][k] * tb[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
}
