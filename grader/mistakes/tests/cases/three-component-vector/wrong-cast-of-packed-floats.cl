// The floats are packed; the cast makes every step one float too long.
// global: 1
// buffer: p float 8 iota
kernel void first_triple(global float *p)
{
    global float3 *triples = (global float3 *)p; //~
    triples[get_global_id(0)] *= 2.0f;
}
