// global: 30 8
// local: 30 4
// buffer: picture uchar 240 iota
kernel void invert(global uchar *picture)
{
    int x = get_global_id(0), y = get_global_id(1);
    picture[y * 30 + x] ^= 255;
}
