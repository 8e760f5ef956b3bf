// global: 48 48
// local: 16 16
// buffer: a float 2304 iota read
// buffer: b float 2304 iota read
// buffer: c float 2304 uninit write
// value: n int 48
kernel void product(global const float *a, global const float *b, global float *c, int n)
{
    local float left[16][16];
    local float right[16][16];
    int lx = get_local_id(0), ly = get_local_id(1);
    int row = get_global_id(1), column = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < n; k += 16) {
        left[ly][lx] = a[row * n + k + lx];
        right[ly][lx] = b[(k + ly) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 16; j++) {
            sum += left[ly][j] * right[j][lx];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
