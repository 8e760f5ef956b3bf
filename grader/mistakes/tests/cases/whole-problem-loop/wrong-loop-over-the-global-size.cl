// global: 6
// local: 3
// buffer: squares int 6 uninit write
kernel void table(global int *squares)
{
    int me = get_global_id(0);
    int unused = me * me;
    for (size_t i = 0; i < get_global_size(0); i += 1) { //~
        squares[i] = i * i;
    }
}
