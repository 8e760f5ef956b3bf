// global: 32 32
// local: 16 16
// buffer: a float 1024 iota read
// buffer: b float 1024 iota read
// buffer: c float 1024 uninit write
kernel void product(global const float *a, global const float *b, global float *c)
{
    local float left[16][16];
    local float right[16][16];
    int lx = get_local_id(0), ly = get_local_id(1);
    int row = get_global_id(1), column = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < 32; k += 16) {
        left[ly][lx] = a[row * 32 + k + lx];
        right[ly][lx] = b[(k + ly) * 32 + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 16; j++) {
            sum += left[ly][j] * right[j][lx];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * 32 + column] = sum;
}
