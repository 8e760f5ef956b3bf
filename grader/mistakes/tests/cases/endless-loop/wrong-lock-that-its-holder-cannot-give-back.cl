// global: 8
// local: 8
// buffer: lock int 1 zeros
// buffer: total int 1 zeros
kernel void sum(global volatile int *lock, global int *total)
{
    while (atomic_cmpxchg(lock, 0, 1) != 0) { //~
    }
    total[0] += get_global_id(0);
    atomic_xchg(lock, 0);
}
