// global: 8
// local: 4
// buffer: out int 8 uninit write
kernel void number(global int *out)
{
    out[get_group_id(0) * (get_local_size(0) + 2) + get_local_id(0)] = 1;
}
