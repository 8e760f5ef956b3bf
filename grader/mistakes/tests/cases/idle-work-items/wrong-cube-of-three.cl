// global: 9 9 9
// buffer: v float 729 iota
kernel __attribute__((reqd_work_group_size(3, 3, 3)))
void damp(global float *v) //~
{
    size_t at = (get_global_id(2) * 9 + get_global_id(1)) * 9 + get_global_id(0);
    v[at] = 0.9f * v[at];
}
