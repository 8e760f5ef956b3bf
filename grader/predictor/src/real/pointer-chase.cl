// Each work-item follows a chain of indices.
kernel void real(global const int *next, global int *out, int steps)
{
    int at = get_global_id(0);
    for (int k = 0; k < steps; ++k)
        at = next[at];
    out[get_global_id(0)] = at;
}
