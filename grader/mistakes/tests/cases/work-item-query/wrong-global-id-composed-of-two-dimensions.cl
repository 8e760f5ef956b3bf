// global: 8 8
// local: 4 2
// buffer: seen int 1024 zeros
kernel void mark(global int *seen)
{
    int x = get_group_id(0) * get_local_size(0) + get_local_id(0);
    int y = get_group_id(1) * get_local_size(0) + get_local_id(1); //~
    seen[32 * y + x] = 1;
}
