// global: 4 4 4
// local: 4 4 1
// buffer: volume int 64 zeros
kernel void number(global int *volume)
{
    int x = get_global_id(0), y = get_global_id(1);
    int z = get_global_id(3); //~
    volume[(z * 4 + y) * 4 + x] = z;
}
