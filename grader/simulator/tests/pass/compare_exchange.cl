// global: 4
// local: 4
// buffer: turns int 4 uninit
kernel void takes_turns(global int *turns) {
    local int next;
    int l = get_local_id(0);
    if (l == 0)
        next = 0;
    int done = 0;
    for (int round = 0; round < 4; round++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!done && atomic_cmpxchg(&next, round, round + 1) == round) {
            turns[l] = next;
            done = 1;
        }
    }
}
