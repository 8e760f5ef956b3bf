kernel void life(global const uchar *now, global uchar *next, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1), sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
            sum += now[((y + dy + height) % height) * width + (x + dx + width) % width] & 1;
    next[y * width + x] = sum == 3 || (sum == 4 && now[y * width + x] & 1);
}
