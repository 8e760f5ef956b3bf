// std: CL2.0
kernel void pipes(read_only pipe int p, global int *o) { int v; if (read_pipe(p, &v) == 0) o[0] = v; }
kernel void blocks(global int *o) { int (^twice)(int) = ^(int x) { return 2 * x; }; o[0] = twice(2); }
typedef void (^task)(global int *);
kernel void queues(global int *o) {
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(4), ^{ o[0] = 1; });
}
kernel void wrong(global int *p, global atomic_int *a, local int *l, global float *f) {
    atomic_fetch_add(p, 1);
    *a = 3;
    work_group_broadcast(p[0]);
    sub_group_reduce_xor(f[0]);
    global int *g = l;
    constant int *c = to_global(p);
    atomic_fetch_or((global atomic_float *)f, 1.0f);
    generic int here;
    work_group_reduce_add((int2)(1, 2));
}
