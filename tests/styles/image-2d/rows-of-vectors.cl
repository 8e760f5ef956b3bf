// in is constant memory; the row is a pointer of its own.
kernel void mirror(constant float *in, global float *out, uint width, uint height, uint pitch)
{
    const uint row = get_global_id(1);
    const uint column = get_global_id(0);
    if (row < height) {
        constant float *source = &in[row * pitch];
        global float *target = &out[row * pitch];
        if (column < width)
            target[width - 1 - column] = source[column];
    }
}
