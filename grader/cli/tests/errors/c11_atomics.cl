kernel void k(global atomic_int *a)
{
    atomic_fetch_add_explicit(a, 1, memory_order_relaxed);
}
