// global: 2048
// local: 64
// buffer: x uint 2048 iota read
// buffer: bins uint 16384 uninit write
// Each group has room for 512 bins and uses 64.
kernel void results(global const uint *x, global uint *bins)
{
    uint lid = get_local_id(0);
    bins[get_group_id(0) * 512 + lid] = x[get_global_id(0)] & 63; //~
}
