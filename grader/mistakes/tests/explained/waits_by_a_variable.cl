// global: 4
// local: 2
// buffer: n int 1 zeros
// buffer: out int 4 zeros
kernel void all_arrive(volatile global int *n, global int *out)
{
    atomic_inc(n);
    int seen;
    do {
        seen = *n;
    } while (seen < 5);
    out[get_global_id(0)] = 1;
}
