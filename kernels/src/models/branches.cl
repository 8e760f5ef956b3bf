// Two ways to treat odd and even elements differently. Both give the same result; the first sends
// neighbouring work-items down different paths, the second sends whole stretches of them together.
// ANCHOR: interleaved
kernel void interleaved(global float *x, uint n)
{
    size_t i = get_global_id(0);
    if (i < n) {
        if (i % 2 == 0)
            x[i] = x[i] * 2.0f;
        else
            x[i] = x[i] + 1.0f;
    }
}
// ANCHOR_END: interleaved

// ANCHOR: together
kernel void together(global float *x, uint n)
{
    size_t evens = (n + 1) / 2;
    size_t w = get_global_id(0);
    if (w < evens)
        x[2 * w] = x[2 * w] * 2.0f;
    else if (w < n)
        x[2 * (w - evens) + 1] = x[2 * (w - evens) + 1] + 1.0f;
}
// ANCHOR_END: together
