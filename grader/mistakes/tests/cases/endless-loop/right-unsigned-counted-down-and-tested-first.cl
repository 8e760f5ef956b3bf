// global: 2
// local: 2
// buffer: y uint 2 uninit write
kernel void sum_down(global uint *y)
{
    uint sum = 0;
    for (uint k = get_global_id(0) + 4; k-- > 0;) {
        sum += k;
    }
    y[get_global_id(0)] = sum;
}
