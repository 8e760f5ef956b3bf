// global: 128
// local: 64
// buffer: p float 128 iota read
// buffer: o float 128 zeros
kernel void k(global const float *p, global float *o)
{
    local float d[64];
    size_t base = get_global_id(0) - get_local_id(0);
    event_t e = async_work_group_copy(d, p + base, 64, 0);
    wait_group_events(1, &e);
    o[get_global_id(0)] = d[get_local_id(0)];
}
