// global: 8
// local: 4
// buffer: in float 8 iota read
// buffer: out float 8 uninit
kernel void staged(global const float *in, global float *out) {
    local float tile[4];
    int l = get_local_id(0);
    event_t e = async_work_group_copy(tile, in + get_group_id(0) * 4, 4, 0);
    wait_group_events(1, &e);
    float v = tile[3 - l] * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + get_group_id(0) * 4, tile, 4, 0);
    wait_group_events(1, &e);
}
