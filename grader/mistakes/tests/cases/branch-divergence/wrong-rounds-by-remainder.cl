// global: 512
// local: 64
// buffer: x uint 512 iota
kernel void stir(global uint *x)
{
    uint i = get_global_id(0);
    uint a = x[i];
    for (uint k = 0; k < i % 16; k++) { //~
        a = a * 1664525u + 1013904223u;
        a ^= a >> 7;
    }
    x[i] = a;
}
