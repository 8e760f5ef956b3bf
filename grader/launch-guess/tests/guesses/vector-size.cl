kernel void clear(global float *image, int2 size)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x < size.x && at.y < size.y)
        image[at.y * size.x + at.x] = 0.0f;
}
