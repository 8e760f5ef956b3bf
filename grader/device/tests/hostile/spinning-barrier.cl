// Verdict: out of time or crash SIGSEGV or runs
// On a GPU: out of time or runs or lost the device
// Waits at a barrier that not all work-items reach. What happens is undefined.

kernel void k(global volatile float *out, global char *path, long parent, int port) {
    if (get_local_id(0) < 2) barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
}
