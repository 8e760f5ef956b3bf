// Both sides are the same number after the conversion.
// global: 4
// buffer: parent uint 4 values 0 4294967295 1 2 read
// buffer: root int 4 zeros
kernel void find_roots(global const uint *parent, global int *root)
{
    size_t i = get_global_id(0);
    int none = -1;
    if (parent[i] == none) {
        root[i] = 1;
    }
}
