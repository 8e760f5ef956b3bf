// global: 1
// buffer: out int 4 zeros
kernel void down(global int *out)
{
    for (uint i = 3; i >= 0; i--)
        out[i & 3] = 1;
}
