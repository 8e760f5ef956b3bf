// The iterations of points within the Mandelbrot set, which never escape.
kernel void real(global int *out, int width, int height, int most)
{
    int px = get_global_id(0), py = get_global_id(1);
    float cx = 0.2f * px / width - 0.1f, cy = 0.2f * py / height - 0.1f;
    float x = 0.0f, y = 0.0f;
    int k = 0;
    while (k < most && x * x + y * y < 4.0f) { // rounds
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        ++k;
    }
    out[py * width + px] = k;
}
