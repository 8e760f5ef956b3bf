// global: 2
// buffer: directions int4 2 iota read
// buffer: out int 2 uninit write
kernel void project(constant int3 *directions, //~
                    global int *out)
{
    size_t i = get_global_id(0);
    out[i] = directions[i].x - directions[i].z;
}
