// The work-group is one line of work-items for the fetch, and the tile one line of slots.
kernel void box_blur_buffer(global const uchar4 *picture, global uchar4 *out, local uchar4 *tile, uint width, uint height, int radius)
{
    const int2 size = (int2)(width, height);
    const int2 local_size = (int2)(get_local_size(0), get_local_size(1));
    const int2 lid = (int2)(get_local_id(0), get_local_id(1));
    const int2 corner = (int2)(get_group_id(0), get_group_id(1)) * local_size - radius;
    const int pitch = local_size.x + 2 * radius;
    const int slots = pitch * (local_size.y + 2 * radius);
    for (int slot = lid.y * local_size.x + lid.x; slot < slots; slot += local_size.x * local_size.y) {
        int2 at = clamp(corner + (int2)(slot % pitch, slot / pitch), (int2)(0), size - 1);
        tile[slot] = picture[at.y * size.x + at.x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (any(at >= size))
        return;
    const int side = 2 * radius + 1;
    ushort4 total = 0;
    for (int k = 0; k < side * side; k++)
        total += convert_ushort4(tile[(lid.y + k / side) * pitch + lid.x + k % side]);
    out[at.y * size.x + at.x] = convert_uchar4(total / (ushort)(side * side));
}
