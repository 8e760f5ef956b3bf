// Forces between all bodies, with a tile of them in local memory.
kernel void real(global const float4 *bodies, global float4 *forces, int n, local float4 *tile)
{
    int i = get_global_id(0);
    int l = get_local_id(0);
    int size = get_local_size(0);
    float4 own = bodies[i];
    float x = 0.0f, y = 0.0f, z = 0.0f;
    for (int first = 0; first < n; first += size) {
        tile[l] = bodies[first + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < size; ++j) {
            float4 other = tile[j];
            float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
            float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
            float scale = other.w * inverse * inverse * inverse;
            x += dx * scale;
            y += dy * scale;
            z += dz * scale;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    forces[i] = (float4)(x, y, z, 0.0f);
}
