// kernel: hand_over
// global: 8
// local: 8
// buffer: to int 8 zeros
// Only the work-item that writes names local memory, and it alone has something to fence.
kernel void hand_over(global int *to) {
    local int note;
    uint me = get_local_id(0);
    if (me == 3)
        note = 7;
    barrier(me == 3 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE);
    to[me] = me == 3 ? 0 : note;
}
