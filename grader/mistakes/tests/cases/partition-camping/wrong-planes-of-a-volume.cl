// global: 512 4
// local: 32 1
// buffer: v float 65536 iota
kernel void front_rows(global float *v)
{
    int z = get_group_id(0);
    int y = get_group_id(1);
    int x = get_local_id(0);
    v[(z * 64 + y) * 64 + x] += 1.0f; //~
}
