// global: 8
// local: 8
// buffer: total int 1 zeros
kernel void sum(global volatile int *total)
{
    int mine = get_global_id(0);
    int old = atomic_add(total, 0);
    int seen;
    while ((seen = atomic_cmpxchg(total, old, old + mine)) != old) {
        old = seen;
    }
}
