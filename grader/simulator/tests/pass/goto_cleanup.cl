// global: 12
// local: 4
// buffer: x int 12 values 1 -1 5 40 9 -3 8 2 0 77 6 12 read
// buffer: out int 12 zeros
// Jumps out of nested loops and conditions to one end, and over declarations.
int found(global const int *x, int wanted)
{
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            if (x[i * 4 + j] == wanted)
                goto found;
            if (x[i * 4 + j] > 60)
                goto given_up;
        }
    }
    return -1;
found:
    return 1;
given_up:;
    int late = 2;
    return late;
}

kernel void cleanup(global const int *x, global int *out)
{
    int i = get_global_id(0), result = 0;
    if (x[i] < 0)
        goto end;
    int value = x[i] * 2;
    result = found(x, value);
    switch (value & 3) {
    case 0:
        result += 10;
        goto shared;
    case 2:
        if (value > 20) {
    shared:
            result += 100;
            break;
        }
        result += 1000;
        break;
    default:
        goto end;
    }
    result += value;
end:
    out[i] = result;
}
