// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    int rounds;
    for (rounds = 0; rounds < n; rounds++) {
        if (o[get_global_id(0)] <= rounds)
            break;
    }
    for (int i = 0; i < rounds; i++)
        barrier(CLK_GLOBAL_MEM_FENCE); //~
}
