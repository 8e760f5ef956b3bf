// global: 4
// local: 4
// buffer: marks int 4 values 0 35 70 100 read
// buffer: best int 4 uninit write
kernel void grades(global const int *marks, global int *best)
{
    int seen[5] = {0};
    int i = get_global_id(0);
    for (int k = 0; k <= i; ++k) {
        seen[marks[k] / 20]++; //~
    }
    best[i] = seen[4];
}
