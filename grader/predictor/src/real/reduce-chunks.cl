// A maximum: each work-item looks through a chunk of its own.
kernel void real(global const float *in, global float *out, int chunk)
{
    int first = get_global_id(0) * chunk;
    float most = in[first];
    for (int k = 1; k < chunk; ++k)
        most = fmax(most, in[first + k]);
    out[get_global_id(0)] = most;
}
