// global: 8
// local: 4
// buffer: x int 8 iota
// buffer: settings int 2 values 1 0 read
kernel void by_settings(global int *x, global const int *settings) {
    local int tile[4];
    int i = get_global_id(0), lid = get_local_id(0);
    int mode = settings[0];
    tile[lid] = x[i];
    if (mode == 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        x[i] = tile[(lid + 1) % 4];
    }
}
