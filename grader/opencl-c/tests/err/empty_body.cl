// A `;` behind a condition or the head of a loop, and such a `;` that is meant.
#define SKIP(x) if (x);

kernel void k(global int *x, int n)
{
    int i = get_global_id(0);
    if (i < n);
        x[i] = 1;
    if (i < n) ;
    {
        x[i] = 2;
    }
    for (int j = 0; j < n; j++);
    {
        x[i] += 1;
    }
    while (i < n);
        i++;
    for (; x[i] < n; x[i]++);
    x[i] = 3;
    while (x[i]++ < n)
        ;
    if (i < n)
        ;
    if (i < n);
    else
        x[i] = 4;
    do i++; while (i < n);
    SKIP(i)
    nowhere = 1;
}
