// global: 4
// buffer: a float 4 iota read
// buffer: b float 4 iota read
// buffer: same int 4 uninit write
kernel void check(global const float *a, global const float *b, global int *same)
{
    size_t i = get_global_id(0);
    same[i] = a[i] * b[i] / 3.0f == a[i] / 3.0f * b[i]; //~
}
