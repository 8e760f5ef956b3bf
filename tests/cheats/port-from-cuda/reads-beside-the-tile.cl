// Tries: reaches another local array through the end of the tile.
// Verdict: out-of-bounds

kernel void mix_neighbours(global const int *x, global int *mixed, int n)
{
    local int tile[64];
    local int edges[2];
    int i = get_global_id(0);
    int lid = get_local_id(0);
    int size = get_local_size(0);
    tile[lid] = i < n ? x[i] : 0;
    if (lid == 0) {
        edges[0] = i > 0 && i - 1 < n ? x[i - 1] : 0;
        edges[1] = i + size < n ? x[i + size] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = lid > 0 ? tile[lid - 1] : tile[64];
    int behind = lid < size - 1 ? tile[lid + 1] : tile[65];
    if (i < n)
        mixed[i] = before + 2 * tile[lid] + 4 * behind;
}
