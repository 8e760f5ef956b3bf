// global: 8 4
// local: 4 4
// buffer: picture int 64 zeros
// value: width int 8
// value: height int 4
kernel void fill(global int *picture, int width, int height)
{
    int x = get_global_id(1); //~
    int y = get_global_id(2);
    if (x < width && y < height)
        atomic_xchg(&picture[y * width + x], 3);
}
