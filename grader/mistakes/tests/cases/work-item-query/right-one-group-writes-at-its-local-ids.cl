// global: 16
// local: 4
// buffer: x int 16 iota read
// buffer: head int 4 uninit write
kernel void first_group(global const int *x, global int *head)
{
    if (get_group_id(0) == 0) {
        head[get_local_id(0)] = x[get_global_id(0)];
    }
}
