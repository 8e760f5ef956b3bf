// global: 512
// local: 64
// buffer: x int 512 iota read
// buffer: y int 512 uninit write
// local-memory: results 256
kernel void digits(global const int *x, global int *y,
                   local int *results) //~
{
    int lid = get_local_id(0);
    int rest = x[get_global_id(0)];
    int sum = 0;
    while (rest > 0) {
        sum += rest % 10;
        rest /= 10;
    }
    results[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = results[lid];
}
