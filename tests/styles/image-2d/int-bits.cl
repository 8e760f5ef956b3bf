// Pixels are copied as bits, with ids of both dimensions in a vector.
kernel void mirror(global const float *in, global float *out, int width, int height, int pitch)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x < width && at.y < height) {
        int row = mul24(at.y, pitch);
        out[row + at.x] = as_float(as_int(in[row + width - at.x - 1]));
    }
}
