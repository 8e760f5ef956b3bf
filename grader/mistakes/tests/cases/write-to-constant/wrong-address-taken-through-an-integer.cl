// global: 2
// local: 2
constant int limits[2] = {1, 2};

kernel void patch(void)
{
    ulong address = (ulong)limits;
    global int *open = (global int *)address;
    open[get_global_id(0)] = 7; //~
}
