// A polynomial by Horner's rule.
kernel void real(global const float *in, global const float *coefficients, global float *out, int degree)
{
    int i = get_global_id(0);
    float x = in[i];
    float value = coefficients[degree];
    for (int k = degree - 1; k >= 0; --k)
        value = value * x + coefficients[k];
    out[i] = value;
}
