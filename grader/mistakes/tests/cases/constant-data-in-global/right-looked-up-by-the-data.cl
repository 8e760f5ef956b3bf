// global: 512
// local: 64
// buffer: palette uint 16 iota read
// buffer: pixel uint 512 iota
// Neighbours look up different entries, which constant memory would hand out one by one.
kernel void colour(global const uint *palette, global uint *pixel)
{
    int i = get_global_id(0);
    pixel[i] = palette[pixel[i] & 15];
}
