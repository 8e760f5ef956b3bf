// Elements that the text tells are registers; those that are chosen as the kernel runs are not.
kernel void digits(global uint *found, uint count)
{
    uint i = get_global_id(0);
    uint often[16];
    for (int k = 0; k < 16; ++k)
        often[k] = k;
    often[i * 7 & 15] = 1;
    often[3] += 2;
    found[i] = often[i & 15] + often[5];
}
