// Statements where they cannot stand.
int result(int i)
{
    if (i) {
        return;
    }
    return 0;
}

int forgets(int i)
{
    i++;
}

__kernel void control_flow(__global int *out, int i, float f)
{
    break;
    continue;
    case 1:
        ;
    default:
        ;
    goto nowhere;
twice:
twice:
    switch (f) {
    case 1:
        break;
    }
    switch (i) {
    case 1:
    case 1:
        break;
    case 2 - 1:
        break;
    case i:
        break;
    case 1.5:
        break;
    default:
        break;
    default:
        break;
    }
    switch (i) {
    case 3:
        continue;
    }
    while (out[0].x) {
    }
    return out;
    _Static_assert(sizeof(int) == 8, "int has 8 bytes");
    _Static_assert(i, "not constant");
}
