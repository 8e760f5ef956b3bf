// An estimate of pi: each work-item draws its own points.
kernel void real(global uint *seeds, global int *inside, int rounds)
{
    int i = get_global_id(0);
    uint state = seeds[i] | 1u;
    int hits = 0;
    for (int k = 0; k < rounds; ++k) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        float x = (state & 0xffffu) / 65536.0f;
        float y = (state >> 16) / 65536.0f;
        hits += x * x + y * y < 1.0f;
    }
    inside[i] = hits;
}
