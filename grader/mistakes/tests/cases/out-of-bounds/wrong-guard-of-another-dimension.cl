// global: 8 8
// local: 4 4
// buffer: picture uchar 40 iota
// value: width int 8
// value: height int 5
kernel void invert(global uchar *picture, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < width && x < height) {
        picture[y * width + x] ^= 255; //~
    }
}
