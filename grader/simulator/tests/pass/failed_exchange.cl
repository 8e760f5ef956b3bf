// global: 4
// local: 4
// buffer: out int 4 uninit
kernel void once(global int *out) {
    local int lock[1];
    int l = get_local_id(0), won = 0;
    if (l == 0)
        lock[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (atomic_cmpxchg(lock, 0, l + 1) == 0)
        won = lock[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = won;
}
