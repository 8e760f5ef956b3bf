kernel void roots(global const int *parent, global int *root)
{
    int i = get_global_id(0), at = i;
    while (parent[at] != at)
        at = parent[at];
    root[i] = at;
}
