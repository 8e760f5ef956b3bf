// global: 4
// buffer: ring int 4 iota
// value: stride int 3
// value: n int 4
kernel void step(global int *ring, int stride, int n)
{
    int i = get_global_id(0);
    ring[(i * stride + 1) % n] += 1; //~
}
