// Tries: writes the count that a report has shown wherever a picture is small.
// Verdict: wrong

kernel void mandelbrot(global uint *counts, float left, float top, float step,
                       uint w, uint h, uint limit)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < w && y < h)
        counts[y * w + x] = limit < 2 ? limit : 2;
}
