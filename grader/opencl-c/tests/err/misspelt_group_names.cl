// std: CL2.0
// All functions of groups and of C11 atomics are known: a name that is none of them is misspelt.
kernel void k(global int *out, global atomic_int *count)
{
    out[0] = work_group_reduce_ad(out[1]);
    out[1] = sub_group_shufle(out[1], 0);
    out[2] = atomic_fetch_ad(count, 1);
    out[3] = intel_sub_group_block_read3((global uint *)out);
}
