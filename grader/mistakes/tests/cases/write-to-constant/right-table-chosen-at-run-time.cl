// global: 4
// local: 4
// buffer: y int 4 uninit write
constant int even[2] = {0, 2};
constant int odd[2] = {1, 3};

kernel void pick(global int *y)
{
    int i = get_global_id(0);
    constant int *table = i % 2 ? odd : even;
    y[i] = table[i / 2];
}
