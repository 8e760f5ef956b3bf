kernel void draw(global const int2 *points, write_only image2d_t canvas)
{
    int i = get_global_id(0);
    write_imagef(canvas, points[i], (float4)(1.0f, 0.0f, 0.0f, 1.0f));
}
