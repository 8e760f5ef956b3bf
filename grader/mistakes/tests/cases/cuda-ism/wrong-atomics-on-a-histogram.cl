// global: 8
// buffer: bins int 4 zeros
// buffer: x uchar 8 iota read
kernel void histogram(global int *bins, global const uchar *x)
{
    size_t i = get_global_id(0);
    atomicAdd(&bins[x[i] & 3], 1); //~
}
