// global: 16
// local: 8
// buffer: x float 16 iota
// value: num_elements int 16
kernel void root(global float *x, int num_elements)
{
    size_t begin = get_group_id(0) * get_local_size(0);
    global float *mine = x + begin + get_local_id(0);
    *mine = sqrt(*mine); //~
}
