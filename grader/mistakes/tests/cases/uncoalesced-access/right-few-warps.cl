// global: 64
// local: 64
// buffer: x int 1024 iota read
// buffer: sums int 64 uninit write
kernel void sums(global const int *x, global int *sums)
{
    int sum = 0;
    for (int k = 0; k < 16; k++) {
        sum += x[get_global_id(0) * 16 + k];
    }
    sums[get_global_id(0)] = sum;
}
