// global: 8
// local: 4
// buffer: matrices float 32 iota read
// buffer: turned float 8 zeros
kernel void turn(global const float *matrices, global float *turned)
{
    uint i = get_global_id(0);
    local float m[4];
    for (uint k = 0; k < 4; ++k)
        m[k] = matrices[4 * i + k];
    turned[i] = m[0] * m[3] - m[1] * m[2];
}
