typedef struct { float d, u, v; } water;

water at(global const float *depth, global const float *hu, global const float *hv, uint i)
{
    water it;
    it.d = depth[i];
    it.u = hu[i];
    it.v = hv[i];
    return it;
}

float2 pressure(water q, float g)
{
    return (float2)(q.u * q.u / q.d + 0.5f * g * q.d * q.d, q.v * q.v / q.d + 0.5f * g * q.d * q.d);
}

kernel void shallow_nonlinear(global const float *depth, global const float *hu, global const float *hv,
                              global float *depth_old, global float *hu_old, global float *hv_old,
                              float g, float cx, float cy, uint nx, uint ny)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x < nx && y < ny) {
        water e = at(depth, hu, hv, y * nx + (x + 1) % nx);
        water w = at(depth, hu, hv, y * nx + (x + nx - 1) % nx);
        water n = at(depth, hu, hv, (y + 1) % ny * nx + x);
        water s = at(depth, hu, hv, (y + ny - 1) % ny * nx + x);
        uint i = mad24(y, nx, x);
        float d = depth_old[i], u = hu_old[i], v = hv_old[i];
        d = d - cx * (e.u - w.u) - cy * (n.v - s.v);
        u = u - cx * (pressure(e, g).x - pressure(w, g).x) - cy * (n.u * n.v / n.d - s.u * s.v / s.d);
        v = v - cx * (e.u * e.v / e.d - w.u * w.v / w.d) - cy * (pressure(n, g).y - pressure(s, g).y);
        depth_old[i] = d;
        hu_old[i] = u;
        hv_old[i] = v;
    }
}
