// global: 4 4
// local: 4 4
// buffer: a float 64 iota read
// buffer: b float 64 iota read
// buffer: c float 64 zeros
// value: n int 8
kernel void product(global const float *a, global const float *b, global float *c, int n) {
    local float left[4][4], right[4][4];
    int col = get_local_id(0), row = get_local_id(1);
    float sum = 0.0f;
    for (int t = 0; t < n; t += 4) {
        left[row][col] = a[get_global_id(1) * n + t + col];
        right[row][col] = b[(t + row) * n + get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; k++)
            sum += left[row][k] * right[k][col];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[get_global_id(1) * n + get_global_id(0)] = sum;
}
