// global: 4
// local: 4
// buffer: table float 16384 iota read
// buffer: y float 4 uninit write
kernel void pick(constant float *table, global float *y)
{
    int i = get_global_id(0);
    y[i] = table[4096 * i];
}
