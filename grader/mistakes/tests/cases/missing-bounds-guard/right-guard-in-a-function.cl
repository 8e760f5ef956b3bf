// global: 8 8
// local: 4 4
// buffer: picture int 35 zeros
// value: width int 7
// value: height int 5
int inside(int2 at, int width, int height)
{
    return at.x < width && at.y < height;
}

kernel void fill(global int *picture, int width, int height)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (inside(at, width, height))
        picture[at.y * width + at.x] = 1;
}
