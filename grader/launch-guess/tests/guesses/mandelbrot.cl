kernel void mandelbrot(global int *out, float x0, float y0, float step, int maxIterations)
{
    int px = get_global_id(0), py = get_global_id(1), width = get_global_size(0);
    float cx = x0 + px * step, cy = y0 + py * step, x = 0, y = 0;
    int i = 0;
    while (x * x + y * y <= 4.0f && i < maxIterations) {
        float t = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = t;
        ++i;
    }
    out[py * width + px] = i;
}
