kernel void count(global const int *x, global uint *found)
{
    uint i = get_global_id(0);
    if (x[i] > 2) {
        found[0] += 1;
    }
}
