// `half` is only stored, unless the extension is enabled.
half convert(half h);

__kernel void stores(__global half *h, __global float *f)
{
    f[0] = h[0];
    h[0] = f[0];
    f[1] = (half)f[0];
    h[1] = h[2];
    half x;
    half4 v;
    vstore_half(f[0], 0, h);
    f[2] = 1.0h;
}
