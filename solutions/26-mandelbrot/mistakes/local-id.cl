// Mistake: the column is the local id, so every work-group draws the left edge.
// Verdict: work-item-query

kernel void mandelbrot(global uint *counts, float left, float top, float step,
                       uint w, uint h, uint limit)
{
    uint x = get_local_id(0);
    uint y = get_global_id(1);
    if (x >= w || y >= h)
        return;

    float cr = left + x * step;
    float ci = top - y * step;

    float zr = 0.0f;
    float zi = 0.0f;
    uint n = 0;
    // Neighbours leave this loop at different times: their warp stays in it for the slowest.
    while (n < limit && zr * zr + zi * zi < 4.0f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        ++n;
    }

    counts[y * w + x] = n;
}
