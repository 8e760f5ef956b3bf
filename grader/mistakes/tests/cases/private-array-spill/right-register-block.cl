// Every loop has a constant end: unrolled, each index is a number.
// global: 2
// buffer: a float 16 iota read
// buffer: c float 8 uninit write
#define BLOCK 4
kernel void rows(global const float *a, global float *c)
{
    float sums[BLOCK * 2] = { 0.0f };
    size_t first = get_global_id(0) * BLOCK;
    for (int k = 0; k < 2; k++) {
        for (int r = 0; r < BLOCK; r++) {
            sums[r + BLOCK * k] += a[(first + r) * 2 + k];
        }
    }
    for (int r = 0; r < BLOCK; r++) {
        c[first + r] = sums[r] + sums[r + BLOCK];
    }
}
