// global: 512
// local: 128
// buffer: a float 512 iota read
// buffer: b float 512 iota read
// buffer: c float 512 uninit write
kernel void blend(global const float *a, global const float *b, global float *c)
{
    local float one[128], //~
        two[128]; //~
    size_t i = get_global_id(0);
    size_t l = get_local_id(0);
    one[l] = a[i];
    two[l] = b[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    c[i] = mix(one[l], two[l], 0.25f);
}
