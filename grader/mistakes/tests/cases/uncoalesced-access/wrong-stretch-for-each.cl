// global: 256
// local: 64
// buffer: x float 4096 iota read
// buffer: sums float 256 uninit write
kernel void sums(global const float *x, global float *sums)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < 16; k++) {
        sum += x[16 * i + k]; //~
    }
    sums[i] = sum;
}
