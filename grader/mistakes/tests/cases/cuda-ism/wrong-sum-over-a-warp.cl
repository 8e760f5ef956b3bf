// global: 8
// local: 8
// buffer: a float 8 iota
kernel void sum(global float *a)
{
    float mine = a[get_local_id(0)];
    for (int step = 4; step > 0; step /= 2) {
        mine += __shfl_down_sync(0xffffffff, mine, step); //~
    }
    a[get_local_id(0)] = mine;
}
