// A pass of a radix-2 FFT.
kernel void real(global const float2 *in, global float2 *out, int n, int span)
{
    int i = get_global_id(0);
    int k = i & (span - 1);
    float2 a = in[i], b = in[i + n / 2];
    float angle = -3.14159265f * k / span;
    float c = cos(angle), s = sin(angle);
    float2 turned = (float2)(c * b.x - s * b.y, c * b.y + s * b.x);
    int to = ((i - k) << 1) + k;
    out[to] = a + turned;
    out[to + span] = a - turned;
}
