// global: 32 32
// local: 32 4
// buffer: image uint 1024 iota
kernel void invert(global uint *image)
{
    int row = get_global_id(0);
    int column = get_global_id(1);
    int at = row * 32 + column;
    image[at] = 255u - image[at]; //~
}
