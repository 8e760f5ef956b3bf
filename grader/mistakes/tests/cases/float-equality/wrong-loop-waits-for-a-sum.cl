// Ten tenths are not one: without the other bound this would not end.
// global: 1
// buffer: rounds int 1 uninit write
kernel void walk(global int *rounds)
{
    int n = 0;
    for (float x = 0.0f; x != 1.0f && n < 50; x += 0.1f) { //~
        n++;
    }
    rounds[get_global_id(0)] = n;
}
