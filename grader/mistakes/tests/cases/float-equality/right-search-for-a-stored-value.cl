// The same bits are looked for that were stored.
// global: 4
// buffer: x float 4 iota read
// value: key float 2
// buffer: found int 1 values -1
kernel void find(global const float *x, float key, global int *found)
{
    size_t i = get_global_id(0);
    if (x[i] == key) {
        atomic_max(found, (int)i);
    }
}
