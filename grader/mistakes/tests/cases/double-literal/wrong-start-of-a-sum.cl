// global: 2
// buffer: x float 8 iota read
// buffer: sums float 2 uninit write
kernel void sum_rows(global const float *x, global float *sums)
{
    size_t row = get_global_id(0);
    float sum = 0.0; //~
    for (int column = 0; column < 4; column++) {
        sum += x[row * 4 + column];
    }
    sums[row] = sum;
}
