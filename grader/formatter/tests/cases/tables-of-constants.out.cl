constant int table[3][3] = {
    {   1,  20, 300 },
    { -10,   2,  30 },
    {0,1,2},
};
constant float weights[] =
{
    1.0f,  2.5f,
        0.25f, 'a',
};
enum { RED, GREEN = 2 };
int sparse[4] = {[1] = 2, [3] = 4};
struct point origin = {.x = 1, .y = { 2, 3 }};
constant uint rows[] = { 1, 2,
                         3, 4 };
