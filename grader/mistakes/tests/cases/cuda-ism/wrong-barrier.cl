// global: 8
// local: 8
// buffer: a int 8 iota
kernel void rotate_left(global int *a)
{
    local int tile[8];
    int lid = get_local_id(0);
    tile[lid] = a[lid];
    __syncthreads(); //~
    a[lid] = tile[(lid + 1) % 8];
}
