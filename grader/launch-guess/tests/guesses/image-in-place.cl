// -cl-std=CL2.0
kernel void sharpen_in_place(read_write image2d_t picture, float amount)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 old = read_imagef(picture, at);
    write_imagef(picture, at, old * (1.0f + amount));
}
