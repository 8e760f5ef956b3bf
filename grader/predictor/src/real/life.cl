// A generation of Conway's Game of Life.
kernel void real(global const uchar *in, global uchar *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    int count = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
            if (i != 0 || j != 0)
                count += in[((y + j + height) % height) * width + (x + i + width) % width];
    out[y * width + x] = count == 3 || (count == 2 && in[y * width + x]);
}
