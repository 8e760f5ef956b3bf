kernel void step(global int *data, uint stage, uint pass)
{
    uint i = get_global_id(0);
    uint distance = 1u << (stage - pass);
    uint left = (i % distance) + (i / distance) * 2 * distance;
    uint right = left + distance;
    int a = data[left], b = data[right];
    bool up = (i >> stage) % 2 == 0;
    data[left] = up ? min(a, b) : max(a, b);
    data[right] = up ? max(a, b) : min(a, b);
}
