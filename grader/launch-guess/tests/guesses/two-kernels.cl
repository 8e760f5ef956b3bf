kernel void first(global int *a)
{
    a[get_global_id(0)] = 1;
}
kernel void second(global int *a)
{
    a[get_global_id(0)] += 1;
}
