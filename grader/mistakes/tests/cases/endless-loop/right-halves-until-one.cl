// global: 2
// local: 2
// buffer: y int 2 uninit write
kernel void rounds(global int *y)
{
    int count = 0;
    for (int width = 16 << get_global_id(0); width > 0; width /= 2) {
        count++;
    }
    y[get_global_id(0)] = count;
}
