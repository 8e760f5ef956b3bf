// global: 4
// local: 4
// buffer: y int 9 zeros
kernel void pairs(global int *y)
{
    int i = get_global_id(0);
    global int2 *pair = (global int2 *)(y + 1);
    pair[i] = (int2)(i, -i); //~
}
