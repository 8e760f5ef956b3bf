// Forces between all bodies: a work-item loops over them.
kernel void real(global const float4 *bodies, global float4 *forces, int n)
{
    int i = get_global_id(0);
    float4 own = bodies[i];
    float x = 0.0f, y = 0.0f, z = 0.0f;
    for (int j = 0; j < n; ++j) {
        float4 other = bodies[j];
        float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
        float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 0.01f);
        float scale = other.w * inverse * inverse * inverse;
        x += dx * scale;
        y += dy * scale;
        z += dz * scale;
    }
    forces[i] = (float4)(x, y, z, 0.0f);
}
