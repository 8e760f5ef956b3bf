typedef float2 complex;
complex square(complex z) { return (complex)(z.x * z.x - z.y * z.y, 2.0f * z.x * z.y); }

kernel void mandelbrot(global uint *counts, float left, float top, float step, uint w, uint h, uint limit)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h) {
        complex c = (complex)(left + (float)x * step, top - (float)y * step);
        complex z = 0.0f;
        uint steps;
        for (steps = 0; steps < limit; ++steps) {
            if (!(z.x * z.x + z.y * z.y < 4.0f))
                break;
            z = square(z) + c;
        }
        counts[y * w + x] = steps;
    }
}
