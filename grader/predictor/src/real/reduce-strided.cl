// A sum: each work-item adds elements a launch apart.
kernel void real(global const float *in, global float *out, int n)
{
    float sum = 0.0f;
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sum += in[i];
    out[get_global_id(0)] = sum;
}
