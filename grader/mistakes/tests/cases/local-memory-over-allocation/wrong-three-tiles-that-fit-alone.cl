// global: 8 8
// local: 8 8
// buffer: out float 64 uninit write
// define: TILE=72
kernel void multiply(global float *out) //~
{
    local float a[TILE][TILE];
    local float b[TILE][TILE];
    local float c[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    a[y][x] = x;
    b[y][x] = y;
    c[y][x] = a[y][x] * b[y][x];
    out[8 * y + x] = c[y][x];
}
