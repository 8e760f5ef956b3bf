// global: 4
// local: 4
// buffer: x int 10 iota read
// buffer: sums int 4 uninit write
// value: n int 10
kernel void strided(global const int *x, global int *sums, int n)
{
    global const int *end = x + n;
    int sum = 0;
    for (global const int *p = x + get_global_id(0); p < end; p += get_global_size(0)) {
        sum += *p;
    }
    sums[get_global_id(0)] = sum;
}
