// It should add two vectors and adds one to itself.
// global: 4
// buffer: a float 4 iota read
// buffer: b float 4 iota read
// buffer: sum float 4 uninit write
kernel void add(global const float *a,
                global const float *b, //~
                global float *sum)
{
    size_t i = get_global_id(0);
    sum[i] = a[i] + a[i];
}
