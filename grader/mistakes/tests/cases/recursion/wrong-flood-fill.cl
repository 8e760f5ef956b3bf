// global: 1
// local: 1
// buffer: map int 16 zeros
void fill(global int *map, int x, int y)
{
    if (x < 0 || x > 3 || y < 0 || y > 3 || map[4 * y + x] != 0)
        return;
    map[4 * y + x] = 1;
    fill(map, x + 1, y); //~
    fill(map, x, y + 1);
}

kernel void flood(global int *map)
{
    fill(map, 0, 0);
}
