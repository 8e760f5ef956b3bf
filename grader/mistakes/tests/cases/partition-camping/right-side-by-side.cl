// global: 2048
// local: 64
// buffer: x uint 2048 iota read
// buffer: bins uint 2048 uninit write
kernel void results(global const uint *x, global uint *bins)
{
    bins[get_group_id(0) * 64 + get_local_id(0)] = x[get_global_id(0)] & 63;
}
