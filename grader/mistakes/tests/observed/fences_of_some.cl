// kernel: hand_over
// global: 8
// local: 8
// buffer: to int 8 zeros
// The work-item that writes does not fence it, though all others do.
kernel void hand_over(global int *to) {
    local int note;
    uint me = get_local_id(0);
    if (me == 3)
        note = 7;
    barrier(me == 3 ? CLK_GLOBAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE);
    to[me] = me == 3 ? 0 : note;
}
