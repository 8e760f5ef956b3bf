// global: 32 30
// local: 8 8
// buffer: picture uchar 960 iota
kernel void invert(global uchar *picture) //~
{
    int x = get_global_id(0), y = get_global_id(1);
    picture[y * 32 + x] ^= 255;
}
