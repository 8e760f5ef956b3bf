kernel void k(local int *t)
{
    for (int i = 0; i < 4; ++i)
        t[get_local_id(0)] += t[i];
}
