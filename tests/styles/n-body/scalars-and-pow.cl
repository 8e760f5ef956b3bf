// One number at a time, the power as such, and a loop that ends with the bodies instead of bodies without mass.
kernel void n_body(global const float4 *bodies, global float4 *accelerations, local float4 *tile, float eps2, uint n)
{
    const int i = get_global_id(0), slot = get_local_id(0), size = get_local_size(0), count = n;
    float x = 0, y = 0, z = 0;
    float ax = 0, ay = 0, az = 0;
    if (i < count) {
        x = bodies[i].x;
        y = bodies[i].y;
        z = bodies[i].z;
    }
    for (int tile_number = 0; tile_number * size < count; tile_number++) {
        int body = tile_number * size + slot;
        if (body < count)
            tile[slot] = bodies[body];
        barrier(CLK_LOCAL_MEM_FENCE);
        int filled = min(size, count - tile_number * size);
        for (int k = 0; k < filled; k++) {
            float dx = tile[k].x - x, dy = tile[k].y - y, dz = tile[k].z - z;
            float d2 = dx * dx + dy * dy + dz * dz + eps2;
            float pull = tile[k].w * pow(d2, -1.5f);
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < count)
        accelerations[i] = (float4)(ax, ay, az, 0);
}
