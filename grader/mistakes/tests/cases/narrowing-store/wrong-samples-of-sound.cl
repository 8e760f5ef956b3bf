// Two voices together are louder than a short can tell.
// global: 4
// buffer: a short 4 iota read
// buffer: b short 4 iota read
// buffer: mixed short 4 uninit write
kernel void mix(global const short *a, global const short *b, global short *mixed)
{
    size_t i = get_global_id(0);
    float both = (float)a[i] + (float)b[i];
    mixed[i] = round(both); //~
}
