// global: 4
// local: 4
// buffer: x float 16 iota read
// buffer: sums float 4 uninit write
kernel void rows(global const float *x, global float *sums)
{
    int row = get_global_id(0);
    float sum;
    for (int k = 0; k < 4; ++k) {
        sum += x[4 * row + k]; //~
    }
    sums[row] = sum;
}
