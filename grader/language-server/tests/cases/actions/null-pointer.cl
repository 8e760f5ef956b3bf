kernel void racy(global int *a, local int *tile)
{
    int *p = 0;
    a[get_global_id(0)] = p[<|>a[63 - get_global_id(0)] + *p];
}
