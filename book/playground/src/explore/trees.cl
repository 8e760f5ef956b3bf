// Sums of one work-group by a tree. After each step every work-item writes down its slot, a row a step.

// Those that add stand side by side: each adds the slot half of the rest away.
kernel void halves(global const int *x, global int *rows, local int *tile)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint step = 0;
    tile[lid] = x[lid];
    rows[lid] = tile[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = size / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size)
            tile[lid] += tile[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
        rows[++step * size + lid] = tile[lid];
    }
}

// Neighbours are added first, then every second sum, then every fourth.
kernel void neighbours(global const int *x, global int *rows, local int *tile)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint step = 0;
    tile[lid] = x[lid];
    rows[lid] = tile[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        if (lid % (2 * distance) == 0)
            tile[lid] += tile[lid + distance];
        barrier(CLK_LOCAL_MEM_FENCE);
        rows[++step * size + lid] = tile[lid];
    }
}
