// global: 1024
// local: 64
// buffer: matrix float 8192 iota read
// buffer: y float 1024 uninit write
// All begin in one partition, and walk through all of them.
kernel void row_sums(global const float *matrix, global float *y)
{
    int row = get_group_id(0);
    float sum = 0.0f;
    for (int k = get_local_id(0); k < 512; k += 64) {
        sum += matrix[row * 512 + k];
    }
    y[get_global_id(0)] = sum;
}
