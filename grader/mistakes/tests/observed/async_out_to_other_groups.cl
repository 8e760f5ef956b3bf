// kernel: publish
// global: 16
// local: 8
// buffer: totals int 8 zeros
// Both groups copy their tile to the same place, and read what the other may have put there.
kernel void publish(global int *totals) {
    local int tile[8];
    int me = get_local_id(0);
    tile[me] = totals[me] + me;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    event_t event = async_work_group_copy(totals, tile, 8, 0);
    wait_group_events(1, &event);
}
