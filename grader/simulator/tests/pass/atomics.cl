// global: 64
// local: 16
// buffer: g int 8 values 0 100 -100 -1 0 0 5 0
// buffer: gu uint 2 values 7 0
// buffer: gf float 1 zeros
// buffer: out int 4 uninit
kernel void at(global int *g, global uint *gu, global float *gf, global int *out) {
    local int l[3];
    int i = get_global_id(0), li = get_local_id(0);
    if (li < 3) l[li] = li;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(g, i); atomic_min(g + 1, i); atomic_max(&g[2], i); atomic_and(&g[3], ~(1 << (i % 31))); atomic_or(&g[4], 1 << (i % 7)); atomic_xor(&g[5], i); atomic_sub(&g[6], 2); atomic_dec(&g[7]);
    atomic_inc(&gu[0]); atomic_max(&gu[1], (uint)i);
    int old; volatile global int *p = (volatile global int *)gf;
    do { old = *p + 0; } while (0);
    atomic_add(&l[0], 1); atomic_cmpxchg(&l[1], li, li + 100); 
    barrier(CLK_LOCAL_MEM_FENCE);
    if (li == 0) out[get_group_id(0)] = l[0] + (l[1] > 0);
}
