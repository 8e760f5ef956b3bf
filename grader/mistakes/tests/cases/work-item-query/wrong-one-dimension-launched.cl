// global: 16
// local: 4
// buffer: picture int 64 zeros
// value: width int 16
kernel void fill(global int *picture, int width)
{
    int x = get_global_id(0);
    int y = get_global_id(1); //~
    if (x < width)
        picture[y * width + x] = 7;
}
