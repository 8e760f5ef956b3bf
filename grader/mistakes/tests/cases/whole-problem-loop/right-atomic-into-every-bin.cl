// global: 4
// local: 4
// buffer: bins int 8 zeros
// value: n int 8
kernel void shares(global int *bins, int n)
{
    int mine = get_global_id(0) + 1;
    for (int k = 0; k < n; ++k)
        atomic_add(&bins[k], mine);
}
