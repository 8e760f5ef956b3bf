// global: 4
// local: 4
// buffer: x int 4 iota
// value: rounds int 1
kernel void relax(global int *x, int rounds) {
    local int tile[4];
    int lid = get_local_id(0), value = x[lid], round = 0;
    while (round < rounds) {
        tile[lid] = value; //~
        barrier(CLK_LOCAL_MEM_FENCE);
        value += tile[lid ^ 1];
        round++;
    }
    x[lid] = value;
}
