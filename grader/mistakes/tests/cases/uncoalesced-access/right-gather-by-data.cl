// global: 512
// local: 64
// buffer: where int 512 iota read
// buffer: x float 65536 iota read
// buffer: y float 512 uninit write
// Where the elements lie is for the data to say.
kernel void gather(global const int *where, global const float *x, global float *y)
{
    int i = get_global_id(0);
    y[i] = x[where[i] * 97 % 65536];
}
