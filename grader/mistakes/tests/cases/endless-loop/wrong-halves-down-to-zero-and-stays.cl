// global: 2
// local: 2
// buffer: y int 2 uninit write
kernel void rounds(global int *y)
{
    int width = 16 << get_global_id(0);
    int count = 0;
    for (; width >= 0; width /= 2) { //~
        count++;
    }
    y[get_global_id(0)] = count;
}
