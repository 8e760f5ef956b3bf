// global: 4
// local: 4
// buffer: y int 4 uninit write
kernel void fill(global int *y)
{
    global int *own = &y[get_global_id(0)];
    *own = 5;
}
