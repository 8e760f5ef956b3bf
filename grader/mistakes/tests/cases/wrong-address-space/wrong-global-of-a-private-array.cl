// std: CL2.0
// global: 4
// local: 4
// buffer: y int 4 uninit write
void set(int *p, int value)
{
    *(global int *)p = value; //~
}
kernel void k(global int *y)
{
    int i = get_global_id(0);
    int kept[2] = {i, i};
    set(&kept[1], 5);
    y[i] = kept[1];
}
