// global: 8
// local: 8
// buffer: part int 8 iota
kernel void tree(global int *part) {
    int lid = get_local_id(0);
    for (int reach = 4; reach > 0; reach /= 2) {
        if (lid < reach) {
            part[lid] += part[lid + reach]; //~
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
