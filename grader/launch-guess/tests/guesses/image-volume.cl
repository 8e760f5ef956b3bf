constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void gradient(read_only image3d_t volume, global float *length_of, int width, int height)
{
    int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    float x = read_imagef(volume, edge, at + (int4)(1, 0, 0, 0)).x - read_imagef(volume, edge, at).x;
    float y = read_imagef(volume, edge, at + (int4)(0, 1, 0, 0)).x - read_imagef(volume, edge, at).x;
    float z = read_imagef(volume, edge, at + (int4)(0, 0, 1, 0)).x - read_imagef(volume, edge, at).x;
    length_of[(at.z * height + at.y) * width + at.x] = sqrt(x * x + y * y + z * z);
}
