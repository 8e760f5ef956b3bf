// global: 8
// local: 4
// buffer: out int 8 zeros

int next(int state, int i)
{
    if (i % 3 == 0)
        return state * 5 + i;
    return state ^ i;
}

kernel void lengthy(global int *out)
{
    int id = get_global_id(0);
    int state = id;
    for (int i = 0; i < 200; i++) {
        if (id % 2 == i % 2)
            state = next(state, i);
        else
            state -= i;
    }
    out[id] = state;
}
