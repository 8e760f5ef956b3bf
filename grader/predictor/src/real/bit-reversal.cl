// The permutation of an FFT: to the place with the bits reversed.
kernel void real(global const float2 *in, global float2 *out, int bits)
{
    uint i = get_global_id(0);
    uint reversed = i;
    reversed = ((reversed >> 1) & 0x55555555u) | ((reversed & 0x55555555u) << 1);
    reversed = ((reversed >> 2) & 0x33333333u) | ((reversed & 0x33333333u) << 2);
    reversed = ((reversed >> 4) & 0x0f0f0f0fu) | ((reversed & 0x0f0f0f0fu) << 4);
    reversed = ((reversed >> 8) & 0x00ff00ffu) | ((reversed & 0x00ff00ffu) << 8);
    reversed = (reversed >> 16) | (reversed << 16);
    out[reversed >> (32 - bits)] = in[i];
}
