// global: 8 4
// local: 4 4
// buffer: mass float 32 iota
// value: width int 6
// value: height int 4
kernel void weigh(global float *mass, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width)
        return;
    mass[8 * y + x] *= 2.0f; //~
}
