// global: 512
// local: 1
// buffer: x uint 512 iota
kernel void flip(global uint *x) //~
{
    size_t i = get_group_id(0);
    x[i] = ~x[i];
}
