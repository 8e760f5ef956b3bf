// global: 6
// local: 6
// buffer: ring int 5 iota read
// buffer: turned int 6 uninit write
// value: n int 5
kernel void turn(global const int *ring, global int *turned, int n)
{
    int i = get_global_id(0);
    turned[i] = ring[(i + n - 1) % n];
}
