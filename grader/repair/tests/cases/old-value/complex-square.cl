kernel void k(global float2 *z, float2 c)
{
    float re = z[0].x, im = z[0].y;
    re = re * re - im * im + c.x;
    im = 2 * re * im + c.y;
    z[0] = (float2)(re, im);
}
