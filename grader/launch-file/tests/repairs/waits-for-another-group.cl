// No small change makes this right: a work-group waits for one that may not run.
kernel void relay(global volatile int *flag, global int *y)
{
    uint g = get_group_id(0);
    if (g > 0) {
        while (flag[g - 1] == 0) {
        }
    }
    y[get_global_id(0)] = g;
    flag[g] = 1;
}
