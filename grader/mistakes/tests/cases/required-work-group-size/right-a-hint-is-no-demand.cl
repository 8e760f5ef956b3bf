// global: 64
// local: 32
// buffer: x int 64 iota
kernel __attribute__((work_group_size_hint(64, 1, 1)))
void halve(global int *x)
{
    x[get_global_id(0)] /= 2;
}
