// A loop that the whole group leaves together, by a vote.
// std: CL2.0
// global: 4
// local: 4
// buffer: x int 4 values 1 5 2 3
kernel void k(global int *x)
{
    local int rounds;
    int i = get_local_id(0);
    if (i == 0) rounds = 0;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    while (work_group_any(x[i] > 0)) {
        if (x[i] > 0) x[i]--;
        if (i == 0) rounds++;
        work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_work_group);
    }
    x[i] = rounds + (int)work_group_broadcast(get_local_linear_id(), 3);
}
