// global: 8 4
// local: 4 4
// buffer: picture uchar 32 iota
// value: width int 8
// value: height int 4
kernel void invert(global uchar *picture, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    int at = y * width + x;
    picture[at] = 255 - picture[at]; //~
}
