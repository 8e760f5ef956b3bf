__kernel void mandelbrot(__global int *counts, float left, float top, float step,
                         int w, int h, int limit)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= w) return;
    if (y >= h) return;
    float cr = left + x * step, ci = top - y * step, zr = 0, zi = 0;
    int n = 0, inside = 1;
    while (inside) {
        float a = zr * zr, b = zi * zi;
        inside = n < limit && a + b < 4;
        if (inside) {
            zi = 2 * zr * zi + ci;
            zr = a - b + cr;
            n++;
        }
    }
    *(counts + y * w + x) = n;
}
