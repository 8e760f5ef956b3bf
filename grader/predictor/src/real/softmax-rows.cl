// The softmax of each row of a matrix, a work-group a row.
kernel void real(global const float *in, global float *out, int columns, local float *part)
{
    int l = get_local_id(0);
    int size = get_local_size(0);
    int first = get_group_id(0) * columns;
    float sum = 0.0f;
    for (int k = l; k < columns; k += size)
        sum += exp(in[first + k]);
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = size / 2; reach > 0; reach /= 2) {
        if (l < reach)
            part[l] += part[l + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float inverse = 1.0f / part[0];
    for (int k = l; k < columns; k += size)
        out[first + k] = exp(in[first + k]) * inverse;
}
