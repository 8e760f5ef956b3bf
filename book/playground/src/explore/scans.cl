// The running sums of one work-group. After each step every work-item writes down its slot, a row a step.

// Doubling: every slot adds the one some distance before it. A step reads one half of the tile and
// writes the other.
kernel void doubling(global const int *x, global int *rows, local int *tile)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint step = 0;
    local int *from = tile;
    local int *to = tile + size;
    from[lid] = x[lid];
    rows[lid] = from[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        if (lid >= distance)
            to[lid] = from[lid - distance] + from[lid];
        else
            to[lid] = from[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        rows[++step * size + lid] = to[lid];
        local int *written = to;
        to = from;
        from = written;
    }
}

// Up a tree and down again: fewer additions, twice as many steps.
kernel void up_and_down(global const int *x, global int *rows, local int *tile)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint step = 0;
    tile[lid] = x[lid];
    rows[lid] = tile[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        if (lid % (2 * distance) == 2 * distance - 1)
            tile[lid] += tile[lid - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
        rows[++step * size + lid] = tile[lid];
    }
    for (uint distance = size / 4; distance > 0; distance /= 2) {
        if (lid >= 2 * distance && lid % (2 * distance) == distance - 1)
            tile[lid] += tile[lid - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
        rows[++step * size + lid] = tile[lid];
    }
}
