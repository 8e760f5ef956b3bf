kernel void mandelbrot(global uint *counts, float left, float top, float step, uint w, uint h, uint limit)
{
    uint2 p = (uint2)(get_global_id(0), get_global_id(1));
    if (any(p >= (uint2)(w, h))) return;
    const float2 c = (float2)(left + p.x * step, top - p.y * step);
    float zr = 0.0f, zi = 0.0f;
    uint n = 0u;
    if (limit != 0u)
        do {
            float t = zr;
            zr = zr * zr - zi * zi + c.x;
            zi = 2.0f * t * zi + c.y;
        } while (++n < limit && zr * zr + zi * zi < 4.0f);
    counts[mad24(p.y, w, p.x)] = n;
}
