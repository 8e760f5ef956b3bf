// A scan in which each work-item scans a chunk of its own.
kernel void real(global const int *in, global int *out, int chunk)
{
    int first = get_global_id(0) * chunk;
    int sum = 0;
    for (int k = 0; k < chunk; ++k) {
        sum += in[first + k];
        out[first + k] = sum;
    }
}
