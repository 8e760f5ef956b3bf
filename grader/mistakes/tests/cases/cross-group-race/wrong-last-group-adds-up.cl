// global: 8
// local: 4
// buffer: parts int 2 uninit
// buffer: total int 1 zeros
kernel void add_up(global int *parts, global int *total) {
    if (get_local_id(0) == 0) parts[get_group_id(0)] = 5;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_global_id(0) == 7) {
        total[0] = parts[0] + parts[1]; //~
    }
}
