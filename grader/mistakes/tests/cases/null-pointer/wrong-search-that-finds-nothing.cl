// global: 3
// local: 3
// buffer: keys int 4 values 2 4 6 8 read
// buffer: found int 3 uninit write
global const int *find(global const int *keys, int key)
{
    for (int k = 0; k < 4; ++k) {
        if (keys[k] == key)
            return keys + k;
    }
    return 0;
}

kernel void look_up(global const int *keys, global int *found)
{
    int i = get_global_id(0);
    global const int *place = find(keys, 3 * i + 2);
    found[i] = *place; //~
}
