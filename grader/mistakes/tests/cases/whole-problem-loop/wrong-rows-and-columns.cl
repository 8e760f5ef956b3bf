// global: 4 3
// local: 4 3
// buffer: picture int 12 uninit write
// value: width int 4
// value: height int 3
kernel void stripes(global int *picture, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    for (y = 0; y < height; ++y) { //~
        for (int column = 0; column < width; ++column) {
            picture[y * width + column] = column % 2;
        }
    }
}
