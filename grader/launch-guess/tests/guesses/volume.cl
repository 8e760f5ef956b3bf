kernel void heat(global const float *now, global float *next, int nx, int ny, int nz)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
        return;
    int i = (z * ny + y) * nx + x;
    next[i] = (now[i - 1] + now[i + 1] + now[i - nx] + now[i + nx] + now[i - nx * ny] + now[i + nx * ny]) / 6;
}
