// global: 4
// local: 4
// buffer: y int 4 uninit write
kernel void escape(global int *y)
{
    float cx = 0.25f * get_global_id(0), zx = 0.0f, zy = 0.0f;
    int rounds = 0;
    while (zx * zx + zy * zy < 4.0f && rounds < 5000) {
        float next = zx * zx - zy * zy + cx;
        zy = 2.0f * zx * zy;
        zx = next;
        rounds++;
    }
    y[get_global_id(0)] = rounds;
}
