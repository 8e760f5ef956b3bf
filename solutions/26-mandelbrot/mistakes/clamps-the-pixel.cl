// Mistake: surplus work-items do the pixels at the edge once more, with the
// same count.
// Verdict: wrong-work-item

kernel void mandelbrot(global uint *counts, float left, float top, float step,
                       uint w, uint h, uint limit)
{
    if (w == 0 || h == 0)
        return;
    uint x = min((uint)get_global_id(0), w - 1);
    uint y = min((uint)get_global_id(1), h - 1);

    float cr = left + x * step;
    float ci = top - y * step;
    float zr = 0.0f;
    float zi = 0.0f;
    uint n = 0;
    while (n < limit && zr * zr + zi * zi < 4.0f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        ++n;
    }
    counts[y * w + x] = n;
}
